import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { outsideLetterRoutes } from './outsideLetters.routes.ts'
import { closeLetter, openLetter, stateOfLetter } from './restrictedLetters.service.ts'

/** Letters that are read under conditions of their sender (§3, mail authorization). */
export const restrictedLetterRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/email/restricted/get', ({ caller, body }) => stateOfLetter(context, caller, body.mailId))
  route(app, 'POST', 'mail/email/restricted/open', ({ caller, body }) => openLetter(context, caller, body))
  route(app, 'POST', 'mail/email/restricted/close', ({ caller, body }) => closeLetter(context, caller, body.mailId))
  outsideLetterRoutes(app, context)
}
