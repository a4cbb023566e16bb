export { startService } from "./service.ts";
export type { LogLevel } from "./service-options.ts";
