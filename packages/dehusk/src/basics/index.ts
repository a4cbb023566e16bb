export { bytesToData, dataToBytes } from "./array-bytes.ts";
export { base64ToBytes, bytesToBase64 } from "./base64-bytes.ts";
export {
  checkNames,
  checkNumber,
  checkOptions,
  checkSwitch,
  checkTexts,
  checkValues,
  checkWhole,
  pickOptions,
  unknownName,
  unknownOption,
  withDefaults,
} from "./check-options.ts";
export { counted } from "./counted.ts";
export { DehuskError, type ErrorCode, type Warning, type WarningCode } from "./dehusk-error.ts";
export { highStep, LaneHash, lowStep, mixHigh, mixLow } from "./lane-hash.ts";
export { loadModule, loadPackage } from "./load-package.ts";
export { accepts, describeSpec, type OptionSpec, type OptionTable, type SpecTable } from "./option-spec.ts";
export { ownText } from "./own-text.ts";
export { isRecord, showValue } from "./plain-data.ts";
export { rounded, toDigits } from "./rounding.ts";
export { Scratch } from "./scratch.ts";
export { cutText, wellFormed } from "./well-formed.ts";
export { withGetters } from "./with-getters.ts";
