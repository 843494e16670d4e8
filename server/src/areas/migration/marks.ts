import type { Marks } from '../../store/mailbox/index.ts'

/** Marks of a mail on the other server that this mailbox has, too: a letter each, in the order of the alphabet. */
const LETTERS = [
  ['A', '\\Answered'],
  ['F', '\\Flagged'],
  ['S', '\\Seen'],
  ['W', '$Forwarded'],
] as const

export const lettersOf = (flags: ReadonlySet<string>): string =>
  LETTERS.filter(([, flag]) => flags.has(flag))
    .map(([letter]) => letter)
    .join('')

/** The flags of the other server for marks of a mail here. */
export const flagsOf = (letters: string): string[] =>
  LETTERS.filter(([letter]) => letters.includes(letter)).map(([, flag]) => flag)

/**
 * What a mail here is marked with because the other server's marks have changed. A mark that is the same there as it was is
 * left as the person has set it here.
 */
export function changedMarks(before: string, now: string): Marks {
  const differs = (letter: string) => before.includes(letter) !== now.includes(letter)
  return {
    ...(differs('A') ? { replied: now.includes('A') } : {}),
    ...(differs('F') ? { color: Number(now.includes('F')) } : {}),
    ...(differs('S') ? { seen: now.includes('S') } : {}),
    ...(differs('W') ? { forwarded: now.includes('W') } : {}),
  }
}
