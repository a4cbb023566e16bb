import { describe, expect, test } from "vitest";
import { ApiKeys, checkCaller } from "./check-caller.ts";

const local = { host: "127.0.0.1", allowHosts: [] };

function statusOf(work: () => void): number {
  try {
    work();
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

describe("checkCaller", () => {
  test.each([
    ["localhost", 200],
    ["LOCALHOST:8380", 200],
    ["127.0.0.1:8380", 200],
    ["127.1.2.3", 200],
    ["[::1]:8380", 200],
    ["inspector.localhost", 200],
    ["evil.example", 421],
    ["evil.example:8380", 421],
    ["localhost.evil.example", 421],
    ["127.0.0.1.evil.example", 421],
    ["notlocalhost", 421],
    ["192.168.1.1", 421],
    ["", 421],
  ])("at loopback, Host %j gives %i", (host, status) => {
    expect(statusOf(() => checkCaller({ method: "GET", headers: { host } }, local))).toBe(status);
  });

  test("at other addresses, any name is accepted until some are allowed", () => {
    const ask = (host: string, allowHosts: readonly string[]): number =>
      statusOf(() => checkCaller({ method: "GET", headers: { host } }, { host: "0.0.0.0", allowHosts }));
    expect(ask("corn.example", [])).toBe(200);
    expect(ask("Corn.example:80", ["corn.Example"])).toBe(200);
    expect(ask("husk.example", ["corn.example"])).toBe(421);
  });

  test("only pages of the same origin may change anything", () => {
    const ask = (method: string, more: Record<string, string>): number =>
      statusOf(() => checkCaller({ method, headers: { host: "localhost:8380", ...more } }, local));
    expect(ask("POST", {})).toBe(200);
    expect(ask("POST", { origin: "http://localhost:8380", "sec-fetch-site": "same-origin" })).toBe(200);
    expect(ask("POST", { origin: "http://localhost:8381" })).toBe(403);
    expect(ask("POST", { origin: "https://evil.example" })).toBe(403);
    expect(ask("POST", { origin: "null" })).toBe(403);
    expect(ask("POST", { origin: "" })).toBe(403);
    expect(ask("POST", { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(ask("POST", { "sec-fetch-site": "same-site" })).toBe(403);
    expect(ask("POST", { "sec-fetch-site": "CROSS-SITE" })).toBe(403);
    expect(ask("POST", { "sec-fetch-site": "cross-site, same-origin" })).toBe(403);
    expect(ask("POST", { "sec-fetch-site": "none" })).toBe(200);
    expect(ask("GET", { origin: "https://evil.example" })).toBe(200);
  });
});

describe("ApiKeys", () => {
  test("without any, none is needed", () => {
    expect(statusOf(() => new ApiKeys([]).check({}))).toBe(200);
  });

  test("a bearer token takes precedence over the other header", () => {
    const keys = new ApiKeys(["one", "two"]);
    expect(statusOf(() => keys.check({ authorization: "Bearer two" }))).toBe(200);
    expect(statusOf(() => keys.check({ authorization: "Bearer three", "x-api-key": "one" }))).toBe(401);
    expect(statusOf(() => keys.check({ authorization: "Basic one" }))).toBe(401);
    expect(statusOf(() => keys.check({ "x-api-key": ["one", "two"] }))).toBe(401);
  });
});
