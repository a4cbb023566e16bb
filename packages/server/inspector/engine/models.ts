import { DehuskError } from "dehusk/internal/basics";
import {
  type BundledModelName,
  type DetectionModel,
  kindOfModel,
  pageLevelModel,
  readModel,
} from "dehusk/internal/detect";
import { readSegmentModel, type SegmentModel, type SegmentModelName } from "dehusk/internal/segment";
import type { AddedModel } from "./messages.ts";

/** The models that settings may name: ids of the window, and what they stand for in the library. */
export class Models {
  readonly #detect = new Map<string, DetectionModel | BundledModelName>([
    ["shipped", "default"],
    ["plain", pageLevelModel],
  ]);
  readonly #segment = new Map<string, SegmentModel | SegmentModelName>([
    ["shipped", "default"],
    ["plain", "plain"],
  ]);

  /** @throws DehuskError `bad-model` when there is no such model. */
  forDetection(id: string): DetectionModel | BundledModelName {
    return this.#detect.get(id) ?? unknownModel(id);
  }

  /** @throws DehuskError `bad-model` when there is no such model. */
  forSegments(id: string): SegmentModel | SegmentModelName {
    return this.#segment.get(id) ?? unknownModel(id);
  }

  /**
   * Adds the model in the text of a file.
   *
   * @throws DehuskError `bad-model` with what is wrong with it.
   */
  add(id: string, text: string): AddedModel {
    if (kindOfModel(text) === "dehusk-segment-model") {
      const model = readSegmentModel(text);
      checkGeometry(model);
      this.#segment.set(id, model);
      return { id, name: model.name, use: "segment" };
    }
    const model = readModel(text);
    checkGeometry(model);
    this.#detect.set(id, model);
    return { id, name: model.name, use: "detect" };
  }
}

/** Here boxes are estimated: a model for rendered ones would read other numbers than it knows. */
function checkGeometry({ name, geometry }: { readonly name: string; readonly geometry?: string }): void {
  if (geometry !== "rendered") return;
  throw new DehuskError(
    "bad-model",
    `The model ${name} was trained on rendered boxes, and the inspector estimates them. Train one with estimated boxes.`,
  );
}

function unknownModel(id: string): never {
  throw new DehuskError("bad-model", `There is no model "${id}".`);
}
