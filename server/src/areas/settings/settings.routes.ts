import type { AutomaticMail, ExternalSystem, GeneralSettings, Role } from '@yanshu/contracts'
import { generalSettings } from '@yanshu/contracts/schemas'
import { BadRequestError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import { isAdministrator } from '../../store/accounts/isAdministrator.ts'
import { isApprover } from '../../store/accounts/isApprover.ts'
import type { Context } from '../../store/context/context.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { readSettings, writeSettings } from '../../store/profile/settings.ts'
import { givenGeneral, switchesOf } from '../../store/switches/switches.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { unreadAnnouncements } from '../announcements/index.ts'
import { countWaiting } from '../approval/index.ts'
import { replyPeriod } from '../auto-reply/index.ts'
import { readCalendarSettings } from '../calendar-store/index.ts'
import { activeForwards } from '../forwarding/index.ts'
import { mailGroupFlags } from '../mail-groups/index.ts'
import { lockTimeOf } from '../screen-lock/index.ts'

export const settingsRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/main/index', async ({ caller }) => {
    const switches = await switchesOf(context.store.db, caller.accountId)
    const isOwn = caller.personId === caller.accountId
    const groups = await mailGroupFlags(context, caller.accountId, switches)
    // What is for administrators, they have in their own mailbox alone.
    const administrates = isOwn && (await isAdministrator(context.store.db, caller.accountId))
    const approves = isOwn && (await isApprover(context.store.db, caller.accountId, switches.mailApproval))
    const waiting =
      approves || switches.mailApproval
        ? await countWaiting(context, caller.accountId)
        : { unapproved: 0, applications: 0 }
    const roles: Role[] = [
      ...(administrates ? (['administrator'] as const) : []),
      ...(approves ? (['approver'] as const) : []),
      ...(groups.adminMailgroupFlag ? (['groupManager'] as const) : []),
    ]
    return {
      ...switches,
      ...groups,
      releasesEnable: switches.releasesEnable && administrates,
      // The own files of a person are for who switched to the mailbox in no way.
      netdiskEnable: switches.netdiskEnable && isOwn,
      roles,
      locktime: await lockTimeOf(context, caller.personId),
      controlFileTypes: [...context.config.controlFileTypes],
      lockedSettings: [...(await givenGeneral(context.store.db, caller.accountId)).locked],
      unreadAnnouncements: (await unreadAnnouncements(context, caller.accountId)).length,
      // Who switched to the mailbox does not decide in the place of its owner.
      navCounts: { approvals: approves ? waiting.unapproved : 0, applications: waiting.applications },
      automaticMail: await automaticMailOf(context, caller.accountId, isOwn),
      weekStart: (await readCalendarSettings(context, caller.accountId)).weekStart,
      consoleLink: context.config.consoleUrl !== null,
      externalLinks: externalLinksOf(context.config, switches.mailArchiveEnable),
      general: await readSettings(context, caller.accountId),
    }
  })

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

/** What goes out of a mailbox by itself. Forwarding is for its owner alone, who may turn it off. */
async function automaticMailOf(context: Context, accountId: number, isOwn: boolean): Promise<AutomaticMail | null> {
  const reply = await replyPeriod(context, accountId)
  const forwards = isOwn ? await activeForwards(context, accountId) : []
  return reply || forwards.length > 0 ? { reply, forwards } : null
}

/** The outside systems that are set up; the archive is also a switch. */
const externalLinksOf = (config: Context['config'], archive: boolean): ExternalSystem[] => [
  ...(archive && config.archiveUrl !== null ? (['archive'] as const) : []),
  ...(config.gatewayUrl === null ? [] : (['gateway'] as const)),
]

async function save(context: Context, accountId: number, settings: Partial<GeneralSettings>): Promise<GeneralSettings> {
  await writeSettings(context, accountId, settings)
  announceChanges(context, [accountId])
  return readSettings(context, accountId)
}
