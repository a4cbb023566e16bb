import { DehuskError, isRecord, showValue } from "dehusk/internal/basics";
import {
  badModel,
  type DetectionModel,
  pageLevelModel,
  readContentModel,
  readPageLevelModel,
} from "dehusk/internal/detect";
import { plainSegmentModel, readSegmentModel, type SegmentModel } from "dehusk/internal/segment";
import type { AddedModel } from "./messages.ts";

/** The models that settings may name. `undefined` stands for the one that comes with the package. */
export class Models {
  readonly #detect = new Map<string, DetectionModel | undefined>([
    ["shipped", undefined],
    ["plain", pageLevelModel],
  ]);
  readonly #segment = new Map<string, SegmentModel | undefined>([
    ["shipped", undefined],
    ["plain", plainSegmentModel("estimate")],
  ]);

  /** @throws DehuskError `bad-model` when there is no such model. */
  forDetection(id: string): DetectionModel | undefined {
    if (!this.#detect.has(id)) throw unknownModel(id);
    return this.#detect.get(id);
  }

  /** @throws DehuskError `bad-model` when there is no such model. */
  forSegments(id: string): SegmentModel | undefined {
    if (!this.#segment.has(id)) throw unknownModel(id);
    return this.#segment.get(id);
  }

  /**
   * Adds the model in the text of a file.
   *
   * @throws DehuskError `bad-model` with what is wrong with it.
   */
  add(id: string, text: string): AddedModel {
    const kind = kindOf(text);
    if (kind === "dehusk-segment-model") {
      const model = readSegmentModel(text);
      checkGeometry(model);
      this.#segment.set(id, model);
      return { id, name: model.name, use: "segment" };
    }
    const model = kind === "dehusk-content-model" ? readContentModel(text) : readPageLevelModel(text);
    checkGeometry(model);
    this.#detect.set(id, model);
    return { id, name: model.name, use: "detect" };
  }
}

const known = ["dehusk-content-model", "dehusk-page-level-model", "dehusk-segment-model"];

function kindOf(text: string): string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw badModel({ title: "model", kind: "", features: [] }, "it is not JSON");
  }
  const kind = isRecord(data) ? data["kind"] : undefined;
  if (typeof kind === "string" && known.includes(kind)) return kind;
  throw new DehuskError(
    "bad-model",
    `The file is no model that can be tried here: its kind is ${showValue(kind)}; known are ${known.join(", ")}.`,
  );
}

/** Here boxes are estimated: a model for rendered ones would read other numbers than it knows. */
function checkGeometry({ name, geometry }: { readonly name: string; readonly geometry: string }): void {
  if (geometry === "estimate") return;
  throw new DehuskError(
    "bad-model",
    `The model ${name} was trained on rendered boxes, and the inspector estimates them. Train one with estimated boxes.`,
  );
}

function unknownModel(id: string): DehuskError {
  return new DehuskError("bad-model", `There is no model "${id}".`);
}
