import {
  Code,
  type LetterTemplate,
  SIGNATURE_LENGTH,
  SIGNATURES_MAX,
  type Signature,
  TEMPLATES_MAX,
} from '@yanshu/contracts'
import type { Kysely, Selectable } from 'kysely'
import { CallError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { picturedHtml } from '../files/index.ts'

/** There are as many of them as one account may have. */
class TooManyError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}

/** Changes what letters begin with; other windows are notified. */
async function change<T>(context: Context, accountId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  const done = await transact(context, async (trx) => {
    const result = await work(trx)
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
    return result
  })
  announceChanges(context, [accountId])
  return done
}

/** What is kept is clean already, and without pictures, which would lie on this server alone. */
async function cleaned(html: string): Promise<string> {
  const { outgoingHtml } = await import('../../mime/outgoingHtml.ts')
  return outgoingHtml(html.replace(/<img\b[^>]*>/gi, ''), () => '').html
}

const signatureOf = (row: Selectable<Schema['signature']>): Signature => ({
  signId: Number(row.id),
  name: row.name,
  html: row.html,
  forNew: row.for_new === 1,
  forReply: row.for_reply === 1,
  sender: row.sender,
})

/** Signatures of an account, by name. */
export async function listSignatures(db: Kysely<Schema>, accountId: number): Promise<Signature[]> {
  const rows = await db
    .selectFrom('signature')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(signatureOf)
}

export async function readSignature(db: Kysely<Schema>, accountId: number, signId: number): Promise<Signature> {
  const row = await db
    .selectFrom('signature')
    .selectAll()
    .where('id', '=', signId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return signatureOf(row)
}

type SignatureDraft = Omit<Signature, 'signId'> & { readonly signId: number | null }

/** Makes or changes a signature. What it is for, no other of the same sender is for any longer. */
export const saveSignature = (
  context: Context,
  accountId: number,
  { signId, name, html, forNew, forReply, sender: wanted }: SignatureDraft,
): Promise<Signature> =>
  change(context, accountId, async (trx) => {
    const sender = (await isOwnSender(trx, accountId, wanted)) ? wanted.toLowerCase() : ''
    const others = trx.updateTable('signature').where('account_id', '=', accountId).where('sender', '=', sender)
    if (forNew) await others.set({ for_new: 0 }).execute()
    if (forReply) await others.set({ for_reply: 0 }).execute()
    const values = {
      name,
      html: await picturedHtml(html, { field: 'html', length: SIGNATURE_LENGTH }),
      for_new: forNew ? 1 : 0,
      for_reply: forReply ? 1 : 0,
      sender,
    }
    if (signId !== null) {
      const row = await trx
        .updateTable('signature')
        .set(values)
        .where('id', '=', signId)
        .where('account_id', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new NotFoundError()
      return signatureOf(row)
    }
    await requireRoom(trx, context, 'signature', accountId, SIGNATURES_MAX)
    const row = await trx
      .insertInto('signature')
      .values({ account_id: accountId, ...values })
      .returningAll()
      .executeTakeFirstOrThrow()
    return signatureOf(row)
  })

/** Whether letters of the account may come from an address. */
async function isOwnSender(trx: Trx, accountId: number, sender: string): Promise<boolean> {
  const address = sender.toLowerCase()
  const own = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('address', '=', address)
    .union(
      trx
        .selectFrom('alias')
        .select('account_id as id')
        .where('account_id', '=', accountId)
        .where('address', '=', address),
    )
    .executeTakeFirst()
  return own !== undefined
}

async function requireRoom(
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  table: 'signature' | 'letter_template',
  accountId: number,
  most: number,
): Promise<void> {
  await countAlone(trx, store, accountId)
  const { count } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw new TooManyError()
}

/** Deletes a row of the account's own. Throws `NotFoundError`. */
export const deleteOwn = (
  context: Context,
  accountId: number,
  table: 'signature' | 'letter_template',
  id: number,
): Promise<void> =>
  change(context, accountId, async (trx) => {
    const gone = await trx
      .deleteFrom(table)
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new NotFoundError()
  })

const templateOf = (row: Selectable<Schema['letter_template']>): LetterTemplate => ({
  templateId: Number(row.id),
  name: row.name,
  folder: row.folder,
  subject: row.subject,
  html: row.html,
})

export async function listTemplates(db: Kysely<Schema>, accountId: number): Promise<Omit<LetterTemplate, 'html'>[]> {
  const rows = await db
    .selectFrom('letter_template')
    .select(['id', 'name', 'folder', 'subject'])
    .where('account_id', '=', accountId)
    .orderBy('folder')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, ...row }) => ({ templateId: Number(id), ...row }))
}

export async function readTemplate(db: Kysely<Schema>, accountId: number, templateId: number): Promise<LetterTemplate> {
  const row = await db
    .selectFrom('letter_template')
    .selectAll()
    .where('id', '=', templateId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return templateOf(row)
}

export const saveTemplate = (
  context: Context,
  accountId: number,
  { templateId, html, ...rest }: Omit<LetterTemplate, 'templateId'> & { readonly templateId: number | null },
): Promise<LetterTemplate> =>
  change(context, accountId, async (trx) => {
    const values = { ...rest, html: await cleaned(html) }
    if (templateId !== null) {
      const row = await trx
        .updateTable('letter_template')
        .set(values)
        .where('id', '=', templateId)
        .where('account_id', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new NotFoundError()
      return templateOf(row)
    }
    await requireRoom(trx, context, 'letter_template', accountId, TEMPLATES_MAX)
    const row = await trx
      .insertInto('letter_template')
      .values({ account_id: accountId, ...values })
      .returningAll()
      .executeTakeFirstOrThrow()
    return templateOf(row)
  })
