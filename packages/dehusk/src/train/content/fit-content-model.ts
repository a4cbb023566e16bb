import { DehuskError } from "../../basics/index.ts";
import type { ContentModel } from "../../detect/index.ts";
import type { ContentTrainer } from "./content-trainer.ts";

/** Which pages a model is trained on. */
export type TrainedOn = (page: { readonly set: string; readonly host: string }) => boolean;

/**
 * Fits a model to some of a trainer's pages.
 *
 * @param what What the model is for, as messages say it.
 * @throws DehuskError `bad-input` when there are too few pages.
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
    // What the learner says when it is given no rows: of no page, or of the pages of one part of the hosts.
    if (!(error instanceof RangeError)) throw error;
    const message = `There are too few labelled pages to train on, or of too few hosts, for the ${what}.`;
    throw new DehuskError("bad-input", message, { cause: error });
  }
}
