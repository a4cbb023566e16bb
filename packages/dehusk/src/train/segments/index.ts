export {
  bestLambda,
  lambdaVariants,
  type TriedLambda,
  tryLambdas,
} from "./choose-lambda.ts";
export { fitSegmentModel } from "./fit-segment-model.ts";
export type { LabelledView } from "./labelled-view.ts";
