import assert from "node:assert/strict";
import { test } from "node:test";
import { compareAuthors, namesOf } from "./authors.mjs";

test("lists of names are cut at commas, slashes and words for and", () => {
  assert.deepEqual([...namesOf("Ann Lee, Bo Ek and Cy Ru")], ["ann lee", "bo ek", "cy ru"]);
  assert.deepEqual([...namesOf("Von Ann Lee und Bo Ek")], ["ann lee", "bo ek"]);
  assert.deepEqual([...namesOf(["Ann Lee", "Bo Ek"])], ["ann lee", "bo ek"]);
});

test("a leading by, ranks, degrees and bracketed notes are not part of a name", () => {
  assert.deepEqual([...namesOf("By\n  Dr. Ann Lee, MD, PhD (staff writer)")], ["ann lee"]);
  assert.deepEqual([...namesOf("作者：茉莉")], ["茉 莉"]);
});

test("an agency in capitals that stands first is a name", () => {
  assert.deepEqual([...namesOf("DPA")], ["dpa"]);
});

test("a name that begins like a prefix stays whole", () => {
  assert.deepEqual([...namesOf("Byron Dial")], ["byron dial"]);
});

test("exact needs the same names, lenient one in common", () => {
  assert.deepEqual(compareAuthors("Bo Ek, Ann Lee", "Ann Lee and Bo Ek"), { exact: true, lenient: true });
  assert.deepEqual(compareAuthors("Ann Lee", "Ann Lee and Bo Ek"), { exact: false, lenient: true });
  assert.deepEqual(compareAuthors("Cy Ru", "Ann Lee"), { exact: false, lenient: false });
});

test("the family name may stand first", () => {
  assert.equal(compareAuthors("Jane Smith", "Smith, Jane").exact, true);
});

test("nothing agrees with no answer", () => {
  assert.deepEqual(compareAuthors(null, "Ann Lee"), { exact: false, lenient: false });
});
