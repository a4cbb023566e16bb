export { type DisplayKind, displayKinds, type NodeStyles } from "../node-styles.ts";
