import { type ContentScoredPage, type Detection, type ScoredPage, textKinds } from "../../detect/index.ts";
import { type BlockView, viewBlocks } from "../../features/index.ts";
import type { Page } from "../../page/index.ts";

const COMMENT = textKinds.indexOf("comment");
const POST = textKinds.indexOf("post");

/** The blocks of a page with a model's scores. */
export interface JudgedText {
  readonly page: Page;
  readonly view: BlockView;
  readonly words: Int32Array;
  /** Probability of content of each block. */
  readonly chance: Float64Array;
  /** 1 for each block of readers' comments. */
  readonly isComment: Uint8Array;
  /** Whether the page is a thread of posts. */
  readonly isThread: boolean;
  /** Whether the page is so short that all of it is likely content, see `liftShort`. */
  readonly isShort?: boolean;
}

/** A content model scores blocks; with others, content is what is not template. */
export function judgedText(scored: ScoredPage, { templateness }: Detection): JudgedText {
  const { page } = scored;
  if (scored.detector === "content") return judgedContent(scored);
  const { first, last, count } = page.blocks;
  const { words } = page.sums;
  return {
    page,
    view: viewBlocks(scored.view),
    words: Int32Array.from({ length: count }, (_, b) => words[last[b] + 1] - words[first[b]]),
    chance: Float64Array.from({ length: count }, (_, b) => 1 - meanOver(first[b], last[b])),
    isComment: new Uint8Array(count),
    isThread: false,
  };

  /** The mean over the words of a block. */
  function meanOver(from: number, to: number): number {
    let sum = 0;
    let all = 0;
    for (let i = from; i <= to; i++) {
      const own = words[i + 1] - words[i];
      sum += own * templateness[i];
      all += own;
    }
    return all === 0 ? templateness[from] : sum / all;
  }
}

export function judgedContent({ page, blocks }: ContentScoredPage): JudgedText {
  const { kind } = blocks;
  const isComment = new Uint8Array(kind.length);
  for (let b = 0; b < kind.length; b++) if (kind[b] === COMMENT) isComment[b] = 1;
  return {
    page,
    view: blocks.view,
    words: blocks.words,
    chance: blocks.chance,
    isComment,
    isThread: kind.includes(POST),
  };
}
