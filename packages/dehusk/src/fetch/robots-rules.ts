import robotsParser from "robots-parser";

export interface RobotsRules {
  allows(url: URL): boolean;
  /** Milliseconds between two requests, if it asks for a pause. */
  readonly crawlDelay: number | undefined;
  /** Characters held in memory. */
  readonly size: number;
}

/** What is used of the package, whose types differ between Node and bundlers. */
const parseRobots = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  getCrawlDelay(agent: string): number | undefined;
  isAllowed(url: string, agent: string): boolean | undefined;
};

/** Bytes of a robots.txt that are parsed; the rest is ignored (RFC 9309, 2.5). */
const mostBytes = 500 * 1024;

/**
 * Matching a wildcard rule takes time proportional to its length times the path's. Past this many steps, about a third
 * of a second, nothing is tried and nothing is allowed.
 */
const mostSteps = 200_000_000;

/** Allows everything: there is no robots.txt. */
export const noRules: RobotsRules = { allows: () => true, crawlDelay: undefined, size: 0 };

/**
 * Reads a robots.txt (RFC 9309).
 *
 * @param url URL of the robots.txt itself.
 * @param agent Product name of our User-Agent, without the version.
 */
export function readRobots(url: URL, bytes: Buffer, agent: string): RobotsRules {
  const text = bytes
    .toString("utf8", 0, mostBytes)
    .replace(/^\ufeff/, "")
    .replace(/\*{2,}/g, "*");
  const rules = parseRobots(url.href, text);
  const delay = rules.getCrawlDelay(agent);
  let wildcardLength = 0;
  for (const line of text.split(/[\r\n]/)) if (line.includes("*")) wildcardLength += line.length;
  return {
    allows(target) {
      const { pathname, search } = target;
      if (wildcardLength * (pathname.length + search.length) > mostSteps) return false;
      return rules.isAllowed(target.href, agent) ?? false;
    },
    crawlDelay: delay !== undefined && delay > 0 ? delay * 1000 : undefined,
    size: text.length,
  };
}

/** The product name in a User-Agent header, which robots.txt rules go by. */
export function agentName(userAgent: string): string {
  return /^[a-z_-]+/i.exec(userAgent)?.[0] ?? "*";
}
