import type { GeneralSettings } from '@yanshu/contracts'
import { generalSettings } from '@yanshu/contracts/schemas'
import { BadRequestError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { readSettings, writeSettings } from '../../store/profile/settings.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { indexSettingsOf } from './indexSettings.ts'

export const settingsRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/main/index', ({ caller }) => indexSettingsOf(context, caller))

  route(app, 'GET', 'mail/main/generalConfig/get', ({ caller }) => readSettings(context, caller.accountId))

  route(app, 'GET', 'mail/main/generalConfig/gain', ({ caller }) => readSettings(context, caller.accountId))

  route(app, 'POST', 'mail/main/generalConfig/save', ({ caller, body }) => {
    // A field that was sent as undefined is a field left out.
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    return save(context, caller.accountId, given)
  })

  route(app, 'POST', 'mail/main/generalConfig/single/update', ({ caller, body }) => {
    const one = generalSettings.partial().safeParse({ [body.key]: body.value })
    if (!one.success) throw new BadRequestError(['value'])
    return save(context, caller.accountId, one.data as Partial<GeneralSettings>)
  })

  route(app, 'POST', 'mail/main/generalConfig/skin/update', async ({ caller, body }) => {
    await save(context, caller.accountId, { skin: body.skin })
    return {}
  })
}

async function save(context: Context, accountId: number, settings: Partial<GeneralSettings>): Promise<GeneralSettings> {
  await writeSettings(context, accountId, settings)
  announceChanges(context, [accountId])
  return readSettings(context, accountId)
}
