import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { readOwn, saveDeclared } from './remoteSettings.service.ts'

/** What remotes keep for each person: its owner alone reads and changes it. */
export const remoteSettingsRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/remote/settings/get', async ({ caller, query }) => ({
    values: await readOwn(context.store.db, caller.accountId, query.remote),
  }))
  route(app, 'POST', 'mail/remote/settings/save', async ({ caller, body }) => ({
    values: await saveDeclared(context, caller.accountId, body.remote, body.values),
  }))
}
