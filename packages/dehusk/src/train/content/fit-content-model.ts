import { DehuskError } from "../../basics/index.ts";
import type { ContentModel } from "../../detect/index.ts";
import type { ContentTrainer } from "./content-trainer.ts";

/** Which pages a model is trained on. */
export type TrainedOn = (page: { readonly set: string; readonly host: string }) => boolean;

/**
 * Fits a model to some of a trainer's pages.
 *
 * @param what What the model is for, for messages.
 * @throws DehuskError `bad-input` if there are too few pages.
 */
export function fitContentModel(
  trainer: ContentTrainer,
  what: string,
  isTrainedOn: TrainedOn,
  onStep: (step: string) => void = () => {},
): ContentModel {
  try {
    return trainer.fit(isTrainedOn, (step) => onStep(`${what}: ${step}`));
  } catch (error) {
    // The learner throws this if it gets no rows: no pages, or none in one fold of the hosts.
    if (!(error instanceof RangeError)) throw error;
    const message = `Too few labelled pages or hosts to train the ${what}.`;
    throw new DehuskError("bad-input", message, { cause: error });
  }
}
