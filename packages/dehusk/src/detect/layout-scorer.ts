import { DehuskError } from "../basics/index.ts";
import type { Boxes } from "../layout/index.ts";
import type { Page } from "../page/index.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import type { ScoredPage } from "./scored-page.ts";
import type { BlockDetector } from "./template-block-detector.ts";

type LayoutModel = PageLevelModel | BlockDetector;

type LayoutScorer = (
  page: Page,
  boxes: Boxes | undefined,
  model: LayoutModel,
  onSite: ((node: number) => boolean) | undefined,
) => ScoredPage;

/**
 * Scores pages by models that need a layout. Loaded with those models, so that a bundle with only the default model
 * does not include the layout.
 */
const brought: { scorer?: LayoutScorer; pageLevel?: PageLevelModel } = {};

export function bring(scorer: LayoutScorer, pageLevel: PageLevelModel): void {
  brought.scorer = scorer;
  brought.pageLevel = pageLevel;
}

/** @throws DehuskError `bad-model` in a bundle without the layout. */
export function layoutScorer({ name }: { readonly name: string }): LayoutScorer {
  return brought.scorer ?? notLoaded(name);
}

/** The page-level model that comes with the library. @throws DehuskError `bad-model` in a bundle without it. */
export function broughtPageLevelModel(): PageLevelModel {
  return brought.pageLevel ?? notLoaded("page-level");
}

function notLoaded(name: string): never {
  throw new DehuskError(
    "bad-model",
    `The model ${name} needs a layout, which this bundle lacks: import pageLevelModel too.`,
  );
}
