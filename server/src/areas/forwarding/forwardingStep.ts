import type { Decision, DeliveryStep } from '../../mailflow/steps/deliveryStep.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import { allowedForwards } from './forwardGuard.ts'

/** Passes mail on to the addresses that its recipient chose, with or without a copy of their own (§9). Spam stays. */
export const forwardingStep: DeliveryStep = {
  name: 'forwarding',
  async judge(mail, recipients, { context }) {
    const { db } = context.store
    const ids = recipients.flatMap(({ accountId }) => accountId ?? [])
    const decisions = new Map<string, Decision>()
    for (let at = 0; at < ids.length; at += 500) {
      for (const { account_id, keep_copy } of await selectForwarding(db, ids.slice(at, at + 500))) {
        const recipient = recipients.find(({ accountId }) => accountId === account_id)
        if (!recipient || ('role' in recipient.place && recipient.place.role === 'spam')) continue
        const rows = await db
          .selectFrom('forward_address')
          .select('address')
          .where('account_id', '=', account_id)
          .where('confirmed_at', 'is not', null)
          .orderBy('added_at')
          .execute()
        const to = await allowedForwards(
          context,
          account_id,
          mail,
          rows.map(({ address }) => address),
        )
        if (to.length === 0) continue
        decisions.set(recipient.address, {
          recipients: keep_copy === 1 ? [recipient.address, ...to] : to,
          notes: [{ outcome: 'forwarded', key: mail.rfcMessageId, detail: { to, subject: mail.subject } }],
        })
      }
    }
    return decisions
  },
}

const selectForwarding = preparedForList((db, ids: readonly number[]) =>
  db
    .selectFrom('auto_forward')
    .select(['account_id', 'keep_copy'])
    .where('enabled', '=', 1)
    .where('account_id', 'in', ids)
    .compile(),
)
