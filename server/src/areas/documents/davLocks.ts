import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { type DavCaller, DavError } from '../../platform/dav/davService.ts'
import { dav, escapeXml, xml } from '../../platform/dav/xml.ts'
import type { DocumentLockTable } from '../../store/database/documents.schema.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { Resource } from './davResources.ts'
import { pathOf } from './documentTree.ts'

type Db = Kysely<Schema>
export type Lock = Selectable<DocumentLockTable>

/** Seconds for which a lock is given at most, and where the client asks for no number. */
const LONGEST_S = 24 * 60 * 60
const USUAL_S = 10 * 60
/** Locks of one account at a time. */
const LOCKS_MAX = 500
const OWNER_MAX = 1_000

/** The locks on files of an account that bind its programs and are not over: all but those that it has set itself at the page. */
export const locksOf = (db: Db, accountId: number, now: number): Promise<Lock[]> =>
  db
    .selectFrom('document_lock')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('holder_id', 'is', null), eb('holder_id', '<>', accountId)]))
    .execute()

/** The locks that a resource has: its own, and those of folders above that reach down to it. */
export const locksOn = (locks: readonly Lock[], resource: Resource): Lock[] => {
  const ownId = resource.kind === 'there' ? resource.row.id : null
  return locks.filter(({ document_id: id, deep }) => id === ownId || (deep === 1 && resource.above.includes(id)))
}

/**
 * Throws `DavError` 423 where a lock is in the way whose token was not sent.
 * @param changes of the content alone, of the folder's list too, or of all that lies inside as well
 */
export async function requireUnlocked(
  db: Db,
  locks: readonly Lock[],
  { resource, tokens }: { resource: Resource; tokens: ReadonlySet<string> },
  changes: 'content' | 'list' | 'all',
): Promise<void> {
  if (locks.length === 0) return
  const onParent = changes === 'content' ? [] : locks.filter(({ document_id }) => document_id === resource.above.at(-1))
  requireOne([...locksOn(locks, resource), ...onParent], tokens)
  if (changes !== 'all' || resource.kind !== 'there' || resource.row.kind === 1) return
  for (const lock of locks) {
    const way = await pathOf(db, lock.account_id, lock.document_id)
    if (way.some(({ id }) => id === resource.row.id)) requireOne([lock], tokens)
  }
}

function requireOne(locks: readonly Lock[], tokens: ReadonlySet<string>): void {
  const byDocument = Map.groupBy(locks, ({ document_id }) => document_id)
  for (const some of byDocument.values()) {
    // Of shared locks one is enough: who sends it has the right to write beside the others.
    if (!some.some(({ token }) => tokens.has(token))) throw new DavError(423, dav('lock-token-submitted'))
  }
}

export interface NewLock {
  readonly shared: boolean
  readonly deep: boolean
  readonly owner: string
  readonly timeout: string | undefined
}

/** Locks a file or folder, in the transaction that the locks were read in. Throws `DavError` 423 where another is in the way. */
export async function addLock(
  trx: Trx,
  caller: DavCaller,
  { resource, locks, now }: { resource: Resource & { kind: 'there' }; locks: readonly Lock[]; now: number },
  { shared, deep, owner, timeout }: NewLock,
): Promise<Lock> {
  const inTheWay = [...locksOn(locks, resource)]
  if (deep && resource.row.kind === 0) {
    for (const lock of locks) {
      const way = await pathOf(trx, lock.account_id, lock.document_id)
      if (way.some(({ id }) => id === resource.row.id)) inTheWay.push(lock)
    }
  }
  if (inTheWay.some((lock) => !shared || lock.shared === 0)) throw new DavError(423, dav('no-conflicting-lock'))
  if (locks.length >= LOCKS_MAX) throw new DavError(507)
  const { accountId } = caller
  await trx.deleteFrom('document_lock').where('account_id', '=', accountId).where('expires_at', '<=', now).execute()
  const lock = {
    token: `opaquelocktoken:${randomUUID()}`,
    document_id: resource.row.id,
    account_id: accountId,
    shared: shared ? 1 : 0,
    deep: deep ? 1 : 0,
    owner: owner.slice(0, OWNER_MAX),
    expires_at: now + secondsOf(timeout) * 1_000,
    holder_id: null,
  }
  await trx.insertInto('document_lock').values(lock).execute()
  return lock
}

/** Lets locks end later. */
export async function refreshLocks(db: Db, locks: readonly Lock[], timeout: string | undefined, now: number) {
  const expiresAt = now + secondsOf(timeout) * 1_000
  for (const { token } of locks) {
    await db.updateTable('document_lock').set({ expires_at: expiresAt }).where('token', '=', token).execute()
  }
  return locks.map((lock) => ({ ...lock, expires_at: expiresAt }))
}

function secondsOf(timeout: string | undefined): number {
  const asked = /^Second-(\d{1,10})$/i.exec((timeout ?? '').split(',')[0]?.trim() ?? '')?.[1]
  if (asked !== undefined) return Math.min(LONGEST_S, Math.max(1, Number(asked)))
  return /Infinite/i.test(timeout ?? '') ? LONGEST_S : USUAL_S
}

/** A lock as clients read it. @param address of what was locked */
export const activeLock = (lock: Lock, address: string, now: number): string =>
  xml(
    dav('activelock'),
    [
      xml(dav('locktype'), xml(dav('write'))),
      xml(dav('lockscope'), xml(dav(lock.shared === 1 ? 'shared' : 'exclusive'))),
      xml(dav('depth'), lock.deep === 1 ? 'infinity' : '0'),
      xml(dav('owner'), escapeXml(lock.owner)),
      xml(dav('timeout'), `Second-${Math.max(1, Math.round((lock.expires_at - now) / 1_000))}`),
      xml(dav('locktoken'), xml(dav('href'), lock.token)),
      xml(dav('lockroot'), xml(dav('href'), escapeXml(address))),
    ].join(''),
  )

export const SUPPORTED_LOCKS = ['exclusive', 'shared']
  .map((scope) =>
    xml(dav('lockentry'), xml(dav('lockscope'), xml(dav(scope))) + xml(dav('locktype'), xml(dav('write')))),
  )
  .join('')
