/** Messages of one language by key, in groups. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

/** Every message by its path (`list.empty`). */
function flat(tree: MessageTree, before = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value] as [string, string]] : flat(value, `${before}${key}.`),
  )
}

const valuesIn = (text: string): ReadonlySet<string> => new Set(text.match(/\{\{\w+\}\}/g))

/** Whether an English message has the values of the Chinese one. A form for one may write "1" instead of the count. */
function hasValues(key: string, english: string, chinese: string): boolean {
  const [own, other] = [valuesIn(english), valuesIn(chinese)]
  return [...own].every((value) => other.has(value)) && (key.endsWith('_one') || own.size === other.size)
}

/** Keys that may stand in Chinese for one in English, which has a form for one: `count_one` beside `count_other` or `count`. */
const chineseKeys = (key: string): string[] =>
  key.endsWith('_one') ? [key.replace(/_one$/, '_other'), key.replace(/_one$/, '')] : [key]

/**
 * What is wrong with the messages of two languages, a sentence each: a key that one lacks, other `{{values}}`, an empty
 * text, English with Chinese characters, a key in two Chinese files. Nothing when both say the same.
 * @param zh the Chinese files that are loaded one after the other, often one
 */
export function messageProblems(zh: readonly MessageTree[], en: MessageTree): string[] {
  const all = zh.flatMap((tree) => flat(tree))
  const chinese = new Map(all)
  const english = new Map(flat(en))
  return [
    ...[...chinese.keys()]
      .filter((key) => all.filter(([other]) => other === key).length > 1)
      .map((key) => `${key} stands in two Chinese files`),
    ...[...chinese.keys()].filter((key) => !english.has(key)).map((key) => `${key} is missing in English`),
    ...[...english].flatMap(([key, text]) => {
      const other = chineseKeys(key)
        .map((one) => chinese.get(one))
        .find((one) => one !== undefined)
      if (other === undefined) return [`${key} is missing in Chinese`]
      return hasValues(key, text, other) ? [] : [`${key} has other values in English than in Chinese`]
    }),
    ...[...chinese, ...english].filter(([, text]) => text.trim() === '').map(([key]) => `${key} is empty`),
    ...[...english].filter(([, text]) => /\p{Script=Han}/u.test(text)).map(([key]) => `${key} is not English`),
  ]
}
