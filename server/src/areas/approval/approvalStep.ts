import { optionOf } from '@yanshu/contracts'
import type { SubmissionStep } from '../../mailflow/steps/submissionStep.ts'
import type { Context } from '../../store/context/context.ts'
import { deciders } from './approvalMachine.ts'
import { STEP } from './approvalNames.ts'
import { requireApprover } from './forecast.ts'
import { storedContent } from './letterFacts.ts'
import { openRecord } from './openRecord.ts'
import { approvalFor, dueOf, sendersOfLetter } from './planApproval.ts'
import { holderOf, waitingWhy } from './waitingWhy.ts'
import { optionsIn } from './writingOptions.ts'

/** For the sender of a mail about which no person may decide. */
const NO_APPROVER =
  '未找到可以审批此邮件的人，请联系管理员 / No approver was found for this mail; ask your administrator'

/** Holds a mail that a rule catches until it is decided about, whichever way it was sent (§4, approval). */
export const approvalStep: SubmissionStep = {
  name: STEP,
  early: true,
  admit: requireApprover,
  async judge(letter, { context }) {
    for (const accountId of await sendersOfLetter(context, letter)) {
      const stored = { messageId: 0, approverId: null as number | null }
      const needed = await approvalFor(context, accountId, {
        recipients: letter.recipients,
        leavesAt: letter.releaseAt,
        content: async (how) => {
          const written = await writtenAs(context, letter.id)
          if (!written) return null
          Object.assign(stored, written)
          return (await storedContent(context, stored.messageId, how))?.content ?? null
        },
        approverId: () => stored.approverId,
      })
      if (!needed) continue
      const { machine } = needed
      if (!machine) return { refuse: { status: '5.7.1', reason: NO_APPROVER } }
      const dueAt = dueOf(context, machine.levels[machine.level])
      return {
        hold: { by: holderOf(machine), why: waitingWhy(machine), until: null },
        held: (trx, within) =>
          openRecord(trx, within, {
            letter,
            needed: { ...needed, machine },
            messageId: stored.messageId,
            wanted: stored.approverId,
            dueAt,
            people: deciders(machine),
            notify: true,
          }),
      }
    }
    return 'pass'
  },
}

/** The message of a letter, and whom its writer has chosen to decide; null when it is gone. */
async function writtenAs({ store }: Pick<Context, 'store'>, outgoingId: string) {
  const row = await store.db
    .selectFrom('outgoing')
    .select(['message_id', 'writing'])
    .where('id', '=', outgoingId)
    .executeTakeFirst()
  return row ? { messageId: row.message_id, approverId: optionOf(optionsIn(row.writing), 'mail.approver') } : null
}
