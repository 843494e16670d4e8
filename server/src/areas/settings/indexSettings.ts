import type { AutomaticMail, ExternalSystem, IndexSettings, Role } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { isApprover } from '../../store/accounts/isApprover.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { readSettings } from '../../store/profile/settings.ts'
import type { UsedMailbox } from '../../store/sessions/actor.ts'
import { givenGeneral, switchesOf } from '../../store/switches/switches.ts'
import { unreadAnnouncements } from '../announcements/index.ts'
import { countWaiting } from '../approval/index.ts'
import { replyPeriod } from '../auto-reply/index.ts'
import { readCalendarSettings } from '../calendar-store/index.ts'
import { activeForwards } from '../forwarding/index.ts'
import { mailGroupFlags } from '../mail-groups/index.ts'
import { lockTimeOf } from '../screen-lock/index.ts'

/** Whether an account may inspect the system and change it. */
async function isAdministrator(db: Kysely<Schema>, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('account').select('is_admin').where('id', '=', accountId).executeTakeFirst()
  return row?.is_admin === 1
}

/** Settings and switches of a mailbox, as the person who uses it gets them. */
export async function indexSettingsOf(context: Context, { accountId, personId }: UsedMailbox): Promise<IndexSettings> {
  const switches = await switchesOf(context.store.db, accountId)
  const isOwn = personId === accountId
  const groups = await mailGroupFlags(context, accountId, switches)
  // What is for administrators, they have in their own mailbox alone.
  const administrates = isOwn && (await isAdministrator(context.store.db, accountId))
  const approves = isOwn && (await isApprover(context.store.db, accountId, switches.mailApproval))
  const waiting =
    approves || switches.mailApproval ? await countWaiting(context, accountId) : { unapproved: 0, applications: 0 }
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
    locktime: await lockTimeOf(context, personId),
    controlFileTypes: [...context.config.controlFileTypes],
    lockedSettings: [...(await givenGeneral(context.store.db, accountId)).locked],
    unreadAnnouncements: (await unreadAnnouncements(context, accountId)).length,
    // Who switched to the mailbox does not decide in the place of its owner.
    navCounts: { approvals: approves ? waiting.unapproved : 0, applications: waiting.applications },
    automaticMail: await automaticMailOf(context, accountId, isOwn),
    weekStart: (await readCalendarSettings(context, accountId)).weekStart,
    consoleLink: context.config.consoleUrl !== null,
    externalLinks: externalLinksOf(context.config, switches.mailArchiveEnable),
    general: await readSettings(context, accountId),
  }
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
