import type { LetterReading } from '../http/letter.ts'

/** A letter that is read freely. */
export const FREE_READING: LetterReading = {
  password: null,
  reads: null,
  days: null,
  noForward: false,
  burn: false,
  secret: false,
}

/** Whether any condition is chosen. */
export const isRestricted = (reading: LetterReading | null): reading is LetterReading =>
  reading !== null &&
  (reading.password !== null ||
    reading.reads !== null ||
    reading.days !== null ||
    reading.noForward ||
    reading.burn ||
    reading.secret)

/** How often a recipient may open it. A letter that is deleted after reading and names no number is read once. */
export const readsOf = ({ reads, burn }: Pick<LetterReading, 'reads' | 'burn'>): number | null =>
  reads ?? (burn ? 1 : null)

/** Whether its files may be saved while it is open: what was saved is out of reach, so not where that would undo a condition. */
export const mayFilesBeSaved = ({
  hasPassword,
  burn,
  secret,
}: {
  readonly hasPassword: boolean
  readonly burn: boolean
  readonly secret: boolean
}): boolean => !hasPassword && !burn && !secret
