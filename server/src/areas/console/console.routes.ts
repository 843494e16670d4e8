import { publicRoute, route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { consoleAddress, verifyConsoleToken } from './console.service.ts'

export const consoleRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'console/token', async ({ caller }) => ({ url: await consoleAddress(context, caller.accountId) }))
  publicRoute(app, 'POST', 'console/token/verify', ({ body }) => verifyConsoleToken(context, body.token))
}
