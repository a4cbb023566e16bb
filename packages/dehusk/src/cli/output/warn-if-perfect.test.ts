import { expect, test, vi } from "vitest";
import { createConsole } from "./console.ts";
import { warnIfPerfect } from "./warn-if-perfect.ts";

test("warns only if all scores that are known are perfect", () => {
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  const console = createConsole({ json: false, quiet: false });
  for (const scores of [[], [null, undefined], [1, 0.999], [0.9994, null]]) warnIfPerfect(scores, console);
  expect(stderr).not.toHaveBeenCalled();
  for (const scores of [[1], [1, null, 0.9996]]) warnIfPerfect(scores, console);
  expect(stderr).toHaveBeenCalledTimes(2);
  expect(stderr.mock.calls[0]?.[0]).toMatch(/^warning: .*perfect/);
  stderr.mockRestore();
});
