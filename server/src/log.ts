import type { Log } from './context.ts'

type Level = 'info' | 'warn' | 'error'

/** An error in one line of JSON, with what caused it and where. */
const readable = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value

/** Writes one line of JSON an event to standard error, where the operator's collector reads it. */
export function lineLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at = (level: Level) => (fields: object, message: string) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, readable)}\n`)
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
