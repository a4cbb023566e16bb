import { type ContentModel, packLexicon, treeKinds, unpackLexicon } from "../../detect/index.ts";
import type { Lexicons } from "../../features/index.ts";
import type { ContentExample } from "./content-example.ts";
import { kindNumber } from "./label-kinds.ts";
import { countHashes } from "./weigh-hashes.ts";

/** Word weights, as in a model's file. */
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

/** Minimum number of hosts for a word in names, or in texts, to get a weight. */
const minNameHosts = 3;
const minWordHosts = 5;
/** Smaller kind weights are dropped: most names are unrelated to kinds. */
const minKindWeight = 0.5;

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
        const label = example.labels[b];
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
    const strong = [...kind.weights(minNameHosts, 3, false)].filter(([, weight]) => weight > minKindWeight);
    return packLexicon(new Map(strong), options);
  }) as [ContentModel["words"], ContentModel["words"], ContentModel["words"]];
  return {
    names: {
      content: packLexicon(content.weights(minNameHosts, 1.5, false, options.names), options),
      comment,
      post,
      review,
    },
    words: packLexicon(words.weights(minWordHosts, 2, true, options.words), options),
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
    const label = labels[b];
    const weight = weights[b];
    if (weight === 0) continue;
    seen.clear();
    for (let up = element[b]; up > 0; up = elementParent[up]) {
      for (const hash of elementNames[up]) seen.add(hash);
    }
    for (const hash of seen) {
      if (label >= 0) content.add(hash, weight, label > 0.5 ? 1 : 0);
      for (const [k, kind] of kinds.entries()) {
        kind.add(hash, weight, example.kinds[b] === kindNumber(treeKinds[k] as "comment") ? 1 : 0);
      }
    }
  }
}
