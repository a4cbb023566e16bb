/** Where the queue is; an option of all commands of `dehusk cluster`. */
export const redisOption = {
  type: "string",
  default: "redis://127.0.0.1:6379",
  guarded: true,
  value: "url",
  help: "URL of Redis, which holds the queue",
} as const;
