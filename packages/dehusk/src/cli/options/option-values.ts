import { InvalidArgumentError } from "commander";

/** Readers of the values of options, each with a sentence for what cannot be read. */

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1)) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}

export function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

export function notNegative(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0)) throw new InvalidArgumentError("It must be a number, 0 or above.");
  return value;
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError("It must be a number from 0 to 1.");
  }
  return value;
}

export function webAddress(text: string): string {
  if (!URL.canParse(text) || !/^(?:https?|file):/.test(new URL(text).href)) {
    throw new InvalidArgumentError("It must be an absolute http, https or file address.");
  }
  return text;
}

export function viewportSize(text: string): { width: number; height: number } {
  const match = /^(\d{1,5})[x×](\d{1,5})$/.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (!(width >= 1 && width <= 10_000 && height >= 1 && height <= 10_000)) {
    throw new InvalidArgumentError("It must be a width and a height in pixels, such as 1280x1024, each up to 10000.");
  }
  return { width, height };
}
