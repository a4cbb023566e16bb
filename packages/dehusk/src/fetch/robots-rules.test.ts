import { expect, test } from "vitest";
import { agentName, readRobots } from "./robots-rules.ts";

const robots = new URL("https://example.org/robots.txt");
const allows = (text: string | Buffer, path: string, agent = "dehusk") =>
  readRobots(robots, Buffer.from(text), agent).allows(new URL(path, robots));

test("the examples of RFC 9309", () => {
  const text =
    "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n\nUser-Agent: *\nDisallow: *.gif$\n";
  expect(allows(text, "/example/page/x.gif", "foobot")).toBe(true);
  expect(allows(text, "/example/page/disallowed.gif", "foobot")).toBe(false);
  expect(allows(text, "/other/x.gif")).toBe(false);
  expect(allows(text, "/other/x.gif?y")).toBe(true);
});

test("an empty or binary file allows everything", () => {
  expect(allows("", "/")).toBe(true);
  expect(allows(Buffer.from([0, 255, 254, 13, 10, 58]), "/")).toBe(true);
});

test("ignores everything after 500 KiB", () => {
  const filler = `# ${"x".repeat(98)}\n`.repeat(5_000);
  expect(allows(`User-agent: *\n${filler}Disallow: /a\n`, "/a")).toBe(false);
  expect(allows(`User-agent: *\n${filler.repeat(2)}Disallow: /a\n`, "/a")).toBe(true);
});

test("other origins are not allowed", () => {
  expect(readRobots(robots, Buffer.from(""), "dehusk").allows(new URL("http://example.org/"))).toBe(false);
});

test("rules that are too slow to match allow nothing, and take no time", () => {
  const slow = `User-agent: *\nAllow: /${"*a".repeat(200_000)}\n`;
  expect(allows(slow, `/${"a".repeat(8_000)}`)).toBe(false);
  expect(allows(slow, "/b")).toBe(true);
});

test("Crawl-delay is in seconds and ignored if it is not a number", () => {
  const delay = (value: string) =>
    readRobots(robots, Buffer.from(`User-agent: *\nCrawl-delay: ${value}`), "dehusk").crawlDelay;
  expect(["2", "0.5", "-3", "soon", ""].map(delay)).toEqual([2000, 500, undefined, undefined, undefined]);
});

test.each([
  ["dehusk/0.1.0", "dehusk"],
  ["my-bot (+https://example.org/)", "my-bot"],
  ["123", "*"],
])("the name in %s is %s", (userAgent, name) => {
  expect(agentName(userAgent)).toBe(name);
});
