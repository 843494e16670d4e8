import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { suggestPeople } from '../contacts/index.ts'
import { proposeKeywords } from './proposeKeywords.ts'
import { deleteSearch, listSavedSearches, saveSearch } from './savedSearches.service.ts'
import { correspondence, facetsOf, markFound, quickSearch, search } from './search.service.ts'

const PEOPLE_SHOWN = 5

export const searchRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/email/search', ({ caller, query }) => search(context, caller, query))
  route(app, 'GET', 'mail/email/search/facets', ({ caller, query }) => facetsOf(context, caller, query))
  route(app, 'GET', 'mail/email/search/marked', ({ caller, query }) => markFound(context, caller, query))
  route(app, 'GET', 'mail/email/search/near', async ({ caller, query }) => ({
    keywords: await proposeKeywords(context, caller, query.searchKeyword),
  }))
  route(app, 'GET', 'mail/email/search/saved/list', async ({ caller }) => ({
    list: await listSavedSearches(context.store.db, caller.accountId),
  }))
  route(app, 'POST', 'mail/email/search/saved/save', async ({ caller, body }) => ({
    list: await saveSearch(context, caller.accountId, body),
  }))
  route(app, 'POST', 'mail/email/search/saved/delete', async ({ caller, body }) => ({
    list: await deleteSearch(context, caller.accountId, body.name),
  }))
  route(app, 'GET', 'mail/email/related/list', ({ caller, query }) => correspondence(context, caller, query))
  route(app, 'GET', 'mail/email/quick/list', ({ caller, query }) =>
    quickSearch(context, caller, query.searchKeyword, query.pageSize, async (keyword) => {
      const people = await suggestPeople(context, caller.accountId, keyword, PEOPLE_SHOWN)
      return people.map(({ name, address }) => ({ name, address }))
    }),
  )
}
