import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import {
  lockScreen,
  lockSettingsOf,
  lockStateOf,
  relieve,
  resetPassword,
  saveLockSettings,
} from './screenLock.service.ts'

export const screenLockRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/lockScreen/isOpen', ({ caller }) => lockSettingsOf(context, caller.personId))

  route(app, 'GET', 'mail/main/lockScreen/state', ({ caller }) => lockStateOf(context, caller))

  route(app, 'GET', 'mail/main/lockScreen/isAutoLock', async ({ caller }) => {
    const { flag, haspass, offered, autoFlag, locktime } = await lockSettingsOf(context, caller.personId)
    return { autoFlag: flag && haspass && offered && autoFlag, locktime }
  })

  route(app, 'GET', 'mail/main/lockScreen/open', async ({ caller }) => {
    await lockScreen(context, caller)
    return {}
  })

  route(app, 'POST', 'mail/main/lockScreen/set', ({ caller, body }) => saveLockSettings(context, caller.personId, body))

  route(app, 'POST', 'mail/main/lockScreen/reset', ({ caller, body }) => resetPassword(context, caller.personId, body))

  route(app, 'POST', 'mail/main/lockScreen/relieve', async ({ caller, body, request }) => {
    await relieve(context, caller, body.password, request.ip)
    return {}
  })
}
