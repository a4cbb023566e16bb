/**
 * The messages between the inspector and the frame. Every message carries the token of its frame; both sides check the
 * source, the token and the shape of a message, and ignore all others.
 */

/** A part of the page to outline. */
export interface FrameOutline {
  /** Its topmost nodes. */
  readonly nodes: readonly number[];
  readonly label: string;
  readonly kind: "section" | "segment";
}

/** State that the inspector sends to the frame, complete or partial. */
export interface FrameState {
  /** From 0 (content) to 1 (template) for each node, NaN for none; null for no colours. */
  readonly heat?: Float32Array | null;
  readonly outlines?: readonly FrameOutline[];
  readonly selected?: number | null;
  /** What the user points at elsewhere: it lights up, and is scrolled into view. */
  readonly pointed?: number | null;
  /** The pointer has left the frame, which browsers do not always report to the frame itself. */
  readonly left?: true;
}

/** Events that the frame sends to the inspector. */
export type FrameEvent =
  | { readonly type: "ready"; readonly dark: boolean }
  | { readonly type: "hover"; readonly node: number | null }
  | { readonly type: "select"; readonly node: number }
  /** The user wants to leave the frame with the keyboard. */
  | { readonly type: "leave" };

/** The event in a message of a frame, undefined for anything else. */
export function readEvent(data: unknown, token: string): FrameEvent | undefined {
  const message = fieldsOf(data, token);
  const { type, node, dark } = message ?? {};
  if (type === "ready") return { type, dark: dark === true };
  if (type === "leave") return { type };
  if (type === "hover" && (node === null || isNode(node))) return { type, node };
  if (type === "select" && isNode(node)) return { type, node };
  return undefined;
}

/** The state in a message of the inspector, undefined for anything else. */
export function readState(data: unknown, token: string): FrameState | undefined {
  const message = fieldsOf(data, token);
  if (message === undefined) return undefined;
  const { heat, outlines, selected, pointed, left } = message;
  const state: { -readonly [Key in keyof FrameState]: FrameState[Key] } = {};
  if (heat === null || heat instanceof Float32Array) state.heat = heat;
  if (Array.isArray(outlines)) state.outlines = outlines.filter(isOutline);
  if (selected === null || isNode(selected)) state.selected = selected;
  if (pointed === null || isNode(pointed)) state.pointed = pointed;
  if (left === true) state.left = left;
  return state;
}

function fieldsOf(data: unknown, token: string): Record<string, unknown> | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const fields = data as Record<string, unknown>;
  return fields["token"] === token ? fields : undefined;
}

function isNode(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isOutline(value: unknown): value is FrameOutline {
  if (typeof value !== "object" || value === null) return false;
  const { nodes, label, kind } = value as Record<string, unknown>;
  const isKind = kind === "section" || kind === "segment";
  return Array.isArray(nodes) && nodes.every(isNode) && typeof label === "string" && isKind;
}
