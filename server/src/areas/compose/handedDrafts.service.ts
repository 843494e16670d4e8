import type { DraftHand, LetterContent, MailAddress, SavedDraft } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { findDestination } from '../../mailflow/delivery/recipients.ts'
import { randomFileId } from '../../mailflow/delivery/storeMessage.ts'
import { MailNotFoundError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { DraftTable } from '../../store/database/schema.ts'
import { type Trx, transact, within } from '../../store/database/transact.ts'
import { announceChanges, draftInFolder, lockMailboxes, removeMails } from '../../store/mailbox/index.ts'
import { mailOwner, removeUploads } from '../files/index.ts'
import { DraftHandRefusedError, MailboxFullError, type Words } from './composeErrors.ts'
import { type HandRow, handOf, handOfDraft } from './draftHandRows.ts'
import { contentIn } from './draftRow.ts'
import { createDraft, replaceDraft } from './drafts.service.ts'
import { type DraftWords, wordsOf, wordsOfBeginning } from './draftWords.ts'
import { handLetter, requireHandable } from './handedLetter.ts'
import type { DraftWriter } from './keepVersion.ts'

/*
 * A draft with two authors, of whom one has it at a time. Its author names a colleague of the organisation; the colleague
 * opens the link, and gets a draft of their own with the files of the letter. Until it comes back the author's draft stands
 * still. What comes back replaces it, and what was there becomes a version.
 */

const ELSEWHERE: Words = {
  zh: '只能交给本组织的同事，请核对地址',
  en: 'it can be handed to a person of the organisation alone. Check the address',
}
const SELF: Words = { zh: '请选择另一位同事', en: 'choose another person' }
const SHARED: Words = {
  zh: '公共邮箱没有固定的使用者，请选择一位同事',
  en: 'a public mailbox belongs to several. Choose a person',
}
const OTHERS: Words = {
  zh: '这封草稿是别人交给您的，请先交回',
  en: 'the draft was handed to you. Give it back first',
}
const OWN: Words = {
  zh: '这是您自己交出的草稿，请在草稿箱中打开',
  en: 'you have handed this draft on yourself. Open it among your drafts',
}
const OVER: Words = {
  zh: '它已交回、收回或发出。需要时请对方再次交给您',
  en: 'it was given back, taken back or sent. Ask its author to hand it to you again',
}
const FULL: Words = {
  zh: '对方邮箱空间不足，请先移除附件，或请对方清理邮箱',
  en: 'the mailbox of its author has no room for it. Remove attachments, or ask them to make room',
}
const GONE: Words = {
  zh: '发起人已删除原来的草稿，这封信现在归您',
  en: 'its author has deleted the draft. The letter is yours now',
}
const withOther = ({ name, address }: MailAddress): Words => ({
  zh: `现在由 ${name || address} 修改，请先收回`,
  en: `${name || address} writes on it now. Take it back first`,
})

/** What one of the two authors sees of it. */
export function handSeenBy(hand: HandRow, accountId: number): DraftHand {
  const isAuthor = hand.author.accountId === accountId
  const { name, address } = isAuthor ? hand.colleague : hand.author
  return {
    handId: hand.id,
    role: isAuthor ? 'author' : 'colleague',
    other: { name, address },
    state: hand.state,
    since: hand.changedAt,
  }
}

/** Of a draft that is open in a window; null for one that is not handed on. */
export async function handInWindow(trx: Trx, accountId: number, mailId: number): Promise<DraftHand | null> {
  const hand = await handOfDraft(trx, accountId, mailId)
  return hand && handSeenBy(hand, accountId)
}

/**
 * Offers a draft to a colleague, who gets a mail with the link. Until the link is opened its author goes on writing. Throws
 * `MailNotFoundError`, and `DraftHandRefusedError` for whom it cannot be handed to, and for a letter that its author writes
 * alone.
 * @param site the address of the site, for the link
 */
export async function handDraft(
  context: Context,
  { accountId }: DraftWriter,
  { mailId, address, site }: { readonly mailId: number; readonly address: string; readonly site: string },
): Promise<DraftHand> {
  const { db } = context.store
  const colleagueId = await colleagueAt(context, accountId, address)
  const before = await handOfDraft(db, accountId, mailId)
  const isSame = before?.draftId === mailId && before.colleague.accountId === colleagueId
  // Who presses twice writes one mail.
  if (isSame && before.state === 'offered') return handSeenBy(before, accountId)
  // The same colleague keeps the same link.
  const id = isSame ? before.id : randomFileId()
  const author = await db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await mailOwner(context, {
    accountId: colleagueId,
    words: (language) => OFFER[language](author.name || author.address, `${site}/#/write/handed/0?hand=${id}`),
    note: async (trx) => {
      await offer(trx, within(trx, context), { id, mailId, accountId, colleagueId })
      return true
    },
  })
  const hand = await handOf(db, id)
  if (!hand) throw new MailNotFoundError()
  return handSeenBy(hand, accountId)
}

const OFFER = {
  zh: (name: string, link: string) => ({
    subject: `${name} 把一封草稿交给您`,
    text: `${name} 请您接着写一封邮件。打开下面的链接后，草稿和附件会出现在您的草稿箱中；写完可以直接发送（发件人是您），也可以交回。\n\n${link}\n\n只有您能打开这个链接。`,
  }),
  en: (name: string, link: string) => ({
    subject: `${name} has handed you a draft`,
    text: `${name} asks you to go on with a letter. Open the link below: the draft and its attachments are then among your drafts. Send it (from your address), or give it back.\n\n${link}\n\nThe link works for you alone.`,
  }),
} as const

async function colleagueAt({ store }: Context, accountId: number, address: string): Promise<number> {
  const destination = await findDestination(store.db, address.trim())
  if (destination.kind !== 'account') throw new DraftHandRefusedError(ELSEWHERE)
  if (destination.accountId === accountId) throw new DraftHandRefusedError(SELF)
  const { account_type } = await store.db
    .selectFrom('account')
    .select('account_type')
    .where('id', '=', destination.accountId)
    .executeTakeFirstOrThrow()
  if (account_type === 2) throw new DraftHandRefusedError(SHARED)
  return destination.accountId
}

interface Offer {
  readonly id: string
  readonly mailId: number
  readonly accountId: number
  readonly colleagueId: number
}

async function offer(trx: Trx, context: TransactionContext, { id, mailId, accountId, colleagueId }: Offer) {
  await lockMailboxes(trx, context.store.engine, [accountId])
  const { content } = await draftOf(trx, accountId, mailId)
  requireHandable(content)
  const before = await handOfDraft(trx, accountId, mailId)
  if (before && before.draftId !== mailId) throw new DraftHandRefusedError(OTHERS)
  if (before?.state === 'taken') throw new DraftHandRefusedError(withOther(before.colleague))
  await trx.deleteFrom('handed_draft').where('draft_id', '=', mailId).execute()
  await trx
    .insertInto('handed_draft')
    .values({
      ...{ id, draft_id: mailId, account_id: accountId, colleague_id: colleagueId, state: 'offered' },
      ...{ taken_mail_id: null, files: '[]', changed_at: context.now() },
    })
    .execute()
}

/** A draft of an account as it is stored. Throws `MailNotFoundError`. */
async function draftOf(
  trx: Trx,
  accountId: number,
  mailId: number,
): Promise<{ readonly row: Selectable<DraftTable>; readonly content: LetterContent }> {
  await draftInFolder(trx, accountId, mailId)
  const row = await trx.selectFrom('draft').selectAll().where('mail_id', '=', mailId).executeTakeFirstOrThrow()
  return { row, content: contentIn(row) }
}

/** What search reads of a letter, made before the transaction that needs it, where a long one takes its time. */
async function wordsBefore(context: Context, mailId: number): Promise<(html: string) => DraftWords> {
  const before = await context.store.db
    .selectFrom('draft')
    .select('html')
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
  const words = before && (await wordsOf(context, before.html))
  return (html) => (words && before.html === html ? words : wordsOfBeginning(html))
}

/**
 * Opens the link of a draft that was handed to this person: it is a draft of their own from then on, with its files, and
 * from their address. Opened again it answers the same draft. Throws `NotFoundError` for every other person, and
 * `DraftHandRefusedError`.
 */
export async function takeHanded(context: Context, writer: DraftWriter, handId: string): Promise<SavedDraft> {
  const { accountId } = writer
  const found = await handOf(context.store.db, handId)
  if (found?.author.accountId === accountId) throw new DraftHandRefusedError(OWN)
  if (found?.colleague.accountId !== accountId) throw new NotFoundError()
  const words = await wordsBefore(context, found.draftId)
  const taken = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [found.author.accountId, accountId])
      const hand = await handOf(trx, handId)
      if (hand?.colleague.accountId !== accountId) throw new NotFoundError()
      if (hand.takenId !== null) return draftAsSaved(trx, hand.takenId)
      if (hand.state !== 'offered') throw new DraftHandRefusedError(OVER)
      return makeTaken(trx, within(trx, context), writer, hand, words)
    },
    { grows: true },
  )
  announceChanges(context, [accountId])
  return taken
}

async function draftAsSaved(trx: Trx, mailId: number): Promise<SavedDraft> {
  const { revision, saved_at } = await trx
    .selectFrom('draft')
    .select(['revision', 'saved_at'])
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()
  return { mailId, revision, savedAt: saved_at }
}

async function makeTaken(
  trx: Trx,
  context: TransactionContext,
  writer: DraftWriter,
  hand: HandRow,
  words: (html: string) => DraftWords,
): Promise<SavedDraft> {
  const { content } = await draftOf(trx, hand.author.accountId, hand.draftId)
  requireHandable(content)
  const sides = { from: hand.author.accountId, to: writer.accountId, known: new Map<string, string>(), isStrict: true }
  const handed = await handLetter(trx, context, content, sides)
  // What it answers lies in the author's mailbox, and the sender is who sends it.
  const letter = { ...handed.content, sourceMailId: null, from: '' }
  const saved = await createDraft(trx, context, writer.accountId, letter, words(content.html), writer)
  await trx
    .updateTable('handed_draft')
    .set({
      ...{ state: 'taken', taken_mail_id: saved.mailId, changed_at: context.now() },
      files: JSON.stringify([...handed.copies]),
    })
    .where('id', '=', hand.id)
    .execute()
  return saved
}

/**
 * Ends the turn of the colleague: by the colleague, who gives the letter back, or by its author, who takes it back. The
 * author's draft becomes what the letter is now. The colleague's draft goes, with the files that had come along. An offer that
 * was not opened ends. Answers the names of files of the colleague that stay out. Throws `MailNotFoundError` and
 * `DraftHandRefusedError`.
 */
export async function giveBack(
  context: Context,
  { accountId }: DraftWriter,
  mailId: number,
): Promise<{ missing: string[] }> {
  const found = await handOfDraft(context.store.db, accountId, mailId)
  if (!found) throw new MailNotFoundError()
  const words = await wordsBefore(context, found.takenId ?? 0)
  const isAuthor = found.author.accountId === accountId
  const missing = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [found.author.accountId, found.colleague.accountId])
      const hand = await handOf(trx, found.id)
      if (!hand) throw new MailNotFoundError()
      if (hand.takenId !== null) return takeFromColleague(trx, within(trx, context), hand, { words, isAuthor })
      if (!isAuthor) throw new DraftHandRefusedError(OVER)
      await trx.deleteFrom('handed_draft').where('id', '=', hand.id).execute()
      return []
    },
    { grows: true },
  )
  announceChanges(context, [found.author.accountId, found.colleague.accountId])
  return { missing: [...missing] }
}

interface TakingBack {
  readonly words: (html: string) => DraftWords
  readonly isAuthor: boolean
}

async function takeFromColleague(
  trx: Trx,
  context: TransactionContext,
  hand: HandRow,
  { words, isAuthor }: TakingBack,
): Promise<readonly string[]> {
  const { author, colleague, draftId, takenId, files } = hand
  if (takenId === null) return []
  const before = await draftOf(trx, author.accountId, draftId).catch((error: unknown) => {
    throw error instanceof MailNotFoundError && !isAuthor ? new DraftHandRefusedError(GONE) : error
  })
  const { content } = await draftOf(trx, colleague.accountId, takenId)
  const known = new Map(files.map(([authors, colleagues]) => [colleagues, authors]))
  const sides = { from: colleague.accountId, to: author.accountId, known, isStrict: !isAuthor }
  const handed = await handLetter(trx, context, content, sides)
  const { kind, sourceMailId, from } = before.content
  const letter = { ...handed.content, kind, sourceMailId, from }
  // In the versions it is the colleague who has written it.
  const writer = { accountId: author.accountId, personId: colleague.accountId, sessionId: '' }
  const next = { revision: null, contentOver: () => letter, keepsVersion: true }
  try {
    await replaceDraft(trx, context, writer, draftId, next, words(content.html))
  } catch (error) {
    throw error instanceof MailboxFullError && !isAuthor ? new DraftHandRefusedError(FULL) : error
  }
  await removeMails(trx, context, colleague.accountId, [takenId])
  await removeUploads(
    trx,
    colleague.accountId,
    files.map(([, colleagues]) => colleagues),
  )
  await trx
    .updateTable('handed_draft')
    .set({ state: 'back', taken_mail_id: null, files: '[]', changed_at: context.now() })
    .where('id', '=', hand.id)
    .execute()
  return handed.missing
}
