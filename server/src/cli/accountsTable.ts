import { randomBytes } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { passwordProblem } from '@yanshu/contracts'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { CsvError, readCsvTable } from '../platform/csv/csv.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { systemCode } from '../platform/errors/systemCode.ts'
import { type Account, AccountError, insertAccount, insertDepartment } from '../store/accounts/accounts.ts'
import { type AccountChanges, changeAccount } from '../store/accounts/changeAccount.ts'
import { departmentPaths } from '../store/accounts/departments.ts'
import { hashGenerated, hashPassword } from '../store/accounts/password.ts'
import type { Context, TransactionContext } from '../store/context/context.ts'
import { type Trx, transact } from '../store/database/transact.ts'

const COLUMNS = ['address', 'name', 'department', 'phone', 'duties', 'quota', 'admin', 'password'] as const
type Column = (typeof COLUMNS)[number]
type Row = Partial<Record<Column, string>>

const MIB = 1_024 * 1_024
/** Rows of one transaction. */
const AT_ONCE = 200
/** Levels of departments in a path. */
const LEVELS_MAX = 20

/** An address and the password that was made for it. */
export type NewPassword = readonly [address: string, password: string]

/** What a run did, or would do. */
export interface TableReport {
  made: number
  changed: number
  same: number
  departments: number
  /** One sentence for each line that was left out. */
  readonly refused: string[]
}

/** The rows of a CSV file with a header, and the number of the line of each. Throws a sentence when it is none. */
export async function readTable(file: string): Promise<{ readonly row: Row; readonly line: number }[]> {
  const { columns, rows } = csvOf(file, await readFile(file, 'utf8'))
  const unknown = columns.find((name) => !COLUMNS.some((column) => column === name))
  if (unknown !== undefined) {
    throw new OperatorError(`${file}: there is no column “${unknown}”. There are: ${COLUMNS.join(', ')}`)
  }
  return rows.map(({ cells, line, more }) => {
    const missing = columns.length - Object.keys(cells).length
    if (missing > 0 || more > 0) {
      throw new OperatorError(
        `${file}, line ${line}: it has ${columns.length - missing + more} cells, and there are ${columns.length} columns`,
      )
    }
    const row = Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text?.trim()]))
    return { row, line }
  })
}

function csvOf(file: string, text: string): ReturnType<typeof readCsvTable> {
  try {
    return readCsvTable(text)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new OperatorError(`${file} cannot be read as CSV: ${error.message}`)
  }
}

/** Finds departments by their path from the top, and makes those that are not there. */
class Departments {
  readonly #ids: Map<string, number>
  readonly #dryRun: boolean
  made = 0

  constructor(paths: ReadonlyMap<number, string>, dryRun: boolean) {
    this.#ids = new Map([...paths].map(([id, path]) => [path, id]))
    this.#dryRun = dryRun
  }

  /** What is made from now on is forgotten by the function that it answers: its transaction was rolled back. */
  mark(): () => void {
    const [made, paths] = [this.made, new Set(this.#ids.keys())]
    return () => {
      this.made = made
      for (const path of this.#ids.keys()) if (!paths.has(path)) this.#ids.delete(path)
    }
  }

  async idOf(trx: Trx, text: string): Promise<number | null> {
    const names = text
      .split('/')
      .map((name) => name.trim())
      .filter(Boolean)
    if (names.length > LEVELS_MAX) throw new AccountError(`${text}: departments lie ${LEVELS_MAX} levels deep at most`)
    let parent: number | null = null
    for (let depth = 1; depth <= names.length; depth++) {
      const path = names.slice(0, depth).join(' / ')
      const known = this.#ids.get(path)
      parent = known ?? (await this.#make(trx, names[depth - 1] ?? '', parent))
      this.#ids.set(path, parent)
    }
    return parent
  }

  async #make(trx: Trx, name: string, parentId: number | null): Promise<number> {
    this.made += 1
    if (this.#dryRun) return -this.made
    return insertDepartment(trx, { name, parentId })
  }
}

const YES: Readonly<Record<string, boolean>> = {
  '1': true,
  yes: true,
  true: true,
  on: true,
  '0': false,
  no: false,
  false: false,
  off: false,
  '': false,
}

function changesOf(row: Row, deptId: number | null | undefined): AccountChanges {
  const quota = row.quota === undefined || row.quota === '' ? undefined : Number(row.quota)
  if (quota !== undefined && (!Number.isFinite(quota) || quota < 0)) {
    throw new AccountError(`quota ${row.quota}: expected a number of MiB`)
  }
  const isAdmin = row.admin === undefined ? undefined : YES[row.admin.toLowerCase()]
  if (row.admin !== undefined && isAdmin === undefined) throw new AccountError(`admin ${row.admin}: expected yes or no`)
  return {
    ...(row.name ? { name: row.name } : {}),
    ...(deptId === undefined ? {} : { deptId }),
    ...(row.phone === undefined ? {} : { phone: row.phone }),
    ...(row.duties === undefined ? {} : { duties: row.duties }),
    ...(isAdmin === undefined ? {} : { isAdmin }),
    ...(quota === undefined ? {} : { quotaBytes: Math.round(quota * MIB) }),
  }
}

/**
 * Whether the rows make an account without a password of its own: one is then made up, and has to be written somewhere.
 */
export async function makesPasswords(context: Context, rows: readonly { readonly row: Row }[]): Promise<boolean> {
  const domains = await domainNames(context)
  const addresses = rows
    .flatMap(({ row }) => (row.password ? [] : [addressOf(row)]))
    .filter((one) => domains.has(domainOf(one)))
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = addresses.slice(at, at + AT_ONCE)
    const known = await knownAccounts(context, some)
    if (some.some((address) => !known.has(address))) return true
  }
  return false
}

/** The hash of the row's password, or of a new one that is added to the list. */
async function hashFor(row: Row, address: string, passwords: NewPassword[]): Promise<string> {
  if (row.password) {
    if (passwordProblem(row.password)) throw new AccountError('this password cannot be used')
    return hashPassword(row.password)
  }
  const password = randomBytes(12).toString('base64url')
  passwords.push([address, password])
  return hashGenerated(password)
}

export interface TableOptions {
  readonly dryRun: boolean
  /** Keeps new passwords, before the accounts that have them are there for good: a run that breaks off must not lose them. */
  readonly onPasswords: (passwords: readonly NewPassword[]) => Promise<void>
}

/**
 * Makes and changes accounts as the rows say; what a row does not say stays. A row that makes no sense is reported and
 * left out. A second run of the same rows changes nothing.
 */
export async function applyTable(
  context: Context,
  rows: readonly { readonly row: Row; readonly line: number }[],
  { dryRun, onPasswords }: TableOptions,
): Promise<TableReport> {
  const report: TableReport = { made: 0, changed: 0, same: 0, departments: 0, refused: [] }
  const departments = new Departments(await departmentPaths(context.store.db), dryRun)
  const domains = await domainNames(context)
  let seen: ReadonlySet<string> = new Set()
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    // Before the transaction: hashing takes long, and no other call should wait for its locks.
    const known = await knownAccounts(
      context,
      some.map(({ row }) => addressOf(row)),
    )
    const fresh = new Map<string, string>()
    const passwords: NewPassword[] = []
    for (const { row } of some) {
      const address = addressOf(row)
      if (dryRun || known.has(address) || fresh.has(address) || !domains.has(domainOf(address))) continue
      fresh.set(address, await hashFor(row, address, passwords).catch((error: Error) => `refused: ${error.message}`))
    }
    /** Those whose password is kept, by address; a transaction that is tried again keeps none twice. */
    const kept = new Set<string>()
    const forgetDepartments = departments.mark()
    const done = await transact(context, async (trx) => {
      // Counted from the beginning by each attempt.
      forgetDepartments()
      const batch = { made: 0, changed: 0, same: 0, refused: [] as string[], seen: new Set(seen) }
      const made = new Set<string>()
      for (const { row, line } of some) {
        try {
          await applyRow(trx, context, row, {
            report: batch,
            departments,
            domains,
            seen: batch.seen,
            known,
            fresh,
            made,
            dryRun,
          })
        } catch (error) {
          if (!(error instanceof AccountError)) throw error
          batch.refused.push(`line ${line}: ${error.message}`)
        }
      }
      const unkept = passwords.filter(([address]) => made.has(address) && !kept.has(address))
      if (unkept.length > 0) await onPasswords(unkept)
      for (const [address] of unkept) kept.add(address)
      return batch
    })
    seen = done.seen
    report.made += done.made
    report.changed += done.changed
    report.same += done.same
    report.refused.push(...done.refused)
  }
  report.departments = departments.made
  return report
}

const addressOf = (row: Row) => (row.address ?? '').trim().toLowerCase()
const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

async function domainNames({ store }: Context): Promise<ReadonlySet<string>> {
  const rows = await store.db.selectFrom('domain').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

async function knownAccounts({ store }: Context, addresses: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  const found = await store.db.selectFrom('account').selectAll().where('address', 'in', addresses).execute()
  return new Map(found.map((account) => [account.address, account]))
}

interface Run {
  readonly report: Omit<TableReport, 'departments' | 'refused'>
  readonly departments: Departments
  readonly domains: ReadonlySet<string>
  readonly seen: Set<string>
  readonly known: ReadonlyMap<string, Account>
  readonly fresh: ReadonlyMap<string, string>
  /** The addresses of the accounts that were made. */
  readonly made: Set<string>
  readonly dryRun: boolean
}

async function applyRow(trx: Trx, context: TransactionContext, row: Row, run: Run): Promise<void> {
  const { report, departments, domains, seen, known, fresh, made, dryRun } = run
  const address = addressOf(row)
  if (address === '') throw new AccountError('it has no address')
  if (seen.has(address)) throw new AccountError(`${address} stands in the file twice`)
  seen.add(address)
  const account = known.get(address)
  const hash = fresh.get(address) ?? ''
  if (hash.startsWith('refused: ')) throw new AccountError(`${address}: ${hash.slice('refused: '.length)}`)
  const isMakeable = known.has(address) || domains.has(domainOf(address))
  if (!isMakeable) throw new AccountError(`There is no domain for ${address}. Add it first`)
  const deptId = row.department === undefined ? undefined : await departments.idOf(trx, row.department)
  const changes = changesOf(row, deptId)
  if (account) {
    const changed = dryRun ? differing(account, changes) : await changeAccount(trx, account, changes)
    if (changed.length > 0) report.changed += 1
    else report.same += 1
    return
  }
  if (!dryRun) {
    const name = changes.name ?? address.slice(0, address.lastIndexOf('@'))
    await insertAccount(
      trx,
      context,
      { ...changes, address, name, password: '', changePassword: row.password ? 0 : 1 },
      hash,
    )
    made.add(address)
  }
  report.made += 1
}

/** What `changeAccount` would write. */
function differing(account: Account, changes: AccountChanges): string[] {
  const now = {
    name: account.name,
    deptId: account.dept_id,
    phone: account.phone,
    duties: account.duties,
    isAdmin: account.is_admin === 1,
    quotaBytes: account.quota_bytes,
  }
  return (Object.keys(now) as (keyof typeof now)[]).filter(
    (key) => changes[key] !== undefined && changes[key] !== now[key],
  )
}

/** Makes the file for new passwords, which only its owner reads. Throws a sentence when it is there already. */
export async function reservePasswords(file: string): Promise<void> {
  await writeFile(file, 'address,password\n', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    const reason = systemCode(error) === 'EEXIST' ? 'it is there already' : fileFailure(error)
    throw new OperatorError(`The passwords cannot be written to ${file}: ${reason}. Name another file`)
  })
}

/** Adds passwords to that file. */
export const addPasswords = (file: string, passwords: readonly NewPassword[]): Promise<void> =>
  appendFile(file, passwords.map((one) => `${one.join(',')}\n`).join(''), { flush: true })
