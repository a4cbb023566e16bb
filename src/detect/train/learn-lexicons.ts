import type { Lexicons } from "../../features/index.ts";
import { type ContentModel, treeKinds } from "../content-model.ts";
import { packLexicon, unpackLexicon } from "../packed-lexicon.ts";
import type { ContentExample } from "./content-example.ts";
import { kindNumber } from "./label-kinds.ts";
import { countHashes } from "./weigh-hashes.ts";

/** What words say, as it is in a model's file. */
export interface PackedLexicons {
  readonly names: ContentModel["names"];
  readonly words: ContentModel["words"];
}

export function unpackLexicons({ names, words }: PackedLexicons): Lexicons {
  return {
    names: {
      content: unpackLexicon(names.content),
      comment: unpackLexicon(names.comment),
      post: unpackLexicon(names.post),
      review: unpackLexicon(names.review),
    },
    words: unpackLexicon(words),
  };
}

/** Hosts on which a word in a name, or a word of a text, must have been met to be weighed. */
const leastNameHosts = 3;
const leastWordHosts = 5;
/** Weights of kinds below this say nothing: most names are about no kind. */
const leastKindWeight = 0.5;

/** How much of what words say is kept; what is left out is as for the model that comes with the package. */
export interface LexiconOptions {
  /** Most words in names, and of texts. */
  readonly names: number;
  readonly words: number;
  /** Bits of a word's hash, and steps of its weight. */
  readonly bits: number;
  readonly steps: number;
}

/** What words say, learned from the labels of some pages. */
export function learnLexicons(examples: readonly ContentExample[], options: LexiconOptions): PackedLexicons {
  const content = countHashes();
  const words = countHashes();
  const kinds = treeKinds.map(() => countHashes());
  for (const pages of byHost(examples)) {
    for (const example of pages) {
      countNames(example, content, kinds);
      for (const [b, hashes] of example.words.entries()) {
        const label = example.labels[b] as number;
        if (label < 0) continue;
        const weight = 1 / Math.sqrt(hashes.length);
        for (const hash of hashes) words.add(hash, weight, label > 0.5 ? 1 : 0);
      }
    }
    content.endHost();
    words.endHost();
    for (const kind of kinds) kind.endHost();
  }
  const [comment, post, review] = kinds.map((kind) => {
    const strong = [...kind.weights(leastNameHosts, 3, false)].filter(([, weight]) => weight > leastKindWeight);
    return packLexicon(new Map(strong), options);
  }) as [ContentModel["words"], ContentModel["words"], ContentModel["words"]];
  return {
    names: {
      content: packLexicon(content.weights(leastNameHosts, 1.5, false, options.names), options),
      comment,
      post,
      review,
    },
    words: packLexicon(words.weights(leastWordHosts, 2, true, options.words), options),
  };
}

function byHost(examples: readonly ContentExample[]): Iterable<ContentExample[]> {
  const hosts = new Map<string, ContentExample[]>();
  for (const example of examples) {
    const pages = hosts.get(example.host);
    if (pages === undefined) hosts.set(example.host, [example]);
    else pages.push(example);
  }
  return hosts.values();
}

type Counter = ReturnType<typeof countHashes>;

function countNames(example: ContentExample, content: Counter, kinds: readonly Counter[]): void {
  const { labels, weights, element, elementParent, elementNames } = example;
  const seen = new Set<number>();
  for (let b = 0; b < labels.length; b++) {
    const label = labels[b] as number;
    const weight = weights[b] as number;
    if (weight === 0) continue;
    seen.clear();
    for (let up = element[b] as number; up > 0; up = elementParent[up] as number) {
      for (const hash of elementNames[up] as Int32Array) seen.add(hash);
    }
    for (const hash of seen) {
      if (label >= 0) content.add(hash, weight, label > 0.5 ? 1 : 0);
      for (const [k, kind] of kinds.entries()) {
        kind.add(hash, weight, example.kinds[b] === kindNumber(treeKinds[k] as "comment") ? 1 : 0);
      }
    }
  }
}
