import assert from "node:assert/strict";
import { test } from "node:test";
import { scorePage } from "./score-page.mjs";
import { summariseSet } from "./summarise.mjs";
import { summariseLanguages, summarisePageTypes } from "./summarise-groups.mjs";

const extractor = { name: "x", kind: "extractor", packages: [], fields: [], load: async () => () => ({}) };

/** A page whose answer is "a"; right where its truth is "a", wrong where it is "b". */
function score(set, page) {
  const whole = { id: "1", url: null, lang: null, html: "<p>", text: null, meta: null, ...page };
  return scorePage(set, whole, extractor, { text: "a", ms: 1, meta: {} });
}

const typed = (set, pageType, text) => score(set, { text, meta: { pageType } });
const written = (set, lang, text) => score(set, { text, lang });
const times = (count, make) => Array.from({ length: count }, make);

function languagesOf(scores) {
  const sets = [...new Set(scores.map(({ set }) => set))];
  const bySet = sets.map((set) => [set, summariseSet(scores.filter((one) => one.set === set))]);
  return summariseLanguages(scores, Object.fromEntries(bySet));
}

test("page types are summed up apart in each set, the most frequent first", () => {
  const summary = summarisePageTypes([
    typed("s", "article", "b"),
    typed("s", "forum", "a"),
    typed("s", "forum", "b"),
    typed("t", "forum", "a"),
  ]);
  assert.deepEqual(Object.keys(summary), ["s", "t"]);
  assert.deepEqual(Object.keys(summary.s), ["forum", "article"]);
  assert.equal(summary.s.forum.pages, 2);
  assert.equal(summary.s.forum.meanF1, 0.5);
  assert.equal(summary.s.article.meanF1, 0);
  assert.equal(summary.t.forum.meanF1, 1);
});

test("pages without a type or without true text are in no page type", () => {
  assert.deepEqual(
    summarisePageTypes([score("s", { text: "a" }), score("t", { include: ["a"], meta: { pageType: "forum" } })]),
    {},
  );
});

test("a language is the first subtag, over all sets, each page weighing the same", () => {
  const { words } = languagesOf([
    ...times(3, () => written("s", "zh-Hans", "a")),
    written("s", "zh_TW", "b"),
    written("t", "ZH", "b"),
  ]);
  assert.deepEqual(Object.keys(words), ["zh"]);
  assert.equal(words.zh.pages, 5);
  assert.ok(Math.abs(words.zh.meanF1 - 3 / 5) < 1e-12);
});

test("languages with fewer than five pages and pages without a language are together in other, the last", () => {
  const { words } = languagesOf([
    ...times(4, () => written("s", "pl", "b")),
    ...times(3, () => written("s", null, "a")),
    written("s", "fr", "a"),
    ...times(5, () => written("s", "de", "a")),
    ...times(6, () => written("s", "en", "a")),
  ]);
  assert.deepEqual(
    Object.entries(words).map(([language, { pages }]) => [language, pages]),
    [
      ["en", 6],
      ["de", 5],
      ["other", 8],
    ],
  );
  assert.equal(words.other.meanF1, 0.5);
});

test("segments are summed up by language only over sets without true text and with strings of both kinds", () => {
  const segments = (set, lang, page) => score(set, { lang, include: ["a"], exclude: ["z"], ...page });
  const summary = languagesOf([
    ...times(4, () => segments("segments", "pl", {})),
    segments("segments", "pl", { include: ["b"], exclude: ["a"] }),
    ...times(5, () => segments("only-include", "ja", { exclude: null })),
    ...times(5, () => segments("with-text", "en", { text: "a" })),
    segments("with-text", "en", {}),
  ]);
  assert.deepEqual(Object.keys(summary.segments), ["pl"]);
  assert.equal(summary.segments.pl.pages, 5);
  // 4 of 5 include strings found, 1 exclude string found: precision and recall are both 4 / 5.
  assert.ok(Math.abs(summary.segments.pl.f - 4 / 5) < 1e-12);
  assert.deepEqual(Object.keys(summary.words), ["en"]);
  assert.equal(summary.words.en.pages, 5);
});

test("the order of pages does not change the summaries", () => {
  const scores = [
    ...times(5, () => written("s", "pl", "a")),
    ...times(5, () => written("s", "el", "b")),
    typed("s", "product", "a"),
    typed("s", "forum", "b"),
  ];
  const turned = [...scores].reverse();
  assert.equal(JSON.stringify(languagesOf(turned)), JSON.stringify(languagesOf(scores)));
  assert.equal(JSON.stringify(summarisePageTypes(turned)), JSON.stringify(summarisePageTypes(scores)));
});
