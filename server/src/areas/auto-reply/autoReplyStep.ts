import { AUTO_REPLY_EVERY_MS, type AutoReply, type NotAnswered } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { isOwnAddress } from '../../mailflow/delivery/recipients.ts'
import { startedTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic, queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
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
import { type Trx, within } from '../../store/database/transact.ts'
import { ownAddresses } from '../forwarding/index.ts'
import { readSettings } from '../settings/index.ts'
import { readReply } from './autoReply.service.ts'
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

/** Answers for whoever is away (RFC 3834): each sender once in seven days, and notes whom it did not answer and why. */
export const autoReplyStep: DeliveryStep = {
  name: AUTO_REPLY_STEP,
  async judge(mail, recipients, { context }) {
    const ids = recipients.flatMap(({ accountId }) => accountId ?? [])
    const away: number[] = []
    for (let at = 0; at < ids.length; at += 500) {
      for (const row of await selectAway(context.store.db, ids.slice(at, at + 500))) {
        const { start_at, end_at } = row
        if ((start_at ?? 0) <= mail.receivedAt && mail.receivedAt < (end_at ?? Number.MAX_SAFE_INTEGER)) {
          away.push(row.account_id)
        }
      }
    }
    if (away.length === 0) return null
    const header = await readHeader(context, mail.rawHash)
    const inside = mail.source === 'local' && (await isOwnAddress(context.store.db, mail.envelopeFrom))
    const decisions = new Map<string, Decision>()
    for (const accountId of away) {
      const recipient = recipients.find((one) => one.accountId === accountId)
      if (!recipient) continue
      const own = await ownAddresses(context, accountId)
      const reason =
        whyNotAnswered(mail, header, { own, discarded: isDiscarded(recipient) }) ??
        (await outsideReason(context, accountId, mail.envelopeFrom, inside))
      decisions.set(recipient.address, decisionFor(mail, inside, reason))
    }
    return decisions
  },
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

/** Whether somebody outside is not to be answered, as the person who is away has chosen. */
async function outsideReason(
  context: Context,
  accountId: number,
  sender: string,
  inside: boolean,
): Promise<NotAnswered | null> {
  if (inside) return null
  const { outsideTo } = await readReply(context, accountId)
  if (outsideTo === 'all') return null
  return outsideTo === 'known' && (await isKnown(context.store.db, accountId, sender.toLowerCase())) ? null : 'outside'
}

/** Whether an account has written to an address, or has it among its contacts. */
async function isKnown(db: Kysely<Schema>, accountId: number, address: string): Promise<boolean> {
  const written = await db
    .selectFrom('correspondent')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('uses', '>', 0)
    .executeTakeFirst()
  if (written) return true
  const contact = await db
    .selectFrom('contact_email')
    .innerJoin('contact', 'contact.id', 'contact_email.contact_id')
    .select('contact_email.address')
    .where('contact_email.account_id', '=', accountId)
    .where('contact_email.address', '=', address)
    .where('contact.deleted_at', 'is', null)
    .executeTakeFirst()
  return contact !== undefined
}

const selectAway = preparedForList((db, ids: readonly number[]) =>
  db
    .selectFrom('auto_reply')
    .select(['account_id', 'start_at', 'end_at'])
    .where('enabled', '=', 1)
    .where('account_id', 'in', ids)
    .compile(),
)

/** Writes the answer, unless the sender had one within seven days of this absence. */
async function answer(trx: Trx, context: TransactionContext, effect: DueEffect): Promise<void> {
  const { sender, subject, messageId, inside } = effect.data as Answer
  const { accountId } = effect
  if (accountId === null) return
  const key = sender.toLowerCase()
  const row = await trx
    .selectFrom('auto_reply')
    .select('since')
    .where('account_id', '=', accountId)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  // Switched off in between.
  if (!row) return
  const now = context.now()
  const limit = Math.max(row.since, now - AUTO_REPLY_EVERY_MS)
  // One statement decides and remembers, so that two mails at the same moment are one answer.
  const claimed = await trx
    .insertInto('auto_reply_sent')
    .values({ account_id: accountId, sender: key, at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'sender']).doUpdateSet({ at: now }).where('auto_reply_sent.at', '<', limit),
    )
    .returning('at')
    .executeTakeFirst()
  if (!claimed) {
    const detail = { reason: 'answered-before' satisfies NotAnswered, subject }
    await noteVerdict(trx, context, AUTO_REPLY_STEP, effect, { outcome: 'not-answered', key, detail })
    return
  }
  const reply = await readReply(within(trx, context), accountId)
  const from = await trx
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { language, timeZone } = await readSettings(within(trx, context), accountId)
  const { preparer, dispatcher } = startedTransportOf(context)
  const message = await prepareAutomatic(context, preparer, {
    from,
    to: sender,
    subject: subjectOf(reply, subject, language),
    html: inside || reply.outside === '' ? reply.inside : reply.outside,
    answers: { messageId, references: '' },
    timeZone,
  })
  await queueAutomatic(trx, context, message, sender, accountId)
  await noteVerdict(trx, context, AUTO_REPLY_STEP, effect, { outcome: 'answered', key, detail: { subject } })
  dispatcher.expect(context.now())
}

function subjectOf(reply: AutoReply, answered: string, language: 'zh' | 'en'): string {
  if (reply.subject !== '') return reply.subject
  return language === 'zh' ? `自动回复：${answered}` : `Automatic reply: ${answered}`
}
