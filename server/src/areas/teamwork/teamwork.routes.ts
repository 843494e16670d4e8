import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { readTeam } from './teamState.ts'
import { addComment, removeComment, saveTeam } from './teamwork.service.ts'

/** What the members of a public mailbox do together with one of its mails. */
export const teamworkRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/email/team/get', ({ caller, body }) => readTeam(context, caller, body.mailId))
  route(app, 'POST', 'mail/email/team/save', ({ caller, body }) => saveTeam(context, caller, body))
  route(app, 'POST', 'mail/email/team/comment', ({ caller, body }) => addComment(context, caller, body))
  route(app, 'POST', 'mail/email/team/uncomment', ({ caller, body }) => removeComment(context, caller, body))
}
