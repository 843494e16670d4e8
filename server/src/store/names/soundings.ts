/** One character of a name, or a word of it in letters, and every way it is pronounced. */
export interface Sounding {
  readonly text: string
  readonly readings: readonly string[]
}

/** ü is v in pinyin; without it on the keyboard people write u, and yu in passports: lv, lu, lyu. */
const withPlainU = (reading: string): readonly string[] =>
  /^[ln]v/.test(reading) ? [reading, reading.replace('v', 'u'), reading.replace('v', 'yu')] : [reading]

/**
 * Puts syllables beside the characters they belong to. The first character may be read in further ways as well
 * (`surnameReadings`): 单 is shan as a surname, and many who see it type dan.
 */
export function soundingsOf(
  name: string,
  syllables: readonly string[],
  surnameReadings: readonly string[] = [],
): Sounding[] {
  const characters = [...name.toLowerCase().matchAll(/\p{Script=Han}|[^\p{Script=Han}\s]+/gu)].map((match) => match[0])
  return characters.map((text, index) => {
    const readings = [syllables[index] ?? text, ...(index === 0 ? surnameReadings : [])]
    return { text, readings: [...new Set(readings.flatMap(withPlainU))] }
  })
}

/** One form for what looks alike, as names are kept. ü is typed v, and by some u. NUL, which PostgreSQL refuses, goes. */
export const foldKeyword = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('\0', '').trim().replaceAll('ü', 'v')
