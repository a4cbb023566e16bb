export type RunState = "running" | "done" | "failed";
