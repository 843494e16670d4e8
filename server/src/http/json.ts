import { BadRequestError } from './errors.ts'

/**
 * Reads the body of a call. NUL, which PostgreSQL cannot store and no text needs, is dropped from every string. Keys
 * like `__proto__` are left in: the schemas build new objects of the fields they know.
 */
export function readJson(text: string): unknown {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return text.includes('\\u0000') ? withoutNul(value) : value
  } catch {
    // Not JSON, or nested so deeply that walking it overflows.
    throw new BadRequestError()
  }
}

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '')
  if (Array.isArray(value)) return value.map(withoutNul)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNul(inner)]))
}
