import { route } from '../../platform/http/route.ts'
import { readSettings } from '../../store/profile/settings.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { addPaper, deletePaper, listPapers } from './papers.service.ts'

/** Letter papers (§7, Signature and paper). */
export const paperRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/paper', async ({ caller: { accountId } }) => {
    const { language } = await readSettings(context, accountId)
    return { list: await listPapers(context, accountId, language) }
  })
  route(app, 'POST', 'mail/main/paper/add', ({ caller, body }) => addPaper(context, caller.accountId, body))
  route(app, 'POST', 'mail/main/paper/delete', async ({ caller, body }) => {
    await deletePaper(context, caller.accountId, body.paperId)
    return {}
  })
}
