import { DehuskError } from "dehusk/internal/basics";
import { nodeAt, type Page, textOf } from "dehusk/internal/page";
import { compareKept } from "./compare-kept.ts";
import { describeNode, shorten } from "./describe-node.ts";
import { drawPageMap } from "./draw-page-map.ts";
import { droppedParts } from "./dropped-parts.ts";
import { describeJudgement, markSections, PageJudge } from "./judge-page.ts";
import type { TaskKind, Tasks } from "./messages.ts";
import { Models } from "./models.ts";
import { openPage } from "./open-page.ts";
import { resultOf } from "./result-page.ts";
import { PageSegmenter } from "./segment-state.ts";
import { structureOf } from "./structure.ts";

type Handlers = {
  [Kind in TaskKind]: (input: Tasks[Kind]["input"], progress: (note: string) => void) => Tasks[Kind]["answer"];
};

/** The open page. */
interface OpenState {
  readonly page: Page;
  readonly judge: PageJudge;
  readonly segmenter: PageSegmenter;
}

/**
 * Answers all questions about one page at a time, given by `open`. Independent of workers, so it can be tested
 * anywhere.
 *
 * @example
 * const engine = createEngine();
 * engine.open({ content: html, url: null, name: "pasted" }, () => {});
 * engine.judge(defaultSettings, () => {}).words;
 */
export function createEngine(): Handlers {
  const models = new Models();
  let current: OpenState | undefined;

  function looking(): OpenState {
    if (current === undefined) throw new DehuskError("bad-input", "No page is open.");
    return current;
  }

  return {
    open(source) {
      current = undefined;
      const { opened, ...state } = openPage(source);
      current = { page: state.page, judge: new PageJudge(state, models), segmenter: new PageSegmenter(state, models) };
      return opened;
    },
    judge: (settings) => describeJudgement(looking().judge.judge(settings)),
    map(settings) {
      const { detection } = looking().judge.judge(settings);
      return drawPageMap(detection, markSections(detection));
    },
    node: ({ node, settings }) => describeNode(looking().judge.judge(settings), node),
    write: ({ format, settings }) => looking().judge.judge(settings).extraction[format],
    result: (settings) => resultOf(looking().judge.judge(settings).extraction),
    dropped: (settings) => droppedParts(looking().judge.judge(settings)),
    structure: (settings) => structureOf(looking().judge.judge(settings).extraction),
    compare({ a, b }) {
      const { page, judge } = looking();
      const [first, second] = [judge.judge(a), judge.judge(b)];
      return compareKept(page, first.decision.kept, second.decision.kept);
    },
    locate(paths) {
      const { page } = looking();
      return paths.map((path) => {
        const node = path === null ? -1 : nodeAt(page, path);
        return node < 0 ? null : { node, text: shorten(textOf(page, node)) };
      });
    },
    segment: (settings, progress) => looking().segmenter.segment(settings, progress),
    addModel: ({ id, text }) => models.add(id, text),
  };
}
