import type { Labelled } from '@yanshu/contracts'

/** jCard (RFC 7095): name in lower case, parameters, type, values. */
export type Property = [string, Readonly<Record<string, string | string[]>>, string, ...unknown[]]

const HAN = /\p{Script=Han}/u

/** The values of a property as texts; a structured one answers its parts, lists inside of them joined. */
export function partsOf(property: Property | undefined): string[] {
  if (!property) return []
  const values = property.slice(3)
  const [first] = values
  const parts: readonly unknown[] = values.length === 1 && Array.isArray(first) ? first : values
  return parts.map((part) => (Array.isArray(part) ? part.join(' ') : String(part ?? '')).trim())
}

/** The one text of a property; commas that a writer of 3.0 left as they are belong to it. */
export const textOf = (property: Property | undefined): string =>
  (property?.slice(3) ?? [])
    .map((value) => (Array.isArray(value) ? value.join(';') : String(value ?? '')))
    .join(',')
    .replaceAll(/\r\n?/g, '\n')
    .trim()

export const typesOf = ([, parameters]: Property): string[] =>
  [parameters.type ?? []].flat().flatMap((type) => type.toLowerCase().split(','))

const kindOf = (property: Property): Labelled['kind'] => {
  const types = typesOf(property)
  if (property[0] === 'tel' && types.some((type) => /^(?:cell|mobile|iphone|pcs|car)$/.test(type))) return 'mobile'
  if (types.includes('work') || types.includes('company')) return 'work'
  return types.includes('home') ? 'home' : 'other'
}

/** An address in one line: from large to small in Chinese, from small to large otherwise. */
function addressLine(parts: readonly string[]): string {
  const [box = '', extended = '', street = '', locality = '', region = '', code = '', country = ''] = parts
  const han = HAN.test(parts.join(''))
  const order = han
    ? [country, region, locality, street, extended, box, code]
    : [box, extended, street, locality, [region, code].filter(Boolean).join(' '), country]
  return order
    .map((part) => part.replaceAll(/\s*\n\s*/g, ' ').trim())
    .filter(Boolean)
    .join(han ? ' ' : ', ')
}

/** The value and label of one of several properties of a kind: `tel`, `email` or `adr`. */
export function labelledOf(property: Property): Labelled | null {
  const value =
    property[0] === 'adr' ? addressLine(partsOf(property)) : textOf(property).replace(/^(?:tel|mailto):/i, '')
  return value === '' ? null : { kind: kindOf(property), value }
}

/** The name of a card: FN, or N in the order of its language. */
export function nameOf(properties: readonly Property[]): string {
  const written = textOf(properties.find(([name]) => name === 'fn'))
  const [family = '', given = '', middle = ''] = partsOf(properties.find(([name]) => name === 'n'))
  if (HAN.test(family + given)) {
    const joined = family + middle + given
    // Phones write the given name first, or a space between the two.
    const loose = (text: string) => text.replaceAll(/\s+/g, '')
    return [loose(joined), loose(given + family), ''].includes(loose(written)) ? joined : written
  }
  return written || [given, middle, family].filter(Boolean).join(' ')
}

/** `1990-05-01`, `--05-01`, or '' for what is no day. Years that a program marks as omitted are left out. */
export function dayOf(property: Property | undefined): string {
  const text = textOf(property)
  const omitted = [property?.[1]['x-apple-omit-year'] ?? []].flat()[0]
  const [, year, month, day] =
    /^(?:(\d{4})[-./年]?|--)(\d{1,2})[-./月]?(\d{1,2})(?:日|[T ].*)?$/.exec(text) ??
    /^(?:(\d{4})|--)(\d{2})(\d{2})$/.exec(text) ??
    []
  if (!month || !day) return ''
  const rest = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return year === undefined || year === omitted || year === '1604' ? `--${rest}` : `${year}-${rest}`
}

/** Organization and departments below it in one line. */
export const BETWEEN_UNITS = ' / '
export const organizationOf = (property: Property | undefined): string =>
  partsOf(property).filter(Boolean).join(BETWEEN_UNITS)

/** A birthday by the Chinese calendar, which vCard has no way to say. */
export const LUNAR_BIRTHDAY = 'x-yanshu-lunar-birthday'
