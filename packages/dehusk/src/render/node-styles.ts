export { type DisplayKind, displayKinds, type NodeStyles } from "../layout/index.ts";
