import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { deleteFollowUps, endFollowUps, saveFollowUps, scheduleFollowUp } from './followUps.service.ts'
import { listFollowUps } from './listFollowUps.ts'

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
  route(app, 'POST', 'mail/pending/overPending', async ({ caller, body }) => ({
    ended: await endFollowUps(context, caller.accountId, body.followUpIds),
  }))
  route(app, 'POST', 'mail/pending/deletePendingMail', async ({ caller, body }) => {
    await deleteFollowUps(context, caller.accountId, body.followUpIds)
    return {}
  })
}
