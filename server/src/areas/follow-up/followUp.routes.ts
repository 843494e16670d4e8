import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { deleteFollowUps, endFollowUps, saveFollowUps, scheduleFollowUp } from './followUps.service.ts'
import { listFollowUps } from './listFollowUps.ts'
import { listUnanswered, settleMails } from './unanswered.service.ts'
import { readReminder, saveReminder } from './unansweredJob.ts'

/** Follow-up of mails (§7, pending calls). It belongs to the mailbox: who switched to it follows up as its owner does. */
export const followUpRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/pending/mailSchedule', async ({ caller, body }) => ({
    dueAt: (await scheduleFollowUp(context, caller.accountId, body)).dueAt,
  }))
  route(app, 'POST', 'mail/pending/saveOrUpdatePendingInfo', ({ caller, body }) =>
    saveFollowUps(context, caller.accountId, body),
  )
  route(app, 'POST', 'mail/pending/pendingMailList', ({ caller, body }) =>
    listFollowUps(context, caller.accountId, body),
  )
  route(app, 'GET', 'mail/pending/unanswered', ({ caller, query }) =>
    listUnanswered(context, caller.accountId, query.days),
  )
  route(app, 'GET', 'mail/pending/unanswered/reminder', async ({ caller }) => ({
    days: (await readReminder(context, caller.accountId))?.days ?? null,
  }))
  route(app, 'POST', 'mail/pending/unanswered/remind', async ({ caller, body: { days } }) => {
    await saveReminder(context, caller.accountId, days)
    return { days }
  })
  route(app, 'POST', 'mail/pending/settle', async ({ caller, body }) => ({
    settled: await settleMails(context, caller.accountId, body.mailIds),
  }))
  route(app, 'POST', 'mail/pending/overPending', async ({ caller, body }) => ({
    ended: await endFollowUps(context, caller.accountId, body.followUpIds),
  }))
  route(app, 'POST', 'mail/pending/deletePendingMail', async ({ caller, body }) => {
    await deleteFollowUps(context, caller.accountId, body.followUpIds)
    return {}
  })
}
