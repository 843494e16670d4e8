import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino'

import type { LogLevel } from '../config/values.ts'

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Errors stand under `err` with what caused them and where. */
export interface LogOptions {
  readonly level: LogLevel
  /** Where lines go; standard error when not given. */
  readonly to?: DestinationStream
}

/** Writes one line of JSON an event, at once, to standard error, where the operator's collector reads it. */
export const lineLog = ({ level, to = destination({ dest: 2, sync: true }) }: LogOptions): Log =>
  pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  )
