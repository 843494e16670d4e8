import { Readable } from 'node:stream'
import { route } from '../../platform/http/route.ts'
import { inBackground } from '../../store/database/transact.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { beginMany } from './beginMany.ts'
import { changeOfMany, listMany } from './many.service.ts'
import { organisationReport } from './organisationReport.ts'
import { PeopleTableError } from './readPeople.ts'
import { MigrationTableError } from './server/errors.ts'

/** Mail of many people that administrators bring from other servers. */
export const manyMigrationRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/mailMig/organisation/save', async ({ caller, body: { csv, ...options } }) => {
    const begun = await beginMany(context, csv, options).catch((error: unknown) => {
      if (error instanceof PeopleTableError) throw new MigrationTableError(error.message)
      throw error
    })
    context.log.info(
      { by: caller.accountId, begun: begun.begun, again: begun.again },
      'migrations of a table were begun',
    )
    return begun
  })
  route(app, 'GET', 'mail/mailMig/organisation/list', ({ query }) => listMany(context, query.limit))
  route(app, 'POST', 'mail/mailMig/organisation/update', async ({ body }) => {
    await changeOfMany(context, body)
    return {}
  })
  route(app, 'GET', 'file/migrations', async ({ reply }) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="migrations.csv"',
      'cache-control': 'private, no-store',
    })
    return Readable.from(organisationReport(inBackground(context)), { objectMode: false })
  })
}
