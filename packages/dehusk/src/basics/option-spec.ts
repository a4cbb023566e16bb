/** What an option takes, as plain data: its check, its flag, its schema and its line of documentation follow from it. */
export type OptionSpec = ScalarSpec | ListSpec | TextsSpec | ObjectSpec | GroupSpec;

interface Common {
  /** What is used when the option is not given. */
  readonly default?: unknown;
  /** Whether `null` stands for "not given". */
  readonly nullable?: boolean;
}

export type ScalarSpec = BooleanSpec | StringSpec | NumberSpec | ChoiceSpec;

interface BooleanSpec extends Common {
  readonly type: "boolean";
}

interface StringSpec extends Common {
  readonly type: "string";
  readonly pattern?: RegExp;
  /** What the text must be, such as "a language tag"; for patterns. */
  readonly must?: string;
  /** Whether a `URL` may stand for its text. */
  readonly orUrl?: boolean;
}

interface NumberSpec extends Common {
  readonly type: "number" | "integer";
  readonly min?: number;
  /** Where the smallest value itself is not allowed. */
  readonly above?: number;
  readonly max?: number;
  /** Whether Infinity is allowed. */
  readonly infinite?: boolean;
}

interface ChoiceSpec extends Common {
  readonly type: "choice";
  readonly of: readonly string[];
}

interface ListSpec extends Common {
  readonly type: "list";
  /** The names that may be in the list. Default: any. */
  readonly of?: readonly string[];
  /** What one of them is called, such as "field". */
  readonly noun?: string;
  readonly pattern?: RegExp;
  readonly must?: string;
}

/** A text, or a list of texts, which may have commas. */
interface TextsSpec extends Common {
  readonly type: "texts";
  readonly must: string;
  readonly test: (text: string) => boolean;
}

/** A value that only a program can pass. */
interface ObjectSpec extends Common {
  readonly type: "object";
  readonly must: string;
  readonly test: (value: unknown) => boolean;
}

/** An object of options. */
interface GroupSpec extends Common {
  readonly type: "group";
  readonly of: SpecTable;
}

export type SpecTable = { readonly [name: string]: OptionSpec };

/** A table with exactly the options of an interface. */
export type OptionTable<Options> = { readonly [Name in keyof Options]-?: OptionSpec };

/** Whether an option takes this value. */
export function accepts(spec: OptionSpec, value: unknown): boolean {
  switch (spec.type) {
    case "boolean":
      return typeof value === "boolean";
    case "string":
      if (spec.orUrl && isUrlObject(value)) return true;
      return typeof value === "string" && (spec.pattern === undefined || spec.pattern.test(value));
    case "number":
    case "integer":
      return isInRange(spec, value);
    case "choice":
      return spec.of.includes(value as string);
    case "list":
      return Array.isArray(value) && value.every((each) => typeof each === "string" && isListed(spec, each));
    case "texts":
      return [value].flat().every((each) => typeof each === "string" && spec.test(each));
    case "object":
      return spec.test(value);
    case "group":
      return typeof value === "object" && value !== null;
  }
}

/** Of any realm. */
function isUrlObject(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object URL]";
}

function isInRange({ type, min, above, max, infinite }: NumberSpec, value: unknown): boolean {
  if (typeof value !== "number" || Number.isNaN(value)) return false;
  if (type === "integer" && !Number.isInteger(value)) return false;
  if (value === Number.POSITIVE_INFINITY && infinite !== true) return false;
  return value >= (min ?? Number.NEGATIVE_INFINITY) && !(value <= (above ?? Number.NaN)) && !(value > (max ?? value));
}

function isListed({ of, pattern }: ListSpec, name: string): boolean {
  return (of === undefined || of.includes(name)) && (pattern === undefined || pattern.test(name));
}

/** What an option must be, such as "a whole number of at least 1". */
export function describeSpec(spec: OptionSpec): string {
  switch (spec.type) {
    case "boolean":
      return "true or false";
    case "string":
      return spec.must ?? (spec.orUrl ? "a string or a URL" : "a string");
    case "number":
    case "integer":
      return describeNumber(spec);
    case "choice":
      return `one of ${spec.of.join(", ")}`;
    case "list":
      return spec.must ?? (spec.of === undefined ? "a list of strings" : `a list of names from ${spec.of.join(", ")}`);
    case "texts":
    case "object":
      return spec.must;
    case "group":
      return `an object with ${Object.keys(spec.of).join(", ")}`;
  }
}

function describeNumber({ type, min, above, max }: NumberSpec): string {
  const noun = type === "integer" ? "a whole number" : "a number";
  if (above !== undefined)
    return max === undefined ? `${noun} above ${above}` : `${noun} above ${above}, at most ${max}`;
  if (min !== undefined) return max === undefined ? `${noun} of at least ${min}` : `${noun} from ${min} to ${max}`;
  return max === undefined ? noun : `${noun} of at most ${max}`;
}
