import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { suggestPeople } from './contacts.service.ts'

export const contactRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'contact/list/suggest', async ({ caller, query }) => ({
    list: await suggestPeople(context, caller.accountId, query.keyword, query.pageSize),
  }))
}
