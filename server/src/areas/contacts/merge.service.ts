import type { Contact, SaveContact } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { ContactChangedError } from './contactErrors.ts'
import { announceContacts, readContact } from './contacts.service.ts'
import type { ContactRecord } from './findDoubles.ts'
import type { Property } from './format/properties.ts'
import { joinGroups } from './importBatch.ts'
import { takeSnapshot } from './snapshot.ts'
import { nextSeq, updateContact } from './writeContact.ts'

export interface Merge {
  /** The first is kept, the others are merged into it. */
  readonly contacts: readonly { readonly contactId: number; readonly revision: number }[]
  readonly fields: SaveContact
  /** Whose picture it gets; null leaves that of the first. */
  readonly photoOf: number | null
}

/**
 * Makes one contact of several: the first with the chosen fields, in the groups of all. What it was is kept, so that it
 * can be undone like an import. Throws `NotFoundError`, `ContactChangedError`.
 */
export async function mergeContacts(
  context: Context,
  accountId: number,
  { contacts, fields, photoOf }: Merge,
): Promise<{ importId: number; contact: Contact }> {
  const { contactId: _id, revision: _revision, groupIds: _groups, photoId: _photo, ...written } = fields
  const keptId = contacts[0]?.contactId ?? 0
  const importId = await transact(
    context,
    async (trx) => {
      const seq = await nextSeq(trx, accountId)
      const rows = await rowsOf(trx, context, accountId, contacts)
      const [kept, ...others] = rows
      if (!kept) throw new NotFoundError()
      const now = context.now()
      const made = await trx
        .insertInto('contact_import')
        .values({
          account_id: accountId,
          kind: 'merge',
          file_name: written.name || kept.name,
          created_at: now,
          total: rows.length,
          done: rows.length,
          updated: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const groups = await trx
        .selectFrom('contact_group_member')
        .select('group_id')
        .distinct()
        .where(
          numberIn(
            context.store.engine,
            'contact_id',
            others.map(({ id }) => id),
          ),
        )
        .execute()
      const added = await joinGroups(
        trx,
        kept.id,
        groups.map(({ group_id }) => group_id),
      )
      const card = JSON.stringify(cardsOf(rows))
      await updateContact(trx, { accountId, now, seq, contactId: kept.id }, written, { card })
      await movePhoto(trx, kept, others, photoOf)
      await trx
        .updateTable('contact')
        .set((eb) => ({ deleted_at: now, seq, revision: eb('revision', '+', 1) }))
        .where(
          numberIn(
            context.store.engine,
            'id',
            others.map(({ id }) => id),
          ),
        )
        .execute()
      await trx
        .insertInto('contact_import_row')
        .values([
          { import_id: made.id, contact_id: kept.id, before: takeSnapshot(kept, added), revision: kept.revision + 1 },
          ...others.map((row) => ({
            import_id: made.id,
            contact_id: row.id,
            before: takeSnapshot(row, [], true),
            revision: row.revision + 1,
          })),
        ])
        .execute()
      return made.id
    },
    { grows: true },
  )
  announceContacts(context, accountId)
  return { importId, contact: await readContact(context, accountId, keptId) }
}

/** The contacts, the kept one first, each as the caller has seen it. */
async function rowsOf(
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  accountId: number,
  wanted: Merge['contacts'],
): Promise<ContactRecord[]> {
  const ids = [...new Set(wanted.map(({ contactId }) => contactId))]
  const rows = await trx
    .selectFrom('contact')
    .selectAll()
    .where(numberIn(store.engine, 'id', ids))
    .where(ownedBy('account_id', accountId))
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (rows.length < 2 || rows.length < ids.length) throw new NotFoundError()
  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw new NotFoundError()
    if (wanted.find(({ contactId }) => contactId === id)?.revision !== row.revision) throw new ContactChangedError()
    return row
  })
}

/** What has no field here stays with the contact, whichever card it came from. */
function cardsOf(rows: readonly ContactRecord[]): Property[] {
  const [first = [], ...others] = rows.map(({ card }) => JSON.parse(card) as Property[])
  const known = new Set(first.map((property) => JSON.stringify(property)))
  const further = others
    .flat()
    .filter((property) => property[0].startsWith('x-') || property[0] === 'url' || property[0] === 'impp')
  return [...first, ...further.filter((property) => !known.has(JSON.stringify(property)))].slice(0, 200)
}

/** The two pictures are exchanged, so that both are still there when the merge is undone. */
async function movePhoto(
  trx: Trx,
  kept: ContactRecord,
  others: readonly ContactRecord[],
  photoOf: number | null,
): Promise<void> {
  const source = others.find(({ id }) => id === photoOf)
  if (!source) return
  for (const [to, { photo_hash, photo_size, photo_type }] of [
    [kept.id, source],
    [source.id, kept],
  ] as const) {
    await trx.updateTable('contact').set({ photo_hash, photo_size, photo_type }).where('id', '=', to).execute()
  }
}
