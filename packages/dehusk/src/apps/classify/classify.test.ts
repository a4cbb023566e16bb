import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClassifierTrainer, type TrainingOptions } from "../../train/classifier/classifier-trainer.ts";
import { type ClassifierModel, readClassifier, writeClassifier } from "./classifier-model.ts";
import { createClassifier } from "./create-classifier.ts";

const examples: readonly (readonly [string, string])[] = [
  ["camera", "A camera with a lens, a flash and a tripod"],
  ["camera", "Lens and shutter of the camera, two lenses"],
  ["notebook", "A notebook with a keyboard and a hinge"],
  ["notebook", "Keyboard, screen and battery of the notebook"],
];

function train(pages: readonly (readonly [string, string])[], options?: TrainingOptions): ClassifierModel {
  const trainer = new ClassifierTrainer(options);
  for (const [label, text] of pages) trainer.add(text, label);
  return trainer.finish();
}

describe("classifier", () => {
  const model = train(examples);

  test("tells classes apart by their words, ignoring case", () => {
    const classify = createClassifier(model);
    expect(classify("THE LENS of a Camera!").label).toBe("camera");
    expect(classify("a broken keyboard").label).toBe("notebook");
    const { classes, knownWords } = classify("keyboard keyboard unheard-of");
    expect(classes.map(({ label }) => label)).toEqual(["notebook", "camera"]);
    expect(classes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    expect(knownWords).toBe(3);
  });

  test("template words of one class mislead it, as section 6.3 says, and cleaning helps", () => {
    const frame = "login basket newsletter imprint ".repeat(5);
    const full = train(examples.map(([label, text]) => [label, label === "camera" ? `${frame} ${text}` : text]));
    const asked = "a keyboard and a battery";
    expect(createClassifier(full)(`${frame} ${asked}`).label).toBe("camera");
    expect(createClassifier(model)(asked).label).toBe("notebook");
  });

  test("without known words the answer is the class frequencies", () => {
    const classify = createClassifier(train([...examples, ["camera", "tripod"]]));
    for (const text of ["", "zzz"]) {
      expect(classify(text)).toMatchObject({ label: "camera", knownWords: 0 });
      expect(classify(text).probability).toBeCloseTo(0.6, 12);
    }
  });

  test("drops words on few pages", () => {
    expect(train(examples, { minimumPages: 2 }).vocabulary).toEqual(
      ["a", "and", "camera", "keyboard", "lens", "notebook", "of", "the", "with"].sort(),
    );
  });

  test("accepts words that are names of object properties, and texts without spaces", () => {
    const classify = createClassifier(
      train([
        ["code", "constructor __proto__ hasOwnProperty"],
        ["新聞", "今天的天氣"],
      ]),
    );
    expect(classify("constructor").label).toBe("code");
    expect(classify("天氣").label).toBe("新聞");
  });

  test("the order of pages does not change the model", () => {
    const words = fc.array(fc.constantFrom("b", "a", "dd", "c"), { maxLength: 6 }).map((list) => list.join(" "));
    const labelled = fc.array(fc.tuple(fc.constantFrom("y", "x", "z"), words), { maxLength: 8 });
    fc.assert(
      fc.property(labelled, fc.integer({ min: 1, max: 3 }), (more, minimumPages) => {
        const pages = [...examples, ...more];
        const text = writeClassifier(train(pages, { minimumPages }));
        expect(writeClassifier(train(pages.toReversed(), { minimumPages }))).toBe(text);
        expect(writeClassifier(readClassifier(text))).toBe(text);
      }),
    );
  });

  test("a model survives a write and read", () => {
    const copy = readClassifier(writeClassifier(train(examples, { clean: "page", smoothing: 0.5 })));
    expect(copy).toEqual(train(examples, { clean: "page", smoothing: 0.5 }));
  });

  test("needs two classes", () => {
    expect(() => train([])).toThrow(/there are no pages/);
    expect(() => train([["camera", "a"]])).toThrow(/all are "camera"/);
  });

  test("needs words", () => {
    expect(() => train(examples, { minimumPages: 5 })).toThrow(/No word is on 5 or more pages/);
    expect(() =>
      train([
        ["camera", ""],
        ["notebook", "—"],
      ]),
    ).toThrow(/No word is on a page/);
  });

  test("refuses invalid options", () => {
    expect(() => new ClassifierTrainer({ minimumPages: 0 })).toThrow(/"minimumPages"/);
    expect(() => new ClassifierTrainer({ smoothing: 0 })).toThrow(/"smoothing"/);
    expect(() => new ClassifierTrainer({ clean: "all" as "none" })).toThrow(
      /"clean" must be one of none, site, frame, page/,
    );
    expect(() => new ClassifierTrainer({ smooth: 1 } as object)).toThrow(/Unknown option "smooth"/);
  });
});

describe("readClassifier", () => {
  const model = train(examples);
  const { bayes } = model;
  test.each([
    ["not JSON", "{", /not JSON/],
    ["another file", '{"kind":"dehusk-site-templates","version":1}', /"kind": "dehusk-page-classifier"/],
    ["null", "null", /"kind"/],
    ["a later version", { ...model, version: 2 }, /its version is 2/],
    ["an unknown cleaning", { ...model, clean: "soap" }, /"clean" is "soap"/],
    ["a duplicate class", { ...model, classes: ["camera", "camera"] }, /"classes" must be a list of unique strings/],
    ["a truncated vocabulary", { ...model, vocabulary: model.vocabulary.slice(1) }, /"words" is 17, but/],
    [
      "one class too many",
      { ...model, classes: [...model.classes, "tv"] },
      /"documents" must be 3 non-negative integers/,
    ],
    ["no pages", { ...model, bayes: { ...bayes, documents: [0, 0] } }, /all its classes are empty/],
    [
      "invalid counts",
      { ...model, bayes: { ...bayes, counts: [[], []] } },
      /"counts" of class 1 must be 17 non-negative/,
    ],
    [
      "counts that do not add up",
      { ...model, bayes: { ...bayes, totals: [1, 1] } },
      /sum to \d+, not to its total of 1/,
    ],
    ["no smoothing", { ...model, bayes: { ...bayes, smoothing: 0 } }, /"smoothing" is 0/],
    ["no numbers", { ...model, bayes: null }, /"bayes" is not an object/],
  ])("refuses %s", (_, file, message) => {
    const text = typeof file === "string" ? file : JSON.stringify(file);
    expect(() => readClassifier(text)).toThrow(expect.objectContaining({ code: "bad-model" }));
    expect(() => readClassifier(text)).toThrow(message);
  });
});
