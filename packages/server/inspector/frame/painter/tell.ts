import type { FrameEvent } from "../messages.ts";

/** Tells the inspector something. */
export type Tell = (event: FrameEvent) => void;
