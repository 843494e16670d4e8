import type { Decision, DeliveryStep } from '../../mailflow/steps/deliveryStep.ts'
import { findGroups, managersOfGroup, maySendToGroup, memberAddresses } from '../../store/accounts/mailGroups.ts'
import type { OutgoingOrigin } from '../../store/database/schema.ts'
import { keepForManagers } from './moderation.service.ts'

/** The answer to a sender who may not write to a mail group, or no longer may. */
const NOT_PERMITTED = '没有向该邮件组发信的权限 / you may not write to this group'
/** The refusal of a mail group without members. */
const EMPTY = '该邮件组没有成员 / nobody is in this group'

const OF_THE_SYSTEM: ReadonlySet<OutgoingOrigin> = new Set(['automatic', 'report', 'system'])

/** Delivers what is sent to a mail group to its members, from those who may write to it (§6). */
export const groupStep: DeliveryStep = {
  name: 'mail-groups',
  async stepAddresses(addresses, { context }) {
    return new Set((await findGroups(context.store.db, addresses)).keys())
  },
  async judge(mail, recipients, { context }) {
    const { db } = context.store
    const nobodys = recipients.filter(({ accountId }) => accountId === null).map(({ address }) => address)
    const groups = await findGroups(db, nobodys)
    if (groups.size === 0) return null
    // The system's own mail may go to all groups, and so may what a manager has let through.
    const own = mail.origin !== null && (mail.origin === 'group' || OF_THE_SYSTEM.has(mail.origin))
    const decisions = new Map<string, Decision>()
    for (const [address, group] of groups) {
      if (!own && !(await maySendToGroup(db, group, mail.senderId))) {
        decisions.set(address, { refuse: { status: '5.7.2', reason: NOT_PERMITTED } })
        continue
      }
      if (!own && group.moderated) {
        const managers = await managersOfGroup(db, group.groupId)
        if (!managers.some(({ id }) => id === mail.senderId)) {
          const held = {
            groupId: group.groupId,
            rawHash: mail.rawHash,
            from: mail.envelopeFrom,
            senderId: mail.senderId,
          }
          // The managers read it in their own inbox; who else gets it is theirs to say.
          decisions.set(address, {
            recipients: managers.map((one) => one.address),
            effects: [held],
            keeps: { message: true },
          })
          continue
        }
      }
      const members = await memberAddresses(db, group.groupId)
      decisions.set(
        address,
        members.length > 0 ? { recipients: members } : { refuse: { status: '5.2.4', reason: EMPTY } },
      )
    }
    return decisions
  },
  effect: keepForManagers,
}
