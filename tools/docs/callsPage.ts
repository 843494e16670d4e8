import { Code } from '@yanshu/contracts'
import { messageOf } from '@yanshu/contracts/messages'
import { httpCalls, socketHello, socketMessage } from '@yanshu/contracts/schemas'
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
const schemaOf = (schema: z.ZodType, side: Side): JsonSchema =>
  z.toJSONSchema(schema, { io: side, unrepresentable: 'any', reused: 'inline' }) as JsonSchema

const range = (low: number | undefined, high: number | undefined, unit = '') => {
  if (low === undefined && (high === undefined || high >= Number.MAX_SAFE_INTEGER)) return ''
  if (high === undefined || high >= Number.MAX_SAFE_INTEGER) return ` ≥ ${low}${unit}`
  return low === undefined || low <= Number.MIN_SAFE_INTEGER ? ` ≤ ${high}${unit}` : ` ${low}–${high}${unit}`
}

/** A type in one line: `{ mailId: integer, name?: string ≤ 30 characters }[]`. */
function typeText(schema: JsonSchema): string {
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

const codeNames = new Map<number, string>(Object.entries(Code).map(([name, code]) => [code, name]))
const access = {
  public: 'Nobody needs to be logged in.',
  user: 'Bearer token.',
  file: 'Bearer token, or the cookie safeMailToken.',
}

function callText(call: (typeof httpCalls)[number]): string {
  const lines = [`### ${call.method} /api/${call.path}`, '', `${call.title}. ${access[call.access]}`, '']
  const query = typeText(schemaOf(call.query, 'input'))
  const body = typeText(schemaOf(call.body, 'input'))
  if (query !== '{}') lines.push(`- query: \`${query}\``)
  if ('sends' in call) lines.push('- body: `multipart/form-data`')
  else if (body !== '{}') lines.push(`- body: \`${body}\``)
  lines.push(`- answer: ${'answers' in call ? 'the file itself' : `\`${typeText(schemaOf(call.data, 'output'))}\``}`)
  if (call.errors.length) {
    lines.push(`- errors: ${call.errors.map((code) => `${code} ${codeNames.get(code)}`).join(', ')}`)
  }
  return lines.join('\n')
}

/** The page docs/calls.md, made from the contracts; a test compares it with the file. */
export function callsPage(): string {
  const codes = Object.entries(Code).map(
    ([name, code]) => `| ${code} | ${name} | ${messageOf[code].zh} | ${messageOf[code].en} |`,
  )
  return `# Calls

Made from \`shared/contracts\` by \`pnpm docs:calls\`. Do not edit by hand.

Every call stands below \`/api/\`. JSON answers come in the envelope \`{ code, message, data }\`: \`code\` is 200 on success,
otherwise one of the codes below, \`message\` is a sentence for the person in their language, and \`data\` is null.
Any call may answer 400001, 401001, 401002, 429001 and 500001; the list of a call names what else it may answer.

## Codes

| code | name | message (zh) | message (en) |
| --- | --- | --- | --- |
${codes.join('\n')}

## HTTP

${httpCalls.map(callText).join('\n\n')}

## Socket

\`{wsUrl}/mail/message/{userMail}\`. The client says hello within five seconds, then the server talks.

- hello: \`${typeText(schemaOf(socketHello, 'input'))}\`
- messages: \`${typeText(schemaOf(socketMessage, 'output'))}\`
`
}
