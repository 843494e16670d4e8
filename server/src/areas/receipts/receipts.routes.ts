import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { answerReceipt, receiptOf } from './receipts.service.ts'

/** Receipts: whether a mail was read (RFC 8098). */
export const receiptRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/email/receipt/get', ({ caller, body }) => receiptOf(context, caller, body.mailId))
  route(app, 'POST', 'mail/email/receipt/answer', ({ caller, body }) => answerReceipt(context, caller, body))
}
