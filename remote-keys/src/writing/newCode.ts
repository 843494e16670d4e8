/** Without those that are read as another: 0 and O, 1 and I. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 20

/** In groups of four, as codes are written and compared. */
const grouped = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-')

/** A code of 100 random bits: who has the letter alone cannot try all of them. */
export const newCode = (): string =>
  grouped(Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => LETTERS.charAt(byte % 32)).join(''))

/** A code as it was typed, in the form in which it was made: small letters, and other or no marks between the groups. */
export const readCode = (typed: string): string =>
  grouped(
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, ''),
  )
