import { type Thing, thingOf } from '@yanshu/contracts/schemas'
import type { z } from 'zod'

/** A part of the input of a call that names something: `body.event.files.*.fileId`. */
export interface Place {
  readonly at: string
  readonly thing: Thing
}

/** What stands at a place that names something; undefined leaves the field away where it may be left away, else some value stands there. */
export type Fill = (place: Place) => unknown

/** Values of fields that depend on one another, by where they stand: `body.event.end`. */
export type Beside = Readonly<Record<string, unknown>>

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}
const defOf = (schema: z.ZodType) => schema.def as unknown as Def
/** Of what is transformed, the part that is given. */
const givenTo = ({ in: before, out }: Def) => (before?.def.type === 'transform' ? out : before)
const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

/** Values of fields without a meaning of their own, the first that a field takes. */
const PLAIN: readonly unknown[] = [
  ...['x', 1, true, 0, 3_600_000, 'subject', 'Asia/Shanghai', 'x@yanshu.test', '2026-11-23', 'https://x.example/'],
  ...[
    'mail.x.example',
    'xxxxxxxxxxxxxxxxxxxx',
    '123456',
    'carddav',
    'Grey-Heron-58',
    1_795_395_600_000,
    '@x.example',
    '',
  ],
]

/** The places of a schema, at any depth. */
export function placesOf(schema: z.ZodType, at: string): Place[] {
  const thing = thingOf(schema)
  if (thing !== null) return [{ at, thing }]
  const { shape, element, items, valueType, options, left, right, innerType } = defOf(schema)
  const same = [...(options ?? []), left, right, innerType, givenTo(defOf(schema))].flatMap((one) =>
    one ? placesOf(one, at) : [],
  )
  const fields = Object.entries(shape ?? {}).flatMap(([name, one]) => placesOf(one, `${at}.${name}`))
  const many = [element, valueType, ...(items ?? [])].flatMap((one) => (one ? placesOf(one, `${at}.*`) : []))
  return [...new Map([...same, ...fields, ...many].map((place) => [place.at, place])).values()]
}

/**
 * An input that a schema takes, with what `fill` gives at the places that name something. What may be left away and names
 * nothing is left away; of several kinds of a value, it is the first that has the most of the places that are filled.
 */
export function inputFor(schema: z.ZodType, at: string, fill: Fill, beside: Beside = {}): unknown {
  if (Object.hasOwn(beside, at)) return beside[at]
  const thing = thingOf(schema)
  if (thing !== null) {
    const value = fill({ at, thing })
    if (value === undefined) return plainFor(schema)
    return [value, String(value)].find((one) => accepts(schema, one)) ?? value
  }
  const isFilled = (one: z.ZodType, where = at) => placesOf(one, where).some((place) => fill(place) !== undefined)
  const { type, shape, element, items, valueType, options, left, right, innerType } = defOf(schema)
  const piped = givenTo(defOf(schema))
  if (innerType && !isFilled(innerType) && !Object.keys(beside).some((key) => key.startsWith(`${at}.`))) {
    if (accepts(schema, undefined)) return undefined
    if (accepts(schema, null)) return null
  }
  if (innerType) return inputFor(innerType, at, fill, beside)
  if (options) {
    const filled = (one: z.ZodType) => placesOf(one, at).filter((place) => fill(place) !== undefined).length
    const best = options.toSorted((a, b) => filled(b) - filled(a))[0]
    return best ? inputFor(best, at, fill, beside) : undefined
  }
  if (left && right) return Object.assign({}, inputFor(left, at, fill, beside), inputFor(right, at, fill, beside))
  if (piped) return inputFor(piped, at, fill, beside)
  if (shape) {
    const entries = Object.entries(shape).map(
      ([name, one]) => [name, inputFor(one, `${at}.${name}`, fill, beside)] as const,
    )
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (type === 'array' && element) {
    if (!isFilled(element, `${at}.*`) && accepts(schema, [])) return []
    const one = inputFor(element, `${at}.*`, fill, beside)
    return accepts(schema, [one]) ? [one] : accepts(schema, [one, one]) ? [one, one] : [one]
  }
  if (items) return items.map((one) => inputFor(one, `${at}.*`, fill, beside))
  if (type === 'record' && valueType) {
    return isFilled(valueType, `${at}.*`) ? { x: inputFor(valueType, `${at}.*`, fill, beside) } : {}
  }
  return plainFor(schema)
}

/** Some value that a schema takes. */
function plainFor(schema: z.ZodType): unknown {
  const { type } = defOf(schema)
  const named = schema.def as unknown as { readonly values?: readonly unknown[]; readonly entries?: object }
  if (type === 'literal') return named.values?.[0]
  if (type === 'enum') return Object.values(named.entries ?? {})[0]
  return PLAIN.find((value) => accepts(schema, value))
}
