import assert from "node:assert/strict";
import { test } from "node:test";
import { compareField, truthOf } from "./metadata.mjs";

test("titles are equal if only case, quotes, dashes and spaces differ", () => {
  assert.equal(compareField("title", "It’s “New” – Today", "it's  'new' - today").exact, true);
  assert.equal(compareField("title", "It is new", "It is old").exact, false);
});

test("character references that were left in make no difference", () => {
  assert.equal(compareField("description", "Don't f&uuml;r &#8217;a &lt; b", "Don&rsquo;t für ’a < b").exact, true);
});

test("a title with a short suffix is leniently right, one with a long suffix is wrong", () => {
  const truth = "Seven ways to cook a very good soup";
  assert.deepEqual(compareField("title", `${truth} | Soupsite`, truth), { exact: false, lenient: true, empty: false });
  assert.equal(compareField("title", `${truth} | all the news of the whole wide web site`, truth).lenient, false);
});

test("an empty answer is counted as empty, not as wrong only", () => {
  assert.deepEqual(compareField("author", " ", "Ann"), { exact: false, lenient: false, empty: true });
  assert.deepEqual(compareField("author", [], "Ann"), { exact: false, lenient: false, empty: true });
  assert.equal(compareField("author", "Ann", "Ann").empty, false);
});

test("languages are compared by primary subtag", () => {
  assert.equal(compareField("language", "en_GB", "en-us").exact, true);
  assert.equal(compareField("language", "eng", "en").exact, false);
});

test("a guessed language, a bare year and a blank title are not truth", () => {
  const page = { lang: "en", meta: { langGuessed: true, date: "2018", title: " ", author: "Ann" } };
  assert.deepEqual(truthOf(page), { author: "Ann" });
});

test("the excerpt is the true description where a set has no other", () => {
  assert.equal(truthOf({ meta: { excerpt: "In short." } }).description, "In short.");
  assert.equal(truthOf({ meta: { excerpt: "In short.", description: "At length." } }).description, "At length.");
});
