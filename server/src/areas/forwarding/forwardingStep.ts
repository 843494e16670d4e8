import type { Decision, DeliveryStep, StepRecipient } from '../../mailflow/steps/deliveryStep.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import { allowedForwards } from './forwardGuard.ts'

/** Passes mail on to the addresses that its recipient chose, with or without a copy of their own (§9). Spam stays. */
export const forwardingStep: DeliveryStep = {
  name: 'forwarding',
  async judge(mail, recipients, { context }) {
    const { db } = context.store
    const byAccount = new Map(
      recipients.flatMap((one) => (one.accountId === null || isSpam(one) ? [] : [[one.accountId, one] as const])),
    )
    const ids = [...byAccount.keys()]
    const keepsCopy = new Map<number, boolean>()
    const wanted = new Map<number, string[]>()
    for (let at = 0; at < ids.length; at += 500) {
      const forwarding = await selectForwarding(db, ids.slice(at, at + 500))
      if (forwarding.length === 0) continue
      for (const { account_id, keep_copy } of forwarding) keepsCopy.set(account_id, keep_copy === 1)
      const addresses = await selectAddresses(
        db,
        forwarding.map(({ account_id }) => account_id),
      )
      for (const { account_id, address } of addresses) {
        wanted.set(account_id, [...(wanted.get(account_id) ?? []), address])
      }
    }
    const decisions = new Map<string, Decision>()
    for (const [accountId, to] of await allowedForwards(context, mail, wanted)) {
      const recipient = byAccount.get(accountId)
      if (!recipient) continue
      decisions.set(recipient.address, {
        recipients: keepsCopy.get(accountId) ? [recipient.address, ...to] : to,
        notes: [{ outcome: 'forwarded', key: mail.rfcMessageId, detail: { to, subject: mail.subject } }],
      })
    }
    return decisions
  },
}

const isSpam = ({ place }: StepRecipient): boolean => 'role' in place && place.role === 'spam'

const selectForwarding = preparedForList((db, ids: readonly number[]) =>
  db
    .selectFrom('auto_forward')
    .select(['account_id', 'keep_copy'])
    .where('enabled', '=', 1)
    .where('account_id', 'in', ids)
    .compile(),
)

const selectAddresses = preparedForList((db, ids: readonly number[]) =>
  db
    .selectFrom('forward_address')
    .select(['account_id', 'address'])
    .where('account_id', 'in', ids)
    .where('confirmed_at', 'is not', null)
    .orderBy('added_at')
    .compile(),
)
