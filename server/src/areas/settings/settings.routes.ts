import type { GeneralSettings, IndexSettings } from '@yanshu/contracts'
import { generalSettings } from '@yanshu/contracts/schemas'
import { BadRequestError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { readSettings, writeSettings } from './settings.repository.ts'

/** Areas that are not switched on; a client hides what belongs to them (§6). */
const SWITCHES: Omit<IndexSettings, 'general' | 'controlFileTypes'> = {
  calendarEnable: false,
  mailArchiveEnable: false,
  mailMoveEnable: false,
  mailApproval: false,
  approvalCount: 0,
  netdiskEnable: false,
  previewEnable: true,
  smimeEnable: false,
  secretModeEnable: false,
  autoForwardEnable: false,
  islandPersonnel: false,
  enableGray: false,
  clientSwitch: false,
  mailClient: false,
  displayOrg: true,
  displayEmail: true,
  adminMailgroupFlag: false,
  authMailgroupFlag: false,
  mailSourceMarkEnable: true,
  strangerMarkEnable: true,
  deletMailRecoverFlag: false,
  privateEnable: 1,
  passwordComplexLevel: 1,
  validTime: 0,
  systemCopyright: '',
  logoutLink: '',
  showLogout: true,
  watermark: '',
  festivalAskWord: '',
  festivalSkin: '',
  islockscreen: false,
  locktime: 0,
}

export const settingsRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/main/index', async ({ caller }) => ({
    ...SWITCHES,
    controlFileTypes: [...context.config.controlFileTypes],
    general: await readSettings(context, caller.accountId),
  }))

  route(app, 'GET', 'mail/main/generalConfig/get', ({ caller }) => readSettings(context, caller.accountId))

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
