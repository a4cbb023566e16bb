import type { FrameEvent } from "../messages.ts";

/** Sends an event to the inspector. */
export type Tell = (event: FrameEvent) => void;
