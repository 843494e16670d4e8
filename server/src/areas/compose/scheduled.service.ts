import type { ScheduledMail } from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox, shownPeople } from '../../store/mailbox/index.ts'
import { isUnreleased } from '../../store/queue/outgoingState.ts'

const TO_SHOWN = 3
const STOPPED = '系统管理员已暂停发送 / stopped by an administrator'

/** The letters that leave later, the next one first. Those in folders with a password are not among them. */
export async function listScheduled(context: Context, reader: MailReader): Promise<ScheduledMail[]> {
  const rows = await openMailbox(context, reader).scheduled()
  return rows
    .filter(({ state }) => isUnreleased(state))
    .map(({ mailId, sendId, subject, to_list, send_at, on_hold, held_step, held_why }) => {
      const to = shownPeople(to_list)
      const isByTime = held_step === 'time' || held_step === ''
      return {
        sendId,
        mailId,
        subject,
        to: to.slice(0, TO_SHOWN),
        toCount: to.length,
        sendAt: send_at ?? 0,
        why: on_hold === 1 ? STOPPED : isByTime ? '' : held_why,
      }
    })
}
