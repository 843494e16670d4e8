import { isMailAddress, type MigrationLineProblem } from '@yanshu/contracts'
import { migrationServer } from '@yanshu/contracts/schemas'
import { CsvError, readCsvTable } from '../../platform/csv/csv.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'

/** Columns of the table of people; all but the first and the last have a usual value. */
export const PEOPLE_COLUMNS = [
  'address',
  'host',
  'port',
  'security',
  'user',
  'fingerprint',
  'login',
  'password',
] as const
type Row = Partial<Record<(typeof PEOPLE_COLUMNS)[number], string>>

/** One person whose mailbox is brought. */
export interface PersonLine {
  readonly line: number
  /** The mailbox here. */
  readonly address: string
  /** Where the old one is; '' when it is looked for by the user name, which is then an address. */
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
  readonly user: string
  readonly login: 'password' | 'token' | 'refresh'
  readonly password: string
  /** SHA-256 of a certificate that no known authority has signed, in lower case without colons; '' for the known ones. */
  readonly fingerprint: string
}

export interface PeopleTable {
  readonly people: readonly PersonLine[]
  readonly problems: readonly MigrationLineProblem[]
}

/** The table is no CSV, or has columns that are not known; the message is a sentence for the operator. */
export class PeopleTableError extends OperatorError {}

/** Reads a CSV text with a header. Throws `PeopleTableError`; lines that make no sense are named instead. */
export function readPeople(text: string): PeopleTable {
  const people: PersonLine[] = []
  const problems: MigrationLineProblem[] = []
  const seen = new Set<string>()
  for (const { row, line } of rowsOf(text)) {
    const address = (row.address ?? '').toLowerCase()
    const add = (problem: MigrationLineProblem['problem']) => problems.push({ line, address, problem })
    if (!isMailAddress(address)) {
      add('address')
      continue
    }
    if (seen.has(address)) {
      add('twice')
      continue
    }
    seen.add(address)
    const fingerprint = (row.fingerprint ?? '').toLowerCase().replaceAll(/[:\s]/g, '')
    if (!/^(?:[0-9a-f]{64})?$/.test(fingerprint)) {
      add('fingerprint')
      continue
    }
    const security = row.security?.toLowerCase() || 'tls'
    const server = migrationServer.safeParse({
      // Looked for later where it is empty.
      host: row.host || 'imap.invalid',
      port: Number(row.port || (security === 'starttls' ? 143 : 993)),
      security,
      user: row.user || address,
      login: row.login?.toLowerCase() || 'password',
      password: row.password ?? '',
    })
    if (!server.success) {
      add(PROBLEM_OF[String(server.error.issues[0]?.path[0] ?? '')] ?? 'host')
      continue
    }
    const { port, user, login, password, host } = server.data
    people.push({
      line,
      address,
      host: row.host ? host : '',
      port,
      security: server.data.security,
      user,
      login,
      password,
      fingerprint,
    })
  }
  return { people, problems }
}

const PROBLEM_OF: Readonly<Record<string, MigrationLineProblem['problem']>> = {
  host: 'host',
  port: 'port',
  security: 'security',
  user: 'user',
  login: 'login',
  password: 'password',
}

function rowsOf(text: string): { readonly row: Row; readonly line: number }[] {
  const { columns, rows } = csvOf(text)
  const unknown = columns.find((name) => !PEOPLE_COLUMNS.some((column) => column === name))
  if (unknown !== undefined) {
    throw new PeopleTableError(`There is no column “${unknown}”. There are: ${PEOPLE_COLUMNS.join(', ')}`)
  }
  if (!columns.includes('address') || !columns.includes('password')) {
    throw new PeopleTableError(`The columns address and password are needed. There are: ${PEOPLE_COLUMNS.join(', ')}`)
  }
  // A password may begin or end with a space.
  const trimmed = (name: string, cell = '') => (name === 'password' ? cell : cell.trim())
  return rows.map(({ cells, line }) => ({
    row: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, trimmed(name, cell)])),
    line,
  }))
}

function csvOf(text: string): ReturnType<typeof readCsvTable> {
  try {
    return readCsvTable(text)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new PeopleTableError(`This is no CSV: ${error.message}`)
  }
}
