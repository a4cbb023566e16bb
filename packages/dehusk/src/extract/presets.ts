/**
 * What counts as content:
 *
 * - `balanced`: the best expected F1; readers' comments only if there is little else
 * - `precision`: only what is clearly content (F0.5)
 * - `recall`: more, comments included (F2)
 * - `article`: as `balanced`, but never comments
 * - `corpus`: as `precision`, but never comments
 * - `everything`: everything that the page shows; nothing is decided
 */
export type Preset = "balanced" | "precision" | "recall" | "article" | "corpus" | "everything";

/** All presets, the default first. */
export const presets: readonly Preset[] = ["balanced", "precision", "recall", "article", "corpus", "everything"];

/** The presets that decide something. */
export type DecidingPreset = Exclude<Preset, "everything">;

/** How a preset decides. */
export interface PresetRule {
  /** How much more recall matters than precision: the beta of an F measure. */
  readonly beta: number;
  /** Whether readers' comments are content: always, never, or if the page has little else. */
  readonly comments: "always" | "never" | "alone";
}

/**
 * The rules of the presets that decide. `balanced` maximises F1 over words, `precision` and `recall`
 * their own F measure, `article` and `corpus` always leave out comments, the
 * latter with the beta of `precision`.
 */
export const presetRules: Readonly<Record<DecidingPreset, PresetRule>> = {
  balanced: { beta: 1, comments: "alone" },
  precision: { beta: 0.5, comments: "alone" },
  recall: { beta: 2, comments: "always" },
  article: { beta: 1, comments: "never" },
  corpus: { beta: 0.5, comments: "never" },
};
