import { Readable } from 'node:stream'
import { route } from '../../platform/http/route.ts'
import { inBackground } from '../../store/database/transact.ts'
import { readSharingRule, saveSharingRule } from '../../store/sharing/sharingRule.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { endAllOf, endOrganisationShare, listOrganisationShares } from './organisationShares.service.ts'
import { sharingsReport } from './sharingsReport.ts'
import { changeTeam, listTeams, makeTeam, removeTeam, restoreTeam } from './teams.service.ts'
import { largestDocuments, readUsage, saveQuota } from './usage.service.ts'

/** The document center of the organisation, for administrators: its rule, quotas, what is shared, and the largest files. */
export const documentAdministrationRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'documents/organisation/rule', () => readSharingRule(context.store.db))
  route(app, 'POST', 'documents/organisation/rule/save', async ({ caller, body }) => {
    await saveSharingRule(context, body)
    context.log.info({ by: caller.accountId, rule: body }, 'the rule about sharing files was changed')
    return {}
  })
  route(app, 'GET', 'documents/organisation/usage', ({ query }) => readUsage(context, query))
  route(app, 'POST', 'documents/organisation/quota/save', async ({ caller, body }) => {
    await saveQuota(context, body)
    const { subject, megabytes } = body
    context.log.info({ by: caller.accountId, kind: subject.kind, megabytes }, 'a quota of files was changed')
    return {}
  })
  route(app, 'GET', 'documents/organisation/shares', ({ query }) => listOrganisationShares(context, query))
  route(app, 'POST', 'documents/organisation/shares/end', async ({ caller, body: { shareId } }) => {
    await endOrganisationShare(context, shareId)
    context.log.info({ by: caller.accountId, shareId }, 'a link was ended by an administrator')
    return {}
  })
  route(app, 'POST', 'documents/organisation/shares/endAll', async ({ caller, body }) => {
    const ended = await endAllOf(context, body.address)
    context.log.info({ by: caller.accountId, ...ended }, 'all sharing of a person was ended by an administrator')
    return ended
  })
  route(app, 'GET', 'documents/organisation/largest', async () => ({ list: await largestDocuments(context) }))
  route(app, 'GET', 'documents/organisation/teams', () => listTeams(context))
  route(app, 'POST', 'documents/organisation/teams/make', async ({ caller, body }) => {
    const documentId = await makeTeam(context, body)
    context.log.info({ by: caller.accountId, documentId }, 'the folder of a team was made')
    return { documentId }
  })
  route(app, 'POST', 'documents/organisation/teams/change', async ({ caller, body }) => {
    await changeTeam(context, body)
    context.log.info({ by: caller.accountId, documentId: body.documentId }, 'the folder of a team was changed')
    return {}
  })
  route(app, 'POST', 'documents/organisation/teams/remove', async ({ caller, body: { documentId } }) => {
    await removeTeam(context, documentId)
    context.log.info({ by: caller.accountId, documentId }, 'the folder of a team was removed')
    return {}
  })
  route(app, 'POST', 'documents/organisation/teams/restore', async ({ caller, body: { documentId } }) => {
    await restoreTeam(context, documentId)
    context.log.info({ by: caller.accountId, documentId }, 'the folder of a team was restored')
    return {}
  })
  route(app, 'GET', 'file/sharings', async ({ reply }) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="sharings.csv"',
      'cache-control': 'private, no-store',
    })
    return Readable.from(sharingsReport(inBackground(context)), { objectMode: false })
  })
}
