import { z } from 'zod'
import type { Decision, DeliveryStep } from '../../mailflow/steps/deliveryStep.ts'
import { afterCommit } from '../../store/database/afterCommit.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { takeFrom } from './recallMail.ts'
import { type ArrivedMail, arrivedMails } from './sentRecipients.ts'

const replacement = z.object({
  /** The sender, and their copy of the letter that is corrected. */
  accountId: z.number(),
  sentId: z.number(),
  /** What came of it in this mailbox. */
  mailId: z.number(),
  /** Whether it goes although it was read, by the rule of the organisation at the delivery. */
  takesRead: z.boolean(),
})

/**
 * Files a corrected copy into the folder of the letter that it corrects, unread and with its star, and removes that one. Where
 * that one was read and the organisation takes unread letters back alone (`recallReadEnable`), or lies in a folder with a
 * password, it stays, and the copy comes as any mail does.
 */
export const correctionStep: DeliveryStep = {
  name: 'correction',
  async judge(mail, recipients, { context }) {
    const { db } = context.store
    const accountId = mail.senderId
    if (accountId === null || mail.rfcMessageId === '') return null
    const correction = await db
      .selectFrom('letter_correction')
      .select('corrects_id')
      .where('account_id', '=', accountId)
      .where('rfc_message_id', '=', mail.rfcMessageId)
      .executeTakeFirst()
    if (!correction) return null
    const takesRead = (await switchesOf(db, accountId)).recallReadEnable
    const sentId = correction.corrects_id
    const arrived = await arrivedMails(db, { accountId, mailId: sentId })
    const replaced = new Map(
      arrived.flatMap((one) => (!one.isClosed && (takesRead || !one.isRead) ? [[one.accountId, one] as const] : [])),
    )
    const decide = ({ mailId, folderId, color }: ArrivedMail): Decision => ({
      ...{ place: { folderId }, seen: false, color },
      effects: [{ accountId, sentId, mailId, takesRead } satisfies z.infer<typeof replacement>],
    })
    return new Map(
      recipients.flatMap((one) => {
        const before = one.accountId === null ? undefined : replaced.get(one.accountId)
        return before ? [[one.address, decide(before)] as const] : []
      }),
    )
  },
  async effect(trx, context, effect) {
    const reader = effect.accountId
    // It was discarded or refused by a rule of its reader: what they have stays.
    if (reader === null || effect.mailId === null) return
    const { accountId, sentId, mailId, takesRead } = replacement.parse(effect.data)
    const taking = { mail: { mailId, accountId: reader }, takesRead, message: null, corrected: true }
    if (!(await takeFrom(trx, context, { accountId, mailId: sentId }, taking))) return
    afterCommit(trx, () => announceChanges(context, [reader]))
  },
}
