import { AUTO_REPLY_EVERY_MS, type AutoReply, type NotAnswered } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { isOwnAddress } from '../../mailflow/delivery/recipients.ts'
import { mailTransportOf, startedTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic, queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { readHeader } from '../../mailflow/reading/readHeader.ts'
import type {
  ArrivingMail,
  Decision,
  DeliveryStep,
  DueEffect,
  StepRecipient,
} from '../../mailflow/steps/deliveryStep.ts'
import { noteVerdict } from '../../mailflow/steps/verdicts.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { ownAddressesOfMany } from '../forwarding/index.ts'
import { replyIn } from './autoReply.service.ts'
import { whyNotAnswered } from './whyNotAnswered.ts'

export const AUTO_REPLY_STEP = 'auto-reply'
const SUBJECT_KEPT = 200

/** What is to be answered. */
interface Answer {
  readonly sender: string
  readonly subject: string
  readonly messageId: string
  readonly inside: boolean
}

/** Answers for accounts that are away (RFC 3834): each sender once in seven days, and notes whom it did not answer and why. */
export const autoReplyStep: DeliveryStep<Prepared | null> = {
  name: AUTO_REPLY_STEP,
  async judge(mail, recipients, { context }) {
    const ids = recipients.flatMap(({ accountId }) => accountId ?? [])
    const away = new Map<number, Pick<AutoReply, 'outsideTo'>>()
    for (let at = 0; at < ids.length; at += 500) {
      for (const row of await selectAway(context.store.db, ids.slice(at, at + 500))) {
        const { start_at, end_at } = row
        if ((start_at ?? 0) <= mail.receivedAt && mail.receivedAt < (end_at ?? Number.MAX_SAFE_INTEGER)) {
          away.set(row.account_id, { outsideTo: row.outside_to })
        }
      }
    }
    if (away.size === 0) return null
    const header = await readHeader(context, mail.rawHash)
    const inside = mail.source === 'local' && (await isOwnAddress(context.store.db, mail.envelopeFrom))
    const own = await ownAddressesOfMany(context, [...away.keys()])
    const asking = inside ? [] : [...away].flatMap(([id, { outsideTo }]) => (outsideTo === 'known' ? [id] : []))
    const knowing = await whoKnows(context.store.db, asking, mail.envelopeFrom.toLowerCase())
    const decisions = new Map<string, Decision>()
    for (const recipient of recipients) {
      const { accountId } = recipient
      const reply = accountId === null ? undefined : away.get(accountId)
      if (accountId === null || !reply) continue
      const facts = { own: own.get(accountId) ?? [], discarded: isDiscarded(recipient) }
      const answersOutside = inside || reply.outsideTo === 'all' || knowing.has(accountId)
      const reason = whyNotAnswered(mail, header, facts) ?? (answersOutside ? null : 'outside')
      decisions.set(recipient.address, decisionFor(mail, inside, reason))
    }
    return decisions
  },
  prepare: prepareAnswer,
  effect: answer,
}

const isDiscarded = ({ place }: StepRecipient): boolean =>
  'role' in place && (place.role === 'spam' || place.role === 'trash')

function decisionFor(mail: ArrivingMail, inside: boolean, reason: NotAnswered | null): Decision {
  const sender = mail.envelopeFrom.toLowerCase()
  const subject = mail.subject.slice(0, SUBJECT_KEPT)
  if (reason !== null) return { notes: [{ outcome: 'not-answered', key: sender, detail: { reason, subject } }] }
  const data: Answer = { sender: mail.envelopeFrom, subject, messageId: mail.rfcMessageId, inside }
  return { effects: [data] }
}

/** Which of these accounts have written to an address, or have it among their contacts. */
export async function whoKnows(
  db: Kysely<Schema>,
  accountIds: readonly number[],
  address: string,
): Promise<Set<number>> {
  const knowing = new Set<number>()
  for (let at = 0; at < accountIds.length; at += 500) {
    const ids = accountIds.slice(at, at + 500)
    const written = await db
      .selectFrom('correspondent')
      .select('account_id')
      .where('account_id', 'in', ids)
      .where('address', '=', address)
      .where('uses', '>', 0)
      .execute()
    const contacts = await db
      .selectFrom('contact_email')
      .innerJoin('contact', 'contact.id', 'contact_email.contact_id')
      .select('contact_email.account_id')
      .where('contact_email.account_id', 'in', ids)
      .where('contact_email.address', '=', address)
      .where('contact.deleted_at', 'is', null)
      .execute()
    for (const { account_id } of [...written, ...contacts]) knowing.add(account_id)
  }
  return knowing
}

const selectAway = preparedForList((db, ids: readonly number[]) =>
  db
    .selectFrom('auto_reply')
    .select(['account_id', 'start_at', 'end_at', 'outside_to'])
    .where('enabled', '=', 1)
    .where('account_id', 'in', ids)
    .compile(),
)

/** An answer that is written, as the settings of an absence were at that moment. */
interface Prepared {
  readonly since: number
  readonly message: PreparedMessage
}

/**
 * Writes the answer before the transaction that sends it, because composing and reading a mail takes long. Answers null
 * where none is wanted, as far as that can be seen before.
 */
async function prepareAnswer(context: Context, effect: DueEffect): Promise<Prepared | null> {
  const { sender, subject, messageId, inside } = effect.data as Answer
  const { accountId } = effect
  if (accountId === null) return null
  const { db } = context.store
  const row = await selectAbsence(db, accountId)
  if (!row) return null
  const answered = await db
    .selectFrom('auto_reply_sent')
    .select('at')
    .where('account_id', '=', accountId)
    .where('sender', '=', sender.toLowerCase())
    .where('at', '>=', answeredAfter(row.since, context.now()))
    .executeTakeFirst()
  if (answered) return null
  const reply = replyIn(row.value)
  const from = await db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { language, timeZone } = await readSettings(context, accountId)
  const message = await prepareAutomatic(context, mailTransportOf(context).preparer, {
    from,
    to: sender,
    subject: subjectOf(reply, subject, language),
    html: inside || reply.outside === '' ? reply.inside : reply.outside,
    pictures: true,
    answers: { messageId, references: '' },
    timeZone,
  })
  return { since: row.since, message }
}

const selectAbsence = (db: Kysely<Schema>, accountId: number) =>
  db
    .selectFrom('auto_reply')
    .select(['since', 'value'])
    .where('account_id', '=', accountId)
    .where('enabled', '=', 1)
    .executeTakeFirst()

/** A sender who was answered before this moment is answered again. */
const answeredAfter = (since: number, now: number): number => Math.max(since, now - AUTO_REPLY_EVERY_MS)

/** Sends the answer, unless the sender had one within seven days of this absence. */
async function answer(
  trx: Trx,
  context: TransactionContext,
  effect: DueEffect,
  prepared: Prepared | null,
): Promise<void> {
  const { sender, subject } = effect.data as Answer
  const { accountId } = effect
  if (accountId === null) return
  const key = sender.toLowerCase()
  const row = await selectAbsence(trx, accountId)
  // Switched off in between.
  if (!row) return
  const now = context.now()
  // One statement decides and remembers, so that two mails at the same moment are one answer.
  const claimed = await trx
    .insertInto('auto_reply_sent')
    .values({ account_id: accountId, sender: key, at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'sender'])
        .doUpdateSet({ at: now })
        .where('auto_reply_sent.at', '<', answeredAfter(row.since, now)),
    )
    .returning('at')
    .executeTakeFirst()
  if (!claimed) {
    const detail = { reason: 'answered-before' satisfies NotAnswered, subject }
    await noteVerdict(trx, context, AUTO_REPLY_STEP, effect, { outcome: 'not-answered', key, detail })
    return
  }
  // Another absence began while the answer was written: it is written anew.
  if (prepared?.since !== row.since) throw new Error('the automatic answer was changed while it was written')
  await queueAutomatic(trx, context, prepared.message, sender, accountId)
  await noteVerdict(trx, context, AUTO_REPLY_STEP, effect, { outcome: 'answered', key, detail: { subject } })
  startedTransportOf(context).dispatcher.expect(context.now())
}

function subjectOf(reply: AutoReply, answered: string, language: 'zh' | 'en'): string {
  if (reply.subject !== '') return reply.subject
  return language === 'zh' ? `自动回复：${answered}` : `Automatic reply: ${answered}`
}
