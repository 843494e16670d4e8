import { z } from 'zod'

/** A JSON Schema as far as this page reads it. */
interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

type Side = 'input' | 'output'
/** A schema as far as the pages read it. */
export const schemaOf = (schema: z.ZodType, side: Side): JsonSchema =>
  z.toJSONSchema(schema, { io: side, unrepresentable: 'any', reused: 'inline' }) as JsonSchema

const range = (low: number | undefined, high: number | undefined, unit = '') => {
  if (low === undefined && (high === undefined || high >= Number.MAX_SAFE_INTEGER)) return ''
  if (high === undefined || high >= Number.MAX_SAFE_INTEGER) return ` ≥ ${low}${unit}`
  return low === undefined || low <= Number.MIN_SAFE_INTEGER ? ` ≤ ${high}${unit}` : ` ${low}–${high}${unit}`
}

/** A type in one line: `{ mailId: integer, name?: string ≤ 30 characters }[]`. */
export function typeText(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeText).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`
  if (schema.type === 'array') {
    const item = typeText(schema.items ?? {})
    const bounds = range(schema.minItems, schema.maxItems, ' items')
    return `${/[ |]/.test(item) && !item.startsWith('{') ? `(${item})` : item}[]${bounds}`
  }
  if (schema.type === 'object') {
    if (!schema.properties) {
      return typeof schema.additionalProperties === 'object'
        ? `{ [key]: ${typeText(schema.additionalProperties)} }`
        : '{}'
    }
    const fields = Object.entries(schema.properties).map(([name, field]) => {
      const optional = schema.required?.includes(name) ? '' : '?'
      const fallback = field.default === undefined ? '' : ` = ${JSON.stringify(field.default)}`
      return `${name}${optional}: ${typeText(field)}${fallback}`
    })
    return fields.length ? `{ ${fields.join(', ')} }` : '{}'
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const low = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1)
    return schema.type + range(low === Number.MIN_SAFE_INTEGER ? undefined : low, schema.maximum)
  }
  if (schema.type === 'string') return `string${range(schema.minLength, schema.maxLength, ' characters')}`
  return schema.type ?? 'any'
}
