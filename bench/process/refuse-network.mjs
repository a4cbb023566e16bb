/** Makes every attempt to reach the network in this process fail, and counts the attempts. */

import dns from "node:dns";
import net from "node:net";

let attempts = 0;

/** Number of attempts refused so far. */
export function refusedAttempts() {
  return attempts;
}

/** Call before an extractor is imported, so that it cannot keep the original functions. */
export function refuseNetwork() {
  const refuse = () => {
    attempts += 1;
    throw new Error("the benchmark refuses network access");
  };
  net.Socket.prototype.connect = refuse;
  globalThis.fetch = async () => refuse();
  for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) {
    dns[name] = refuse;
    dns.promises[name] = async () => refuse();
  }
}
