const DIGITS: Readonly<Record<string, number>> = {
  零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10,
} // biome-ignore format: a table

/** A number as people write it, for expressions. */
export const NUMBER = '[零〇一二两三四五六七八九十\\d]{1,3}'

/** A number in digits or in Chinese up to 99: 12, 十二, 二十五, 零五; NaN when it is none. */
export function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const ten = text.indexOf('十')
  if (ten < 0) {
    let value = 0
    for (const digit of text) value = value * 10 + (DIGITS[digit] ?? Number.NaN)
    return value
  }
  const tens = ten === 0 ? 1 : (DIGITS[text.slice(0, ten)] ?? Number.NaN)
  const ones = text.slice(ten + 1)
  return tens * 10 + (ones === '' ? 0 : (DIGITS[ones] ?? Number.NaN))
}
