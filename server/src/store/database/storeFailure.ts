import { withoutPassword } from '../../platform/config/values.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'

/** What an operator can do about an error of PostgreSQL or of the connection, by error code. */
const POSTGRES: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or the password. Correct them in DATABASE_URL',
  '28000': 'does not let this user in from here. Check the user in DATABASE_URL and pg_hba.conf of the server',
  '3D000': 'has no such database. Create it, or correct the name in DATABASE_URL',
  '42501': 'does not let this user make tables. Grant it the rights on the database, or name its owner in DATABASE_URL',
  '53300': 'has no connection left. Raise max_connections, or stop what holds the others',
  '57P03': 'is not ready yet. Try again in a moment',
  ECONNREFUSED: 'does not answer: nothing listens there. Start PostgreSQL, or correct host and port in DATABASE_URL',
  ENOTFOUND: 'cannot be found: there is no such host. Correct it in DATABASE_URL',
  EAI_AGAIN: 'cannot be found: the name service does not answer. Check the network and the host in DATABASE_URL',
  ETIMEDOUT: 'does not answer. Check the host in DATABASE_URL and the way to it',
  EHOSTUNREACH: 'cannot be reached. Check the host in DATABASE_URL and the way to it',
  ENETUNREACH: 'cannot be reached. Check the host in DATABASE_URL and the way to it',
  ENOENT: 'does not answer: its socket is not there. Start PostgreSQL, or correct the address in DATABASE_URL',
}

/** What an operator can do about an error of SQLite, by its primary result code (sqlite.org/rescode.html). */
const SQLITE: Readonly<Record<number, string>> = {
  8: 'may not be written by this user. Run as the user of the server, or change the owner of the file and its folder',
  10: 'could not be read or written: it is no plain file, or the disk reports an error',
  11: 'is damaged. Restore a backup (yanshu restore)',
  13: 'could not be written: the disk is full. Make room and start again',
  14: 'could not be opened. It must be a file that this user may read and write, in a folder where it may make files',
  26: 'is not a database. Move it away, or choose another data folder with YANSHU_DATA',
}

/** The name of a store as it may be shown: an address without its password, or the path of a file. */
export const readable = (source: string): string =>
  /^postgres(ql)?:/.test(source) ? `The database ${withoutPassword(source)}` : source

/** Why a store could not be opened, as a sentence where the operator can do something about it, else the error itself. */
export function storeFailure(source: string, error: unknown): unknown {
  const sentence = sentenceOf(error)
  return sentence ? new OperatorError(`${readable(source)} ${sentence}`) : error
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE[error.errcode & 0xff]
  if (/client password must be a string/.test(error.message)) return POSTGRES['28P01']
  if (/timeout expired|ended before authentication/.test(error.message)) return POSTGRES.ETIMEDOUT
  return POSTGRES[systemCode(error)]
}
