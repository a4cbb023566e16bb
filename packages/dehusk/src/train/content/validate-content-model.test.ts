import { beforeAll, describe, expect, test } from "vitest";
import type { ContentModel } from "../../detect/index.ts";
import { extract } from "../../extract/index.ts";
import { parse } from "../../page/index.ts";
import type { SetPage } from "../labelled/labelled-set.ts";
import { wordScores } from "../measures/word-scores.ts";
import { labelledLines } from "../testing/labelled-lines.ts";
import { ContentTrainer, hashHost } from "./content-trainer.ts";
import { crossValidate, leaveOneOut, type ValidationSet } from "./validate-content-model.ts";

interface MadeUpSet extends ValidationSet {
  readonly pages: readonly SetPage[];
}

function madeUpSet(name: string, sites: readonly number[]): MadeUpSet {
  const pages = sites.flatMap((site) =>
    labelledLines(site, 3).map((line): SetPage => ({ ...line, set: name, host: new URL(line.url).hostname })),
  );
  return { name, hosts: pages.map(({ host }) => host), pages };
}

async function* read({ pages }: MadeUpSet): AsyncGenerator<SetPage> {
  yield* pages;
}

const few = { trees: 8 };

/** Records which hosts and sets each model was trained on. */
class WatchedTrainer extends ContentTrainer {
  readonly fits: { readonly model: ContentModel; readonly used: { readonly set: string; readonly host: string }[] }[] =
    [];

  override fit(...[isTrainedOn = () => true, onStep]: Parameters<ContentTrainer["fit"]>): ContentModel {
    const used: { set: string; host: string }[] = [];
    const model = super.fit((page) => {
      const isUsed = isTrainedOn(page);
      if (isUsed) used.push({ set: page.set, host: page.host });
      return isUsed;
    }, onStep);
    this.fits.push({ model, used });
    return model;
  }
}

function trainerOn(sets: readonly MadeUpSet[]): WatchedTrainer {
  const trainer = new WatchedTrainer({ first: few, second: few, kinds: few });
  for (const { pages } of sets) {
    for (const { set, host, html, url, text } of pages) trainer.add({ set, host, text, page: parse(html, { url }) });
  }
  return trainer;
}

function meanOf(pages: readonly SetPage[], modelFor: (page: SetPage) => ContentModel): number {
  const scores = pages.map((page) => {
    const { text } = extract(page.html, { url: page.url, model: modelFor(page) });
    return wordScores(text, page.text ?? "").f1;
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

let one: MadeUpSet;
let two: MadeUpSet;
let unseen: MadeUpSet;
beforeAll(() => {
  one = madeUpSet("one", [0, 1, 2, 3, 4, 5, 6, 7]);
  // Shares two sites with the first.
  two = madeUpSet("two", [6, 7, 8, 9, 10, 11, 12, 13]);
  unseen = madeUpSet("unseen", [0, 14, 15]);
});

describe("crossValidate", () => {
  test("measures each page with a model not trained on its host", async () => {
    const trainer = trainerOn([one, two]);
    const table = await crossValidate(trainer, [one, two, unseen], read);
    expect(trainer.fits.length).toBe(4);
    for (const [fold, { used }] of trainer.fits.entries()) {
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter(({ host }) => hashHost(host) % 4 === fold)).toEqual([]);
      expect(used.filter(({ set }) => set === "unseen")).toEqual([]);
    }
    const modelFor = ({ host }: SetPage) => trainer.fits[hashHost(host) % 4]?.model as ContentModel;
    for (const { name, pages } of [one, two, unseen]) {
      expect(table.sets[name]?.pages).toBe(pages.length);
      expect(table.sets[name]?.meanF1).toBeCloseTo(meanOf(pages, modelFor), 4);
    }
    const means = Object.values(table.sets).map(({ meanF1 }) => meanF1);
    expect(table.meanF1).toBeCloseTo(means.reduce((sum, mean) => sum + mean, 0) / 3, 3);
    expect(Object.keys(table.sets)).toEqual(["one", "two", "unseen"]);
  });

  test("gives mean, median and share below a half; a failing page scores 0 and is reported", async () => {
    const [first, second, third] = one.pages as [SetPage, SetPage, SetPage];
    const modelled = { ...one, pages: [first, second, third, { ...first, html: "x".repeat(200_000) }] };
    const failed: string[] = [];
    const options = {
      limits: { bytes: 100_000 },
      onFailure: (page: SetPage, error: Error) => failed.push(`${page.id} ${error.message}`),
    };
    const trainer = trainerOn([one, two]);
    const { sets } = await crossValidate(trainer, [modelled], read, options);
    const scores = [first, second, third].map((page) =>
      meanOf([page], ({ host }) => trainer.fits[hashHost(host) % 4]?.model as ContentModel),
    );
    const [low, middle] = scores.toSorted((a, b) => a - b) as [number, number];
    expect(failed).toEqual([expect.stringContaining(first.id)]);
    expect(sets["one"]?.meanF1).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / 4, 4);
    expect(sets["one"]?.medianF1).toBeCloseTo((low + middle) / 2, 4);
    expect(sets["one"]?.below).toBe((1 + scores.filter((score) => score < 0.5).length) / 4);
  });

  test("skips pages without a whole text, and fails if there are no others", async () => {
    const [first, ...rest] = one.pages.map(({ text, ...page }): SetPage => ({ ...page, include: [text ?? ""] }));
    const trainer = trainerOn([one, two]);
    const mixed = { ...one, pages: [...rest, one.pages[0]] };
    expect((await crossValidate(trainer, [mixed], read)).sets["one"]?.pages).toBe(1);
    const none = { ...one, pages: [first as SetPage, ...rest] };
    await expect(crossValidate(trainer, [none], read)).rejects.toMatchObject({ code: "bad-input" });
  });

  test("fails if there is too little to train on", async () => {
    await expect(crossValidate(trainerOn([]), [one], read)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("fold 1 of 4"),
    });
  });
});

describe("leaveOneOut", () => {
  test("measures each set with a model of the other sets' other hosts", async () => {
    const trainer = trainerOn([one, two]);
    const steps: string[] = [];
    const table = await leaveOneOut(trainer, [one, two, unseen], read, { onStep: (step) => steps.push(step) });
    const [withoutOne, withoutTwo, withoutUnseen] = trainer.fits.map(({ used }) => used);
    const hosts = (set: MadeUpSet, other: MadeUpSet) => set.hosts.filter((host) => !other.hosts.includes(host));
    expect(withoutOne?.map(({ host }) => host)).toEqual(hosts(two, one));
    expect(withoutTwo?.map(({ host }) => host)).toEqual(hosts(one, two));
    expect(withoutUnseen?.map(({ host }) => host)).toEqual([...hosts(one, unseen), ...two.hosts]);
    expect(hosts(two, one).length).toBeLessThan(two.hosts.length);
    for (const [i, { name, pages }] of [one, two, unseen].entries()) {
      expect(table.sets[name]?.meanF1).toBeCloseTo(
        meanOf(pages, () => trainer.fits[i]?.model as ContentModel),
        4,
      );
    }
    expect(steps).toContain("model without two: measuring");
  });

  test("fails if no other set is left to train on", async () => {
    await expect(leaveOneOut(trainerOn([one]), [one], read)).rejects.toMatchObject({ code: "bad-input" });
  });
});
