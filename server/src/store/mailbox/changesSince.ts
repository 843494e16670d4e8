import type { MailboxMessage, MailListItem, SocketMessage } from '@yanshu/contracts'
import { CATCH_UP_CHANGES, NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import type { ChangeKind } from '../database/changeLog.ts'
import { prepared } from '../database/prepared.ts'
import { closedFolders, guardedFolders } from './closedFolders.ts'
import { countersOf } from './counters.ts'
import { ITEMS_MAX } from './itemsMax.ts'
import { listItems } from './listItems.ts'

/** A message, and the change it is about: a window that knows the changes up to there need not get it. */
export interface Telling {
  readonly of: number
  readonly message: Exclude<SocketMessage, { optType: 'ready' | 'event' }>
}

export interface Changes {
  /** The account's newest change that is contained in the answer. */
  readonly seq: number
  /** What has changed, in the order in which it is to be applied; null when it was too much, or is no longer known. */
  readonly messages: readonly Telling[] | null
}

interface LoggedChange {
  readonly seq: number
  readonly kind: ChangeKind
  readonly folderId: number | null
  readonly mailIds: readonly number[]
}

/** From so many changes on, each mail is sent once, however often it changed. */
const ONE_BY_ONE = 20
/** Rows of mails in one answer; windows fetch further ones where they show them. */
const ITEMS_AT_ONCE = 500

type Parts = Pick<Context, 'store'>

/** What changed in a mailbox after a change, as far as its reader may know of it. */
export async function readChanges(parts: Parts, reader: MailReader, since: number): Promise<Changes> {
  return changesSince(parts, reader.accountId, since, await closedFolders(parts.store.db, reader))
}

/** The same for all who read a mailbox in which no folder has a password; null where what they may know differs. */
export async function readChangesForAll(parts: Parts, accountId: number, since: number): Promise<Changes | null> {
  if ((await guardedFolders(parts.store.db, accountId)).length > 0) return null
  return changesSince(parts, accountId, since, new Set())
}

/**
 * What changed in an account after a change, as messages for its windows: rows and counters as they now are. A message
 * may contain something newer than its number; then that is sent again. Applying a message twice does no harm. Answers
 * `messages: null` when `CATCH_UP_CHANGES` or more were missed, or the log no longer has them. Of mails in folders that
 * are closed to the window, it learns that they are gone from elsewhere, and nothing more.
 */
async function changesSince(
  { store }: Parts,
  accountId: number,
  since: number,
  closed: ReadonlySet<number>,
): Promise<Changes> {
  const { db } = store
  // The number is read before the rows: what is committed in between is only sent once more.
  const newest = await newestChange({ store }, accountId)
  if (newest === since) return { seq: newest, messages: [] }
  const rows = await selectChanges(db, { accountId, since })
  const seq = Math.max(newest, rows.at(-1)?.seq ?? 0)
  if (rows.length >= CATCH_UP_CHANGES || rows.length !== seq - since) return { seq, messages: null }
  const changes = rows.map((row) => ({
    seq: row.seq,
    kind: row.kind,
    folderId: row.folder_id,
    // JSON that this server wrote.
    mailIds: JSON.parse(row.mail_ids) as number[],
  }))
  return { seq, messages: await messagesSince({ store }, { accountId, since, closed }, changes) }
}

const selectNewest = prepared((db, by: { accountId: number }) =>
  db.selectFrom('account').select('change_seq').where('id', '=', by.accountId).compile(),
)

const selectChanges = prepared((db, by: { accountId: number; since: number }) =>
  db
    .selectFrom('change_log')
    .select(['seq', 'kind', 'folder_id', 'mail_ids'])
    .where('account_id', '=', by.accountId)
    .where('seq', '>', by.since)
    .orderBy('seq')
    .limit(CATCH_UP_CHANGES)
    .compile(),
)

/** The number of an account's newest change; 0 when there is no such account. */
export async function newestChange({ store }: Parts, accountId: number): Promise<number> {
  const [row] = await selectNewest(store.db, { accountId })
  return row?.change_seq ?? 0
}

interface Reader {
  readonly accountId: number
  readonly since: number
  readonly closed: ReadonlySet<number>
}

async function messagesSince({ store }: Parts, { accountId, since, closed }: Reader, logged: readonly LoggedChange[]) {
  const changes = logged.length > ONE_BY_ONE ? summed(logged) : withBigOnesJoined(logged)
  const wanted = new Set<number>()
  for (const { kind, mailIds } of changes) {
    if (kind === 'removed' || mailIds.length > itemsOf(logged)) continue
    for (const id of mailIds) if (wanted.size < ITEMS_AT_ONCE) wanted.add(id)
  }
  const items = new Map((await listItems(store.db, accountId, [...wanted])).map((item) => [item.mailId, item]))
  const counters = await countersOf(store.db, accountId, closed)
  const messages: { of: number; message: Unnumbered }[] = []
  for (const change of changes) {
    for (const message of messagesOf(change, { wanted, items, closed })) {
      messages.push({ of: change.seq, message: { ...message, counters } })
    }
  }
  // Each carries the number up to which everything has been sent once it is applied: of several about one change, or
  // when all are one answer, only the last.
  let before = since
  return messages.map(({ of, message }, at): Telling => {
    const last = messages[at + 1]?.of !== of
    if (last) before = of
    return { of, message: { ...message, seq: before } }
  })
}

/** How many rows one change may bring along. */
const itemsOf = (logged: readonly LoggedChange[]) => (logged.length > ONE_BY_ONE ? ITEMS_AT_ONCE : ITEMS_MAX)

type Message = Telling['message']
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Unnumbered = Without<Message, 'seq'>

interface Known {
  /** Mails whose rows were asked for; one that is not among `items` is gone. */
  readonly wanted: ReadonlySet<number>
  readonly items: ReadonlyMap<number, MailListItem>
  /** Folders that the window must not look into. */
  readonly closed: ReadonlySet<number>
}

function messagesOf(change: LoggedChange, { wanted, items, closed }: Known): Without<Unnumbered, 'counters'>[] {
  const { kind, folderId, mailIds } = change
  const about = (
    what: MailboxMessage['change'],
    mailboxId: number | null,
    ids: readonly number[],
    rows: readonly MailListItem[] = [],
  ) => ({ optType: 'mailbox' as const, change: what, mailboxId, mailIds: [...ids], items: [...rows] })
  if (kind === 'folders' || kind === 'settings') return [about(kind, null, [])]
  if (kind === 'removed') return [about(kind, folderId, mailIds)]
  const found = mailIds.flatMap((id) => items.get(id) ?? [])
  const rows = found.filter(({ mailboxId }) => !closed.has(mailboxId))
  const away = kind === 'updated' ? [] : found.filter(({ mailboxId }) => closed.has(mailboxId))
  const intoClosed = folderId !== null && closed.has(folderId)
  const gone = [
    ...mailIds.filter((id) => wanted.has(id) && !items.has(id)),
    ...away.map(({ mailId }) => mailId),
    ...(intoClosed && kind !== 'updated' ? mailIds.filter((id) => !wanted.has(id)) : []),
  ]
  const withoutRow = intoClosed ? [] : mailIds.filter((id) => !wanted.has(id))
  const messages: Without<Unnumbered, 'counters'>[] = []
  if (kind === 'new' && withoutRow.length === 0) {
    for (const item of rows) messages.push(newMail(item))
  } else {
    const what = kind === 'new' ? 'added' : kind
    if (rows.length > 0) {
      messages.push(
        about(
          what,
          folderId,
          rows.map(({ mailId }) => mailId),
          rows,
        ),
      )
    }
    if (withoutRow.length > 0) messages.push(about(what, folderId, withoutRow))
  }
  // Wherever a window shows them: the change that moved them to their last folder may be the one it missed.
  if (gone.length > 0) messages.push(about('removed', null, gone))
  return messages
}

const newMail = (item: MailListItem) => ({
  optType: 'mail' as const,
  mailSubject: cutSubject(item.subject),
  mailFrom: item.from,
  mailboxId: item.mailboxId,
  mailId: item.mailId,
  item,
})

/** The contract counts UTF-16 units; no character is cut in two. */
function cutSubject(subject: string): string {
  const cut = subject.slice(0, NOTIFICATION_SUBJECT_LENGTH)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/**
 * An action on thousands of mails is committed in parts. Parts that are sent without rows are joined to one message,
 * 'removed' before 'added'.
 */
function withBigOnesJoined(changes: readonly LoggedChange[]): LoggedChange[] {
  const joined: LoggedChange[] = []
  let run: LoggedChange[] = []
  const close = () => {
    const seq = run.at(-1)?.seq ?? 0
    for (const one of joinedByPlace(run)) joined.push({ ...one, seq })
    run = []
  }
  for (const change of changes) {
    if (change.mailIds.length > ITEMS_MAX) run.push(change)
    else {
      close()
      joined.push(change)
    }
  }
  close()
  return joined
}

/** Everything as one answer: each kind once, each mail as it now is. */
function summed(changes: readonly LoggedChange[]): LoggedChange[] {
  const seq = changes.at(-1)?.seq ?? 0
  const arrived = changes.some(({ kind }) => kind === 'new' || kind === 'added')
  const general = changes.map((change): LoggedChange => {
    if (change.kind === 'new' || change.kind === 'added') return { ...change, kind: 'added', folderId: null }
    return change.kind === 'updated' ? { ...change, folderId: null } : change
  })
  const places = joinedByPlace(general)
  const came = new Set(arrived ? places.flatMap(({ kind, mailIds }) => (kind === 'added' ? mailIds : [])) : [])
  return places.map((change) => ({
    ...change,
    seq,
    mailIds: change.kind === 'updated' ? change.mailIds.filter((id) => !came.has(id)) : change.mailIds,
  }))
}

const ORDER: readonly ChangeKind[] = ['removed', 'new', 'added', 'updated', 'folders', 'settings']

/** One change for each kind and folder. */
function joinedByPlace(changes: readonly LoggedChange[]): LoggedChange[] {
  const places = new Map<string, { change: LoggedChange; ids: Set<number> }>()
  for (const change of changes) {
    const key = `${change.kind} ${change.folderId}`
    const place = places.get(key) ?? { change, ids: new Set() }
    for (const id of change.mailIds) place.ids.add(id)
    places.set(key, place)
  }
  return [...places.values()]
    .map(({ change, ids }) => ({ ...change, mailIds: [...ids] }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
