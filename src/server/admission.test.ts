import { describe, expect, test } from "vitest";
import { Admission } from "./admission.ts";

describe("Admission", () => {
  test("lets in as many requests as there is room for, and others when one leaves", () => {
    const admission = new Admission({ requests: 2, bytes: 1e6, bodyBytes: 1000 });
    const leave = admission.enter("10");
    admission.enter("10");
    expect(() => admission.enter("10")).toThrow(expect.objectContaining({ status: 429, code: "busy" }));
    leave();
    admission.enter("10");
    expect(() => admission.enter("10")).toThrow(expect.objectContaining({ status: 429 }));
  });

  test("counts bytes; a body of unknown length counts as the longest", () => {
    const admission = new Admission({ requests: 10, bytes: 1500, bodyBytes: 1000 });
    const leave = admission.enter(undefined);
    admission.enter("500");
    expect(() => admission.enter("1")).toThrow(expect.objectContaining({ status: 429 }));
    leave();
    admission.enter("1000");
  });

  test("lets one in even where a body may be longer than all together", () => {
    const admission = new Admission({ requests: 10, bytes: 10, bodyBytes: 1000 });
    admission.enter("1000");
    expect(() => admission.enter("1")).toThrow(expect.objectContaining({ status: 429 }));
  });

  test("refuses a body that is too long before it is read", () => {
    const admission = new Admission({ requests: 2, bytes: 1e6, bodyBytes: 1000 });
    expect(() => admission.enter("1001")).toThrow(expect.objectContaining({ status: 413, code: "limit-bytes" }));
    admission.enter("1");
    admission.enter("1");
  });
});
