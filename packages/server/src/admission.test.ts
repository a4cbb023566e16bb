import { describe, expect, test } from "vitest";
import { Admission } from "./admission.ts";

const busy = expect.objectContaining({ status: 429, code: "busy" });

describe("Admission", () => {
  test("admits as many requests as there is room for, and others when one leaves", () => {
    const admission = new Admission({ requests: 2, bytes: 1e6, bodyBytes: 1000 });
    const stay = admission.enter("10");
    admission.enter("10");
    expect(() => admission.enter("10")).toThrow(busy);
    stay.end();
    stay.end();
    admission.enter("10");
    expect(() => admission.enter("10")).toThrow(busy);
  });

  test("counts bytes when they arrive, not when they are announced", () => {
    const admission = new Admission({ requests: 10, bytes: 1500, bodyBytes: 1000 });
    const [first, second] = [admission.enter("1000"), admission.enter(undefined), admission.enter("1000")];
    first.add(1000);
    expect(() => admission.enter("501")).toThrow(busy);
    second?.add(500);
    expect(() => second?.add(1)).toThrow(busy);
    first.end();
    second?.add(1);
  });

  test("counts what replaces a body, until it is sent", () => {
    const admission = new Admission({ requests: 10, bytes: 1000, bodyBytes: 1000 });
    const stay = admission.enter("600");
    stay.add(600);
    stay.replace(900);
    const other = admission.enter("100");
    expect(() => other.add(101)).toThrow(busy);
    other.add(100);
    expect(() => stay.replace(901)).toThrow(busy);
    stay.end();
    other.replace(1000);
  });

  test("counts a request whose client is gone until the work on it is done", async () => {
    const admission = new Admission({ requests: 1, bytes: 1000, bodyBytes: 1000 });
    const stay = admission.enter("1");
    let finish = (): void => {};
    const work = stay.during(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    expect(stay.over.aborted).toBe(false);
    stay.end();
    expect(stay.over.aborted).toBe(true);
    expect(() => admission.enter("1")).toThrow(busy);
    finish();
    await work;
    admission.enter("1");
    await expect(stay.during(async () => {})).rejects.toMatchObject({ status: 499 });
  });

  test("lets a single request exceed the total", () => {
    const admission = new Admission({ requests: 10, bytes: 10, bodyBytes: 1000 });
    admission.enter("1000").add(1000);
    expect(() => admission.enter("1")).toThrow(busy);
  });

  test("refuses a body that is too long before it is read", () => {
    const admission = new Admission({ requests: 2, bytes: 1e6, bodyBytes: 1000 });
    expect(() => admission.enter("1001")).toThrow(expect.objectContaining({ status: 413, code: "limit-bytes" }));
    admission.enter("1");
    admission.enter("1");
  });
});
