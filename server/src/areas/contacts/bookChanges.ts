import type { DavChanges, DavMember } from '../../platform/dav/davService.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { memberOf, nameOf } from './contactMembers.ts'
import type { ContactRecord } from './findDoubles.ts'
import { type GroupCard, groupCardMember, groupCardName } from './groupCards.ts'

type Db = Context['store']['db'] | Trx

/** The number of the last change of an account's contacts, and that up to which deleted ones are no longer known. */
export async function readBook(db: Db, accountId: number): Promise<{ seq: number; floor_seq: number }> {
  const row = await db
    .selectFrom('contact_book')
    .select(['seq', 'floor_seq'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { seq: 0, floor_seq: 0 }
}

/** A contact or a group that was changed. */
interface Changed {
  readonly seq: number
  readonly name: string
  /** Null for what is deleted. */
  readonly member: DavMember | null
}

const ofContact = (row: ContactRecord): Changed => ({
  seq: row.seq,
  name: nameOf(row),
  member: row.deleted_at === null ? memberOf(row) : null,
})
const ofGroup = (row: GroupCard): Changed => ({
  seq: row.seq,
  name: groupCardName(row),
  member: row.group_id === null ? null : groupCardMember(row),
})

interface Span {
  readonly after: number
  readonly until: number
  readonly limit?: number
}

/** Contacts and groups by the number of their last change. */
async function changedIn(db: Db, accountId: number, { after, until, limit }: Span): Promise<Changed[]> {
  const contacts = db
    .selectFrom('contact')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .orderBy('id')
  const groups = db
    .selectFrom('contact_group_card')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .orderBy('id')
  const [people, cards] = [
    await (limit === undefined ? contacts : contacts.limit(limit)).execute(),
    await (limit === undefined ? groups : groups.limit(limit)).execute(),
  ]
  return [...people.map(ofContact), ...cards.map(ofGroup)].sort((a, b) => a.seq - b.seq).slice(0, limit)
}

/** What changed since a number. Changes of one number belong together: the next token never separates them. */
export async function changesOf(db: Db, accountId: number, since: number, limit: number): Promise<DavChanges | null> {
  const { seq, floor_seq } = await readBook(db, accountId)
  if (since > seq || (since > 0 && since < floor_seq)) return null
  let rows = await changedIn(db, accountId, { after: since, until: seq, limit: limit + 1 })
  let token = seq
  const more = rows.length > limit
  if (more) {
    const first = rows[0]?.seq ?? seq
    const next = rows.at(-1)?.seq ?? seq
    // All of the last whole number, or all of the first when it is larger than an answer.
    token = next > first ? rows.reduce((most, row) => (row.seq < next ? Math.max(most, row.seq) : most), first) : first
    rows =
      next > first
        ? rows.filter((row) => row.seq <= token)
        : await changedIn(db, accountId, { after: first - 1, until: first })
  }
  return {
    changed: rows.flatMap(({ member }) => member ?? []),
    removed: rows.filter(({ member }) => member === null).map(({ name }) => name),
    token,
    more: more && token < seq,
  }
}
