/** What a letter that goes to each recipient separately fills in for each of them. */
export type LetterField = 'name' | 'address'

const FIELD_NAMES: ReadonlyMap<string, LetterField> = new Map([
  ['name', 'name'],
  ['姓名', 'name'],
  ['recipient', 'name'],
  ['收件人', 'name'],
  ['address', 'address'],
  ['邮箱', 'address'],
])

/** As it is written; an editor may have made its spaces unbreakable. */
const FIELD = /\{\{((?:[^{}<>]){1,60})\}\}/gu

const nameIn = (inside: string): string => inside.replaceAll('&nbsp;', ' ').replaceAll('\u{a0}', ' ').trim()

/** Replaces each field that is known; others stay as they are. @param safe makes a value fit for HTML */
export const fillFields = (
  text: string,
  values: Readonly<Record<LetterField, string>>,
  safe: (value: string) => string = (value) => value,
): string =>
  text.replace(FIELD, (whole, inside: string) => {
    const field = FIELD_NAMES.get(nameIn(inside))
    return field ? safe(values[field]) : whole
  })

/** Everything that is written like a field, each once, as it stands in the text. */
export const fieldsIn = (text: string): readonly string[] => [...new Set(text.match(FIELD))]

/** The fields that no value is filled in for, each once. */
export const unknownFields = (text: string): readonly string[] =>
  fieldsIn(text).filter((field) => !FIELD_NAMES.has(nameIn(field.slice(2, -2))))

const TAG = /<[^<>]*>/g
const OPENS_OR_CLOSES = /\{\{|\}\}|%7B%7B|%7D%7D/i

/**
 * Whether a field of an HTML text could not be filled in where it stands: it is divided by formatting, or it stands inside a
 * tag, such as in the address of a link.
 */
export function hasDividedField(html: string): boolean {
  if ((html.match(TAG) ?? []).some((tag) => OPENS_OR_CLOSES.test(tag))) return true
  return (html.replace(TAG, '').match(FIELD) ?? []).length !== (html.replace(TAG, '\n<>').match(FIELD) ?? []).length
}
