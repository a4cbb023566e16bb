import assert from "node:assert/strict";
import { test } from "node:test";
import { readRunOptions } from "./run-options.mjs";

const names = (args) => readRunOptions(args).extractors.map((extractor) => extractor.name);

test("Dehusk and all peers run by default, floors never as extractors", () => {
  const all = names([]);
  assert.ok(all.includes("dehusk") && all.includes("readability+jsdom"));
  assert.ok(!all.includes("parse5"));
});

test("--peers chooses peers beside Dehusk, none leaves Dehusk alone", () => {
  assert.deepEqual(names(["--peers", "defuddle, readability+jsdom"]), [
    "dehusk",
    "dehusk-everything",
    "readability+jsdom",
    "defuddle",
  ]);
  assert.deepEqual(names(["--peers", "none"]), ["dehusk", "dehusk-everything"]);
  assert.deepEqual(names(["--peers", "defuddle", "--no-dehusk"]), ["defuddle"]);
});

test("a wrong peer, number or option is named in the error", () => {
  assert.throws(() => readRunOptions(["--peers", "defudle"]), /"defudle"/u);
  assert.throws(() => readRunOptions(["--limit", "many"]), /--limit is "many"/u);
  assert.throws(() => readRunOptions(["--jobs", "0"]), /at least 1/u);
  assert.throws(() => readRunOptions(["--fast"]), /--fast/u);
});

test("--extractors runs exactly the named ones, presets among them that do not run by default", () => {
  const presets = ["dehusk-precision", "dehusk-recall", "dehusk-article"];
  assert.deepEqual(
    names([]).filter((name) => presets.includes(name)),
    [],
  );
  assert.deepEqual(names(["--extractors", "defuddle,dehusk-article,dehusk"]), ["dehusk", "dehusk-article", "defuddle"]);
  assert.deepEqual(names(["--extractors", presets.join()]), presets);
  assert.throws(() => readRunOptions(["--extractors", "dehusk-best"]), /"dehusk-best"/u);
  assert.throws(() => readRunOptions(["--extractors", "parse5"]), /"parse5"/u);
  assert.throws(() => readRunOptions(["--extractors", ","]), /at least one/u);
  assert.throws(() => readRunOptions(["--extractors", "dehusk", "--peers", "none"]), /neither --peers/u);
});
