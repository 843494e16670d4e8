const DIGITS: Readonly<Record<string, number>> = {
  零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10,
} // biome-ignore format: a table

/** A number as people write it, for expressions. */
export const N = '[零〇一二两三四五六七八九十\\d]{1,3}'

/** A number in digits or in Chinese up to 99; NaN when it is none. */
export function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const ten = text.indexOf('十')
  if (ten < 0) {
    let value = 0
    for (const digit of text) value = value * 10 + (DIGITS[digit] ?? Number.NaN)
    return value
  }
  const tens = ten === 0 ? 1 : (DIGITS[text.slice(0, ten)] ?? Number.NaN)
  const rest = text.slice(ten + 1)
  return tens * 10 + (rest === '' ? 0 : (DIGITS[rest] ?? Number.NaN))
}

/** Stands where people were named; no input method writes it. */
const PEOPLE = '\uE000'

/** The line while it is read: each reader takes its words out, and what is left is the title. */
export class Line {
  text: string
  /** The words that name people; {@link PEOPLE} stands in their place. */
  people = ''
  constructor(text: string) {
    this.text = ` ${text.normalize('NFKC').replaceAll(PEOPLE, '').replace(/\s+/g, ' ').trim()} `
  }

  /** What is left, with other words in the place of those that name people. */
  title(people: string): string {
    return this.text
      .replace(` ${PEOPLE} `, () => people)
      .replace(/\s+/g, ' ')
      .replace(/^[\s,，。;；:：]+|[\s,，。;；:：]+$/g, '')
      .trim()
  }

  take(pattern: RegExp, leave = ' '): RegExpExecArray | null {
    const found = pattern.exec(this.text)
    if (found) this.text = `${this.text.slice(0, found.index)}${leave}${this.text.slice(found.index + found[0].length)}`
    return found
  }

  /** Takes the words that name people, and answers the names in them. */
  takePeople(pattern: RegExp): string[] | null {
    const found = this.take(pattern, ` ${PEOPLE} `)
    if (found) this.people = found[0]
    return found && namesIn(found[1] ?? '')
  }
}

const namesIn = (text: string): string[] =>
  text
    .split(/、|,|，|和|与| and /)
    .map((name) => name.trim())
    .filter(Boolean)
