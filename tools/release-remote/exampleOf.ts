import type { ZodType } from 'zod'

/** `empty` has nothing that may be missing; `filled` has one of each. */
export type Fullness = 'empty' | 'filled'

/** Lists inside lists inside lists are empty from here on: folders hold folders. */
const DEPTH_MAX = 8

/** Tried in this order; the first that a schema accepts is taken. */
const TEXTS = [
  '', 'a', '1', 'zh', 'li.na@yanshu.test', '2026-03-02', '2026-03-02T08:11:09Z', '09:00', 'remote-a', 'system-1', '#000000',
  'https://yanshu.test/', 'aaaaaaaaaaaaaaaa', '0123456789abcdef0123456789abcdef',
  '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 'Asia/Shanghai',
] // biome-ignore format: a list of texts
const FILLED_TEXTS = ['例', ...TEXTS]
const NUMBERS = [0, 1, 2, 5, 10, 15, 60, 100, -1, 0.5, 1_700_000_000_000]

const firstThat = <T>(schema: ZodType, values: readonly T[]): T | undefined =>
  values.find((value) => schema.safeParse(value).success)

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, ZodType>>
  readonly element?: ZodType
  readonly innerType?: ZodType
  readonly options?: readonly ZodType[]
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
  readonly items?: readonly ZodType[]
  readonly left?: ZodType
  readonly right?: ZodType
  readonly in?: ZodType
  readonly out?: ZodType
  readonly getter?: () => ZodType
}

const OTHER: Readonly<Record<Fullness, Fullness>> = { empty: 'filled', filled: 'empty' }
const DARK = '#000000'
const LIGHT = '#ffffff'

/** The same with one dark colour alone: a text has to be read on its ground. */
function withLightGround(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const dark = Object.keys(fields).filter((name) => fields[name] === DARK)
  return { ...fields, ...Object.fromEntries(dark.filter((name) => name !== 'text').map((name) => [name, LIGHT])) }
}

/** An object whose fields are examples; where it is refused as a whole, with the other fullness, or with other colours. */
function exampleOfObject(
  schema: ZodType,
  shape: Readonly<Record<string, ZodType>>,
  fullness: Fullness,
  depth: number,
): unknown {
  const fieldsOf = (how: Fullness) =>
    Object.fromEntries(
      Object.entries(shape).flatMap(([name, field]) => {
        const value = exampleOf(field, how, depth + 1)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  const first = fieldsOf(fullness)
  if (schema.safeParse(first).success) return first
  const second = fieldsOf(OTHER[fullness])
  return firstThat(schema, [second, withLightGround(first), withLightGround(second)]) ?? first
}

/**
 * A value that a schema of the contract accepts: what a server could answer. Undefined for what JSON does not carry, and
 * where none of the tried values fits.
 */
export function exampleOf(schema: ZodType, fullness: Fullness, depth = 0): unknown {
  const def = schema._zod.def as unknown as Def
  const inner = (one: ZodType | undefined) => (one ? exampleOf(one, fullness, depth + 1) : undefined)
  const isFilled = fullness === 'filled' && depth < DEPTH_MAX
  switch (def.type) {
    case 'object':
      return exampleOfObject(schema, def.shape ?? {}, fullness, depth)
    case 'array': {
      const one = isFilled ? inner(def.element) : undefined
      return firstThat(schema, [...(one === undefined ? [] : [[one]]), [], [inner(def.element)]]) ?? []
    }
    case 'optional':
      return isFilled ? inner(def.innerType) : undefined
    case 'nullable':
      return isFilled ? inner(def.innerType) : null
    case 'union':
      return def.options?.map(inner).find((value) => value !== undefined && schema.safeParse(value).success)
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    case 'tuple':
      return def.items?.map(inner)
    case 'intersection':
      return { ...Object(inner(def.left)), ...Object(inner(def.right)) }
    case 'record':
      return {}
    case 'string':
      return firstThat(schema, isFilled ? FILLED_TEXTS : TEXTS)
    case 'number':
      return firstThat(schema, isFilled ? [1, ...NUMBERS] : NUMBERS)
    case 'boolean':
      return isFilled
    case 'null':
      return null
    case 'pipe':
      return firstThat(schema, [inner(def.in), ...TEXTS])
    case 'lazy':
      return inner(def.getter?.())
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return inner(def.innerType)
    case 'nonoptional': {
      const { type, innerType } = (def.innerType?._zod.def ?? {}) as unknown as Partial<Def>
      return inner(type === 'optional' ? innerType : def.innerType)
    }
    default:
      return undefined
  }
}
