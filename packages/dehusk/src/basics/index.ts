export { base64ToBytes, bytesToBase64 } from "./base64-bytes.ts";
export { checkNames, checkNumber, checkSwitch, checkTexts, checkWhole, withDefaults } from "./check-options.ts";
export { DehuskError, type ErrorCode, type Warning } from "./dehusk-error.ts";
export { highStep, LaneHash, lowStep, mixHigh, mixLow } from "./lane-hash.ts";
export { loadPackage } from "./load-package.ts";
export { isRecord, showValue } from "./plain-data.ts";
export { rounded, toDigits } from "./rounding.ts";
