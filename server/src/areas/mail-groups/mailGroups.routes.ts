import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import {
  changePeople,
  deleteMailGroup,
  listMailGroups,
  listMembers,
  mayCreate,
  readMailGroup,
  requireManager,
  saveMailGroup,
} from './mailGroups.service.ts'
import { decide, listWaiting } from './moderation.service.ts'

/** Mail groups with their roles (§6). */
export const mailGroupRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'contact/mailgroup/list', async ({ caller }) => ({
    list: await listMailGroups(context, caller.accountId),
    mayCreate: await mayCreate(context, caller.accountId),
  }))
  route(app, 'GET', 'contact/mailgroup/detail', ({ caller, query }) =>
    readMailGroup(context, caller.accountId, query.groupId),
  )
  route(app, 'POST', 'contact/mailgroup/members', ({ caller, body }) =>
    listMembers(context, caller.accountId, body.address),
  )
  route(app, 'POST', 'contact/mailgroup/save', ({ caller, body }) => saveMailGroup(context, caller.accountId, body))
  route(app, 'POST', 'contact/mailgroup/people', async ({ caller, body }) => {
    await requireManager(context, caller.accountId, body.groupId)
    return { unknown: await changePeople(context, body) }
  })
  route(app, 'GET', 'contact/mailgroup/waiting', async ({ caller, query }) => {
    await requireManager(context, caller.accountId, query.groupId)
    return { list: await listWaiting(context, query.groupId) }
  })
  route(app, 'POST', 'contact/mailgroup/decide', async ({ caller, body }) => {
    await requireManager(context, caller.accountId, body.groupId)
    await decide(context, caller, body)
    return {}
  })
  route(app, 'POST', 'contact/mailgroup/delete', async ({ caller, body }) => {
    await requireManager(context, caller.accountId, body.groupId)
    await deleteMailGroup(context, body.groupId)
    return {}
  })
}
