import { setImmediate } from 'node:timers/promises'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { ImportNotFoundError, ImportRunningError } from './contactErrors.ts'
import { fieldsOf } from './contactRows.ts'
import { announceContacts } from './contacts.service.ts'
import type { ContactRecord } from './findDoubles.ts'
import { readImport } from './listImports.ts'
import { readSnapshot } from './snapshot.ts'
import { nextSeq, writeFoundBy } from './writeContact.ts'

export interface UndoneImport {
  /** Contacts that the import had made and that were removed, and those that are again as they were. */
  readonly removed: number
  readonly restored: number
  /** Contacts that were changed since, which stay: the first of them, and how many. */
  readonly kept: { readonly contactId: number; readonly name: string }[]
  readonly keptCount: number
}

/** Rows of one transaction. */
const BATCH = 50
const NAMED = 100

/**
 * Undoes an import or a merge: contacts that it added are removed, those that it changed are as before, and those that
 * were changed since stay. Interrupted, it continues when it is called again. Throws `ImportNotFoundError`,
 * `ImportRunningError`.
 */
export async function undoImport(context: Context, accountId: number, importId: number): Promise<UndoneImport> {
  const { state } = await readImport(context, accountId, importId)
  if (state === 'undone') throw new ImportNotFoundError()
  if (state === 'running') throw new ImportRunningError()
  const kept: UndoneImport['kept'] = []
  let [removed, restored, keptCount, after] = [0, 0, 0, 0]
  for (;;) {
    const batch = await transact(context, (trx) => undoBatch(trx, context, { accountId, importId, after }), {
      grows: true,
    })
    removed += batch.removed
    restored += batch.restored
    keptCount += batch.kept.length
    kept.push(...batch.kept.slice(0, NAMED - kept.length))
    if (batch.last === null) break
    after = batch.last
    await setImmediate()
  }
  await transact(context, async (trx) => {
    await dropGroups(trx, accountId, importId)
    await trx
      .updateTable('contact_import')
      .set({ undone_at: context.now() })
      .where('id', '=', importId)
      .where('account_id', '=', accountId)
      .execute()
  })
  announceContacts(context, accountId)
  return { removed, restored, kept, keptCount }
}

interface Batch {
  readonly removed: number
  readonly restored: number
  readonly kept: { contactId: number; name: string }[]
  /** The last contact of the batch, null when there are no more. */
  readonly last: number | null
}

async function undoBatch(
  trx: Trx,
  context: TransactionContext,
  { accountId, importId, after }: { accountId: number; importId: number; after: number },
): Promise<Batch> {
  const { engine } = context.store
  const seq = await nextSeq(trx, accountId)
  const now = context.now()
  const rows = await trx
    .selectFrom('contact_import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .where('contact_id', '>', after)
    .orderBy('contact_id')
    .limit(BATCH)
    .execute()
  if (rows.length === 0) return { removed: 0, restored: 0, kept: [], last: null }
  const ids = rows.map(({ contact_id }) => contact_id)
  const contacts = await trx
    .selectFrom('contact')
    .selectAll()
    .where(numberIn(engine, 'id', ids))
    .where(ownedBy('account_id', accountId))
    .execute()
  const byId = new Map(contacts.map((row) => [row.id, row]))
  const gone: number[] = []
  const through: number[] = []
  const kept: Batch['kept'] = []
  let restored = 0
  for (const { contact_id, before, revision } of rows) {
    const contact = byId.get(contact_id)
    if (!contact) continue
    const snapshot = before === null ? null : readSnapshot(before)
    // Deleted since: there is nothing left to remove, and a deleted contact is not restored.
    if (contact.deleted_at !== null && !snapshot?.deleted) continue
    if (contact.revision !== revision) {
      kept.push({ contactId: contact.id, name: contact.name })
      continue
    }
    through.push(contact_id)
    if (!snapshot) {
      gone.push(contact_id)
      continue
    }
    await restore(trx, contact, snapshot, seq)
    restored += 1
  }
  if (gone.length > 0) {
    await trx
      .updateTable('contact')
      .set((eb) => ({ deleted_at: now, seq, revision: eb('revision', '+', 1) }))
      .where(numberIn(engine, 'id', gone))
      .where(ownedBy('account_id', accountId))
      .execute()
  }
  // What is undone is not undone twice.
  await trx
    .deleteFrom('contact_import_row')
    .where('import_id', '=', importId)
    .where(numberIn(engine, 'contact_id', through))
    .execute()
  return { removed: gone.length, restored, kept, last: ids.at(-1) ?? null }
}

/**
 * A new revision shows other programs that it has changed; everything else is as it was, the time of its change too.
 */
async function restore(
  trx: Trx,
  contact: ContactRecord,
  { columns, groupsAdded, deleted }: ReturnType<typeof readSnapshot>,
  seq: number,
): Promise<void> {
  await trx
    .updateTable('contact')
    .set({ ...columns, seq, revision: contact.revision + 1, ...(deleted ? { deleted_at: null } : {}) })
    .where('id', '=', contact.id)
    .execute()
  await writeFoundBy(trx, contact.account_id, contact.id, fieldsOf({ ...contact, ...columns }))
  if (groupsAdded.length === 0) return
  await trx
    .deleteFrom('contact_group_member')
    .where('contact_id', '=', contact.id)
    .where('group_id', 'in', [...groupsAdded])
    .execute()
}

/** Removes groups that the import had made, unless they have people or groups. */
async function dropGroups(trx: Trx, accountId: number, importId: number): Promise<void> {
  const row = await trx
    .selectFrom('contact_import')
    .select('groups_made')
    .where('id', '=', importId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const made: number[] = JSON.parse(row?.groups_made ?? '[]')
  for (const groupId of made) {
    await trx
      .deleteFrom('contact_group')
      .where('id', '=', groupId)
      .where('account_id', '=', accountId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('contact_group_member')
              .innerJoin('contact', 'contact.id', 'contact_group_member.contact_id')
              .select('contact.id')
              .where('group_id', '=', groupId)
              .where('deleted_at', 'is', null),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('contact_group as below').select('below.id').where('below.parent_id', '=', groupId))),
      )
      .execute()
  }
}
