/** Where a paragraph of an office program stands in its list. */
export interface ListPlace {
  /** Which list, with its override: another one begins to count again. */
  readonly list: string
  /** From 1. */
  readonly level: number
}

/** How one level of a list numbers its items, as in the style sheet: `decimal`, `bullet`, `chinese-counting`, … */
export type LevelFormats = ReadonlyMap<string, string>

const PLACE = /mso-list:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i

/** Reads `mso-list:l0 level2 lfo1` of a style. Null for none, and for `mso-list:none` and `mso-list:Ignore`. */
export function placeIn(style: string): ListPlace | null {
  const [, list, level, override = ''] = PLACE.exec(style) ?? []
  return list && level ? { list: `${list} ${override}`, level: Math.min(9, Math.max(1, Number(level))) } : null
}

/** Reads the `@list l0:level1 { mso-level-number-format:… }` rules of a style sheet, keyed `l0 1`. */
export function formatsIn(css: string): LevelFormats {
  const formats = new Map<string, string>()
  for (const [, list, level, rule] of css.matchAll(/@list\s+(l\d+):level(\d+)[^{]*\{([^}]*)\}/gi)) {
    const format = /mso-level-number-format:\s*([\w-]+)/i.exec(rule ?? '')?.[1]
    // The usual format is written by saying nothing.
    formats.set(`${list} ${level}`, format?.toLowerCase() ?? 'decimal')
  }
  return formats
}

/** The places that style sheets give to classes: `p.MsoListBullet { mso-list:l3 level1 lfo2 }`. */
export function placesOfClasses(css: string): ReadonlyMap<string, ListPlace> {
  const places = new Map<string, ListPlace>()
  for (const [, selector = '', rule = ''] of css.matchAll(/([^{}]+)\{([^{}]*mso-list:[^{}]*)\}/gi)) {
    const place = placeIn(rule)
    if (place) for (const [, name = ''] of selector.matchAll(/\.([\w-]+)/g)) places.set(name, place)
  }
  return places
}

/** A number with its sign: `1.`, `(2)`, `3）`, `1.2.`, `一、`, `①`, `a)`, `iv.`; a letter alone is the sign of a symbol font. */
const COUNTED = /^[(（]?(?:\d+(?:[.．]\d+)*|[一二三四五六七八九十百零〇]+|[①-⑳]|[a-z]{1,6}(?=[.．)）、]))[.．)）、]?$/iu

/** Whether a list counts, by the format of its level, else by the sign before the item. */
export const isCounted = (format: string | undefined, sign: string): boolean =>
  format === undefined ? COUNTED.test(sign) : format !== 'bullet' && format !== 'image'

const CHINESE = '零一二三四五六七八九'

function chineseNumber(text: string): number {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['零', text]
  const digit = (sign: string | undefined, empty: number) => (sign ? CHINESE.indexOf(sign) : empty)
  return digit(tens, 1) * 10 + digit(ones, 0)
}

/** The number of a sign, 1 when it has none that is known. `1.2.` is the second of its level. */
export function numberOf(sign: string, format?: string): number {
  const digits = /(\d+)\D*$/.exec(sign)?.[1]
  if (digits) return Math.max(1, Math.min(99_999, Number(digits)))
  const chinese = /[一二三四五六七八九十]+/.exec(sign)?.[0]
  if (chinese) return Math.max(1, chineseNumber(chinese))
  const circled = /[①-⑳]/u.exec(sign)?.[0]
  if (circled) return (circled.codePointAt(0) ?? 0) - 0x245f
  const letter = format?.startsWith('alpha') ? /[a-z]/i.exec(sign)?.[0] : undefined
  return letter ? letter.toLowerCase().charCodeAt(0) - 96 : 1
}
