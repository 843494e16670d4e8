import type { DraftHandState, MailAddress } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { DraftHandRefusedError } from './composeErrors.ts'

/** A draft that is handed to a colleague, as both sides need it. */
export interface HandRow {
  readonly id: string
  /** The author's draft. */
  readonly draftId: number
  readonly author: MailAddress & { readonly accountId: number }
  readonly colleague: MailAddress & { readonly accountId: number }
  readonly state: DraftHandState
  /** The colleague's draft; null where there is none. */
  readonly takenId: number | null
  /** Pairs of the author's files and what the colleague got of them. */
  readonly files: readonly (readonly [authors: string, colleagues: string])[]
  readonly changedAt: number
}

const selectHanded = (db: Kysely<Schema>) =>
  db
    .selectFrom('handed_draft as hand')
    .innerJoin('account as author', 'author.id', 'hand.account_id')
    .innerJoin('account as colleague', 'colleague.id', 'hand.colleague_id')
    .leftJoin('draft as taken', (join) =>
      join
        .onRef('taken.mail_id', '=', 'hand.taken_mail_id')
        .onRef('taken.account_id', '=', 'hand.colleague_id')
        .on('hand.state', '=', 'taken'),
    )
    .select(['hand.id', 'hand.draft_id', 'hand.state', 'hand.files', 'hand.changed_at', 'taken.mail_id as taken_id'])
    .select(['author.id as author_id', 'author.name as author_name', 'author.address as author_address'])
    .select(['colleague.id as colleague_id', 'colleague.name as colleague_name'])
    .select('colleague.address as colleague_address')

type Selected = Awaited<ReturnType<ReturnType<typeof selectHanded>['executeTakeFirstOrThrow']>>

/** A colleague who has thrown the draft away has it no more. */
const shown = (row: Selected): HandRow => ({
  id: row.id,
  draftId: row.draft_id,
  author: { accountId: row.author_id, name: row.author_name, address: row.author_address },
  colleague: { accountId: row.colleague_id, name: row.colleague_name, address: row.colleague_address },
  state: row.state === 'taken' && row.taken_id === null ? 'back' : row.state,
  takenId: row.taken_id,
  files: JSON.parse(row.files),
  changedAt: row.changed_at,
})

/** By what its link names; null where there is none, or its author has thrown the draft away. */
export async function handOf(db: Kysely<Schema>, id: string): Promise<HandRow | null> {
  const row = await selectHanded(db).where('hand.id', '=', id).executeTakeFirst()
  return row ? shown(row) : null
}

/** By a draft of either side; null for one that is not handed on. */
export async function handOfDraft(db: Kysely<Schema>, accountId: number, mailId: number): Promise<HandRow | null> {
  const row = await selectHanded(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('hand.draft_id', '=', mailId), eb('hand.account_id', '=', accountId)]),
        eb.and([eb('hand.taken_mail_id', '=', mailId), eb('hand.colleague_id', '=', accountId)]),
      ]),
    )
    .executeTakeFirst()
  return row ? shown(row) : null
}

/** Throws `DraftHandRefusedError` for a draft that a colleague has now: its author does not change or send it meanwhile. */
export async function refuseHandedOn(trx: Trx, accountId: number, mailId: number): Promise<void> {
  const hand = await handOfDraft(trx, accountId, mailId)
  if (!hand || hand.draftId !== mailId || hand.state !== 'taken') return
  const { name, address } = hand.colleague
  throw new DraftHandRefusedError({
    zh: `现在由 ${name || address} 修改。请等对方交回，或先收回`,
    en: `${name || address} writes on it now. Wait until it is given back, or take it back first`,
  })
}

/** Notes that a colleague sends the letter, before the draft is removed. For other drafts it does nothing. */
export async function noteHandSent(trx: Trx, accountId: number, mailId: number, now: number): Promise<void> {
  await trx
    .updateTable('handed_draft')
    .set({ state: 'sent', changed_at: now })
    .where('taken_mail_id', '=', mailId)
    .where('colleague_id', '=', accountId)
    .where('state', '=', 'taken')
    .execute()
}

/** A letter that its colleague has sent is a draft again, because it was taken back before it left. */
export async function noteHandUnsent(
  trx: Trx,
  accountId: number,
  { before, after, now }: { readonly before: number; readonly after: number; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('handed_draft')
    .set({ state: 'taken', taken_mail_id: after, changed_at: now })
    .where('taken_mail_id', '=', before)
    .where('colleague_id', '=', accountId)
    .where('state', '=', 'sent')
    .execute()
}
