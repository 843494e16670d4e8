import type { Decision, DeliveryStep, StepRecipient } from '../../mailflow/steps/deliveryStep.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import { isMuted } from '../../store/mailbox/index.ts'
import { isNotice } from '../approval/index.ts'

/** Recipients that are looked up in one query. */
const AT_ONCE = 500

const selectListening = preparedForList((db, ids: readonly number[]) =>
  db.selectFrom('push_subscription').select('account_id').distinct().where('account_id', 'in', ids).compile(),
)

/** Mail that needs no notification: spam, thrown away, or read already. */
const isQuiet = ({ place, seen }: StepRecipient) => seen || ('role' in place && place.role !== 'inbox')

/** Notes mail for the browsers that take push messages while the page is closed; they are notified after the delivery. */
export const webPushStep: DeliveryStep = {
  name: 'web-push',
  async judge(mail, recipients, { context }) {
    // A note of the record that waits is sent in its place.
    if (isNotice(mail)) return null
    const listed = recipients.filter((one) => one.accountId !== null && !isQuiet(one))
    const ids = listed.flatMap(({ accountId }) => accountId ?? [])
    const listening = new Set<number>()
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      for (const row of await selectListening(context.store.db, ids.slice(at, at + AT_ONCE))) {
        listening.add(row.account_id)
      }
    }
    const decisions = new Map<string, Decision>()
    for (const { accountId, address } of listed) {
      if (accountId !== null && listening.has(accountId)) decisions.set(address, { effects: [{}] })
    }
    return decisions.size > 0 ? decisions : null
  },
  async effect(trx, context, { accountId, mailId }) {
    // An answer of a muted conversation is in no inbox.
    if (accountId === null || mailId === null || (await isMuted(trx, mailId))) return
    await trx
      .insertInto('push_note')
      .values({ account_id: accountId, mail_id: mailId, created_at: context.now() })
      .execute()
  },
}
