/** Words around a piece of text that are enough to say whether it belongs to what is kept. */
export const enoughAround = 30;

const mostlyKept = 0.9;

/** Whether there is enough text around a piece, and nearly all of it is kept. */
export function isMostlyKept(keptWords: number, allWords: number): boolean {
  return allWords >= enoughAround && keptWords >= mostlyKept * allWords;
}
