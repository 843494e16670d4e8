import { randomInt } from 'node:crypto'
import { sql } from 'kysely'

const SECOND = 1_000
const PER_SECOND = 2 ** 20
const PER_MILLISECOND = 2 ** 10

/** How many sort keys a day (UTC) has. */
export const DAY_KEYS = sql.raw(String(86_400 * PER_SECOND))

/** The last moment a sort key can hold, in the year 2242. */
const LATEST = (2 ** 33 - 1) * SECOND

/**
 * The place of a mail in time, as one number that no other mail has: seconds, milliseconds, random bits. A mail of
 * thousands of recipients can use up its millisecond; later attempts take any place of the second.
 */
export function sortKeyAt(receivedAt: number, attempt: number): number {
  const moment = Math.min(Math.max(Math.trunc(receivedAt), 0), LATEST)
  const second = Math.floor(moment / SECOND) * PER_SECOND
  if (attempt > 3) return second + randomInt(PER_SECOND)
  return second + (moment % SECOND) * PER_MILLISECOND + randomInt(PER_MILLISECOND)
}

/** The smallest sort key of mails that arrived at or after a moment. */
export const firstSortKeyAt = (moment: number): number => {
  const bounded = Math.min(Math.max(Math.trunc(moment), 0), LATEST)
  return Math.floor(bounded / SECOND) * PER_SECOND + (bounded % SECOND) * PER_MILLISECOND
}

/** When the mail with a sort key arrived, in ms since 1970, to the second. */
export const momentOfKey = (sortKey: number): number => Math.floor(sortKey / PER_SECOND) * SECOND
