import { AI_HISTORY_SHOWN } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { assistantSocket } from './assistantSocket.ts'
import { keepJob } from './jobs.ts'
import { deleteAnswers, listAnswers, rateAnswer } from './keptAnswers.ts'
import { sentOf } from './model/budget.ts'
import { readModelSettings } from './model/modelSettings.ts'
import type { AssistantRequest } from './request.ts'

/** Asks for a ticket; what it is for is answered over the socket. A mail that it is about has to be there. */
async function ask(context: Context, caller: SessionActor, request: AssistantRequest): Promise<string> {
  if ('mailId' in request && request.mailId !== undefined) await openMailbox(context, caller).message(request.mailId)
  return keepJob(context, caller, request)
}

export const assistantRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/main/ai/question', ({ caller, body }) => ask(context, caller, { kind: 1, ...body }))
  route(app, 'POST', 'mail/main/ai/assistant/mail', ({ caller, body }) =>
    ask(context, caller, { kind: body.type, ...body }),
  )
  route(app, 'POST', 'mail/main/ai/digest/mail', ({ caller, body }) => ask(context, caller, { kind: 4, ...body }))
  route(app, 'POST', 'mail/main/ai/fishing/mail', ({ caller, body }) => ask(context, caller, { kind: 5, ...body }))
  route(app, 'POST', 'mail/main/ai/translate/mail', ({ caller, body }) => ask(context, caller, { kind: 6, ...body }))
  route(app, 'GET', 'mail/main/ai/state', async ({ caller }) => {
    const settings = await readModelSettings(context)
    return {
      modelHost: settings ? new URL(settings.url).host : null,
      translates: settings?.kinds.includes(6) ?? false,
      sent: await sentOf(context, caller.accountId, AI_HISTORY_SHOWN),
    }
  })
  route(app, 'GET', 'mail/main/ai/history', ({ caller, query }) => listAnswers(context, caller.accountId, query))
  route(app, 'POST', 'mail/main/ai/history/delete', async ({ caller, body }) => ({
    deleted: await deleteAnswers(context, caller.accountId, body.ids),
  }))
  route(app, 'POST', 'mail/main/ai/feedback', async ({ caller, body }) => {
    await rateAnswer(context, caller.accountId, body)
    return {}
  })
  assistantSocket(app, context)
}
