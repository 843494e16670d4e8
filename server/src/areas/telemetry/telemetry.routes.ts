import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { summarise } from './summary.ts'
import { telemetryOf } from './telemetry.ts'

export const telemetryRoutes: AddRoutes = (app, context) => {
  const telemetry = telemetryOf(context)
  const stop = telemetry.start()
  app.addHook('onClose', stop)

  route(app, 'POST', 'telemetry/beacon', async ({ caller, body }) => {
    await telemetry.add(caller.accountId, body.facts, body.oneIn)
    return { oneIn: context.config.beaconsOneIn }
  })

  route(app, 'GET', 'telemetry/summary', async ({ query }) => {
    // What has just come in counts too.
    await telemetry.write()
    return summarise(context, query.hours)
  })
}
