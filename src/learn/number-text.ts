/**
 * Whole numbers as text that compresses well: numbers below 64 are one character, larger ones take more, and the same
 * number is always the same characters. A compressor such as gzip then finds the common ones, and reading takes no time.
 *
 *   0 … 63      the last of its characters, of 64
 *   64 and more   n - 64 is 24 · rest + digit: one of 24 other characters for the digit, then those of the rest
 *
 * All characters are printable ASCII that needs no escape in JSON or in any string of JavaScript.
 */

const quotesAndSuch = "\"$'\\`";
const alphabet = Array.from({ length: 94 }, (_, i) => String.fromCharCode(i + 33)).filter(
  (character) => !quotesAndSuch.includes(character),
);

const lastDigits = 64;
const moreDigits = 24;
/** No number below 2^53 has as many. */
const mostDigits = 12;

const none = 255;
const digits = new Uint8Array(128).fill(none);
for (let digit = 0; digit < lastDigits + moreDigits; digit++) {
  digits[(alphabet[digit] as string).charCodeAt(0)] = digit;
}

/** @param numbers Whole, from 0 to 2^53 - 1. */
export function numbersToText(numbers: Iterable<number>): string {
  let text = "";
  for (const number of numbers) {
    let left = number;
    while (left >= lastDigits) {
      left -= lastDigits;
      text += alphabet[lastDigits + (left % moreDigits)];
      left = Math.floor(left / moreDigits);
    }
    text += alphabet[left];
  }
  return text;
}

/** @throws RangeError for text that is not numbers. */
export function textToNumbers(text: string): Float64Array {
  const numbers = new Float64Array(text.length);
  let count = 0;
  let number = 0;
  let unit = 1;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = digits[text.charCodeAt(at)] ?? none;
    if (digit === none) throw new RangeError(`"${text.charAt(at)}" is not a digit of a packed number.`);
    if (digit < lastDigits) {
      // Most numbers have one digit.
      if (length === 0) numbers[count++] = digit;
      else {
        numbers[count++] = number + digit * unit;
        number = 0;
        unit = 1;
        length = 0;
      }
    } else {
      if (++length === mostDigits) throw new RangeError("A packed number has too many digits.");
      number += digit * unit;
      unit *= moreDigits;
    }
  }
  if (length > 0) throw new RangeError("The packed numbers break off.");
  return numbers.subarray(0, count);
}

/** Whole numbers of either sign as whole numbers from 0: 0, -1, 1, -2, 2, … */
export function unsigned(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

export function signed(number: number): number {
  return number % 2 === 1 ? -(number + 1) / 2 : number / 2;
}
