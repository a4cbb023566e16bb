import robotsParser from "robots-parser";

/** What a robots.txt lets us do. */
export interface RobotsRules {
  allows(url: URL): boolean;
  /** Milliseconds between two requests, when it asks for some. */
  readonly crawlDelay: number | undefined;
  /** Characters of it that are kept in memory. */
  readonly size: number;
}

/** Its types call the function a `default` of itself, which it is only for bundlers. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** Bytes of a robots.txt that are read; the rest is passed over (RFC 9309, 2.5). */
const mostBytes = 500 * 1024;

/**
 * Matching a rule with wildcards takes time by its length and the path's. Rules for which that would be more steps than
 * this, about a third of a second, are not tried, and nothing is allowed.
 */
const mostSteps = 200_000_000;

/** Everything is allowed: there is no robots.txt. */
export const noRules: RobotsRules = { allows: () => true, crawlDelay: undefined, size: 0 };

/**
 * Reads a robots.txt (RFC 9309).
 *
 * @param url The robots.txt's own address.
 * @param agent What our User-Agent begins with, in front of the version.
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

/** The name that rules in a robots.txt go by, of a User-Agent header. */
export function agentName(userAgent: string): string {
  return /^[a-z_-]+/i.exec(userAgent)?.[0] ?? "*";
}
