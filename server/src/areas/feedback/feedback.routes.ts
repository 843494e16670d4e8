import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { takeFeedback } from './feedback.service.ts'

export const feedbackRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/main/feedback', async ({ caller, request }) => ({
    feedbackId: await takeFeedback(context, caller.accountId, request),
  }))
}
