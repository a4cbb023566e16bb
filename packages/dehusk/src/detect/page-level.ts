import pageLevelFile from "../../models/page-level.json" with { type: "json" };
import { bring } from "./layout-scorer.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import { scoreByLayout } from "./score-by-layout.ts";

/** Makes models that need a layout usable. Threads call it, as they get models as data. */
export function bringLayout(): PageLevelModel {
  const model = pageLevelFile as unknown as PageLevelModel;
  bring(scoreByLayout, model);
  return model;
}

/** The model of the paper: trained on repetition alone. */
export const pageLevelModel: PageLevelModel = /* @__PURE__ */ bringLayout();
