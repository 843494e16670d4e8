import { systemCode } from '../../platform/errors/systemCode.ts'

/**
 * The errors of PostgreSQL for a correct statement that it cannot answer now, by class of SQLSTATE: the connection failed
 * (08), it has no resources left (53), an operator or a limit of time ended the statement (57).
 */
const POSTGRES = /^(08|53|57)/
/** The connection to it. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
/** Errors of the driver, which have no code: no turn among the connections, and one that broke off. */
const DRIVER =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i
/** SQLITE_BUSY and SQLITE_LOCKED (sqlite.org/rescode.html). */
const SQLITE = new Set([5, 6])

/** The error of PostgreSQL for a statement that took longer than it may (`query_canceled`). */
const STATEMENT_ENDED = '57014'

export const isStatementEnded = (error: unknown): boolean => systemCode(error) === STATEMENT_ENDED

/** Whether an error only means that the store gave no answer, because it was busy or out of reach: the same may work later. */
export function isStoreSilent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE.has(error.errcode & 0xff)
  const code = systemCode(error)
  return NETWORK.has(code) || POSTGRES.test(code) || DRIVER.test(error.message)
}
