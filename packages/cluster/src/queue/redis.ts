import { DehuskError } from "dehusk/internal/basics";
import { Redis } from "ioredis";

/** The queue that all runs share. */
export const queueName = "dehusk";

/** How long to wait for Redis at the start; later, for as long as it takes. */
const patience = 10_000;

/**
 * Connects to Redis, or to Valkey.
 *
 * @param address As in "redis://user:password@host:6379/0"; "rediss:" for TLS.
 * @throws DehuskError `bad-option`; `bad-model` when there is nobody at that address.
 */
export async function connectRedis(address: string): Promise<Redis> {
  if (!/^rediss?:\/\/./.test(address) || !URL.canParse(address)) {
    throw new DehuskError(
      "bad-option",
      `"${shown(address)}" is not the URL of a Redis server, such as redis://127.0.0.1:6379.`,
    );
  }
  // BullMQ waits for a Redis that is restarted; a request must not give up before.
  const redis = new Redis(address, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * times, 2000),
  });
  let reason = "it does not answer";
  redis.on("error", (error: Error) => {
    reason = error.message || String((error as NodeJS.ErrnoException).code);
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(reason)), patience);
  });
  try {
    await Promise.race([redis.ping(), tooLong]);
    return redis;
  } catch (error) {
    redis.disconnect();
    const message = `Cannot reach Redis at "${shown(address)}": ${(error as Error).message}.`;
    throw new DehuskError("bad-model", message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** An address without its password. */
function shown(address: string): string {
  return address.replace(/:[^:@/]*@/, ":***@");
}
