import { MIGRATION_HOSTS_MAX, type MigrationLineProblem } from '@yanshu/contracts'
import { seal } from '../../platform/secrets/serverKey.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { jobOf, secretName } from './migrationJob.ts'
import { againFolders, insertMigration, requireNoOther } from './migrations.service.ts'
import { type PeopleTable, type PersonLine, readPeople } from './readPeople.ts'
import { readCertificate } from './server/certificate.ts'
import { MigrationNotAllowedError, MigrationRunningError } from './server/errors.ts'
import { findServer } from './server/findServer.ts'
import { addressOf } from './server/serverAddress.ts'

export interface ManyOptions {
  /** Whether spam and the recycle bin are brought, too. */
  readonly junk: boolean
  readonly since: number | null
  readonly before: number | null
  readonly dry: boolean
  /** Whether address books and calendars are brought, too. */
  readonly books: boolean
}

export interface BegunMany {
  /** Migrations that were begun, and those of an earlier table that run once more. */
  readonly begun: number
  readonly again: number
  readonly problems: MigrationLineProblem[]
}

type Problem = MigrationLineProblem['problem']

interface Place {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
  readonly certificate: string
}

/**
 * Begins the migrations of a table of people. Lines that cannot be begun are answered with their reason, the others begin: a
 * second run of the same table brings what is new since. Throws `PeopleTableError`.
 */
export async function beginMany(context: Context, text: string, options: ManyOptions): Promise<BegunMany> {
  const table: PeopleTable = readPeople(text)
  const problems = [...table.problems]
  const placeOf = places(context)
  let [begun, again] = [0, 0]
  for (const person of table.people) {
    const outcome = await beginOne(context, person, options, placeOf)
    if (outcome === 'begun') begun++
    else if (outcome === 'again') again++
    else problems.push({ line: person.line, address: person.address, problem: outcome })
  }
  return { begun, again, problems: problems.toSorted((a, b) => a.line - b.line) }
}

async function beginOne(
  context: Context,
  person: PersonLine,
  options: ManyOptions,
  placeOf: (person: PersonLine) => Promise<Place | Problem>,
): Promise<'begun' | 'again' | Problem> {
  const account = await findAccount(context.store.db, person.address)
  if (!account) return 'account'
  const place = await placeOf(person)
  if (typeof place === 'string') return place
  return transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [account.id])
    const old = await trx
      .selectFrom('migration')
      .select(['id', 'state', 'reason'])
      .where('account_id', '=', account.id)
      .where('origin', '=', 'operator')
      .where('host', '=', place.host)
      .where('user_name', '=', person.user)
      .where('undo', '=', '')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    // One that waits for a new token goes on with that of the table.
    const waits = old?.state === 'paused' && old.reason === 'token'
    await requireNoOther(trx, context, account.id, waits ? old.id : 0)
    const { since, before, dry, junk, books } = options
    const range = { since, before_at: before, dry: Number(dry) }
    const more = { contacts: Number(books), calendars: Number(books), dav: '' }
    const set = { ...place, login: person.login, user_name: person.user, ...range, ...more }
    const id = old?.id ?? (await insertMigration(trx, context, { ...set, account_id: account.id, origin: 'operator' }))
    const secret = await seal(context.config, secretName(id), person.password)
    await trx
      .updateTable('migration')
      .set({ ...set, state: 'dispatching', reason: '', secret, finished_at: null, listing: junk ? 'all' : 'usual' })
      .where('id', '=', id)
      .execute()
    if (old) await againFolders(trx, id)
    await enqueue(trx, context, jobOf('operator'), [{ key: `${id}` }])
    return old ? ('again' as const) : ('begun' as const)
  }).catch((error: unknown) => {
    if (error instanceof MigrationRunningError) return 'running' as const
    throw error
  })
}

/** Where the mailbox of a person is. Each server of a table is judged once, and its certificate read once. */
function places(context: Context): (person: PersonLine) => Promise<Place | Problem> {
  const known = new Map<string, Promise<Place | Problem>>()
  return ({ host, port, security, user, fingerprint }) => {
    const key =
      host === ''
        ? `@${user.slice(user.lastIndexOf('@') + 1)} ${fingerprint}`
        : `${host} ${port} ${security} ${fingerprint}`
    const found = known.get(key)
    if (found) return found
    // A table that names a server of its own on each line would make this one ask around.
    if (known.size >= MIGRATION_HOSTS_MAX) return Promise.resolve('tooManyHosts')
    const judged = judge(context, { host, port, security, user, fingerprint })
    known.set(key, judged)
    return judged
  }
}

async function judge(
  { config }: Pick<Context, 'config'>,
  { host, port, security, user, fingerprint }: Omit<PersonLine, 'line' | 'address' | 'login' | 'password'>,
): Promise<Place | Problem> {
  if (host === '' && !user.includes('@')) return 'host'
  const place = host === '' ? await findServer(user) : { host, port, security }
  const server = { host: place.host, port: place.port, security: place.security }
  try {
    const address = await addressOf(config, server)
    if (fingerprint === '') return { ...server, certificate: '' }
    const shown = await readCertificate({ ...server, address })
    const isSame = shown.fingerprint.toLowerCase().replaceAll(':', '') === fingerprint
    return isSame && shown.certificate !== '' ? { ...server, certificate: shown.certificate } : 'fingerprint'
  } catch (error) {
    return error instanceof MigrationNotAllowedError ? 'notAllowed' : 'unreachable'
  }
}
