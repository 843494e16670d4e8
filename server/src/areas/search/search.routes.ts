import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { suggestPeople } from '../contacts/index.ts'
import { correspondence, facetsOf, markFound, quickSearch, search } from './search.service.ts'

const PEOPLE_SHOWN = 5

export const searchRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/email/search', ({ caller, query }) => search(context, caller, query))
  route(app, 'GET', 'mail/email/search/facets', ({ caller, query }) => facetsOf(context, caller, query))
  route(app, 'GET', 'mail/email/search/marked', ({ caller, query }) => markFound(context, caller, query))
  route(app, 'GET', 'mail/email/related/list', ({ caller, query }) => correspondence(context, caller, query))
  route(app, 'GET', 'mail/email/quick/list', ({ caller, query }) =>
    quickSearch(context, caller, query.searchKeyword, query.pageSize, async (keyword) => {
      const people = await suggestPeople(context, caller.accountId, keyword, PEOPLE_SHOWN)
      return people.map(({ name, address }) => ({ name, address }))
    }),
  )
}
