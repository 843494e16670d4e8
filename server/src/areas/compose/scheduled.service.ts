import type { ScheduledMail } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { ownedBy } from '../../store/database/ids.ts'
import { prepared } from '../../store/database/prepared.ts'
import { shownPeople } from '../../store/mailbox/index.ts'
import { isUnreleased, UNRELEASED } from '../../store/queue/outgoingState.ts'

const TO_SHOWN = 3
const STOPPED = '系统管理员已暂停发送 / stopped by an administrator'

/** The letters of an account that wait for their time, by their copies. */
export const selectScheduled = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('outgoing', 'outgoing.mail_id', 'mail.id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id as mailId', 'mail.send_at', 'message.subject', 'message.to_list', 'folder.guarded'])
    .select(['outgoing.id as sendId', 'outgoing.state', 'outgoing.on_hold', 'outgoing.held_step', 'outgoing.held_why'])
    .where('mail.account_id', '=', by.accountId)
    // As it stands in the index.
    .where(sql<boolean>`mail.send_at is not null`)
    .where(ownedBy('outgoing.account_id', by.accountId))
    .where('outgoing.origin', '=', 'page')
    .where('outgoing.state', 'in', UNRELEASED)
    .orderBy('mail.send_at')
    .compile(),
)

/** The letters that leave later, the next one first. Those in folders with a password are not among them. */
export async function listScheduled({ store }: Context, accountId: number): Promise<ScheduledMail[]> {
  const rows = await selectScheduled(store.db, { accountId })
  return rows
    .filter(({ state, guarded }) => isUnreleased(state) && guarded === 0)
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
