import { LOG_DAYS, SECURITY_VISIT_MS, type SecurityChange, type SecurityChangeKind } from '@yanshu/contracts'
import { securityChangeKind } from '@yanshu/contracts/schemas'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { DoneCall } from '../../platform/http/caller.ts'
import type { Context } from '../../store/context/context.ts'
import { deviceName } from './deviceName.ts'
import { networkName } from './networks.ts'

const DAY = 86_400_000
/** Of the changes and of the log-ins each: a list filled with the one would hide the other. */
const SHOWN = 100
const DETAIL_MAX = 200

/** What the contract lets be noted of a call with this input; null where it notes nothing. */
function noteOf({ call: { noted }, input }: Pick<DoneCall, 'call' | 'input'>): { what: string; detail: string } | null {
  if (noted === null || noted === 'nothing') return null
  if ('by' in noted) {
    const what = noted.kinds[`${input[noted.by]}`]
    return what === undefined ? null : { what, detail: '' }
  }
  const detail = noted.detail === undefined ? '' : `${input[noted.detail] ?? ''}`
  return { what: noted.kind, detail: detail.slice(0, DETAIL_MAX) }
}

/** Writes down a call that changed something of the account's security. A failure is logged and stops no call. */
export async function noteSettingChange(
  { store, now, log }: Pick<Context, 'store' | 'now' | 'log'>,
  done: DoneCall,
): Promise<void> {
  const note = noteOf(done)
  if (!note) return
  const { call, caller, request } = done
  try {
    await store.db
      .insertInto('setting_change')
      .values({
        account_id: caller.accountId,
        at: now(),
        ...note,
        session_id: caller.sessionId,
        ip: request.ip,
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      })
      .execute()
  } catch (error) {
    log.warn({ err: error, path: call.path }, 'a change of settings could not be written down')
  }
}

/** Notes what an administrator has changed for the owner of an account, who finds it among the changes of the account. */
export async function noteAdministratorsChange(
  { store, now }: Pick<Context, 'store' | 'now'>,
  accountId: number,
  what: SecurityChangeKind,
): Promise<void> {
  await store.db
    .insertInto('setting_change')
    .values({ account_id: accountId, at: now(), what, detail: '', session_id: '', ip: '', user_agent: '' })
    .execute()
}

/**
 * What changed in the security of an account since its owner last looked, and log-ins from elsewhere; the newest first.
 * Opening the page again within half an hour is the same visit. Without an earlier visit, the last 30 days.
 */
export async function changesSinceVisit(
  context: Context,
  { accountId, sessionId }: SessionActor,
): Promise<{ since: number | null; list: SecurityChange[]; more: boolean }> {
  const { db } = context.store
  const visit = await db.selectFrom('security_visit').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  const now = context.now()
  const since = visit ? (now - visit.seen_at > SECURITY_VISIT_MS ? visit.seen_at : visit.before_at) : null
  const from = Math.max(since ?? 0, now - LOG_DAYS * DAY)
  const rows = await db
    .selectFrom('setting_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>', from)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN + 1)
    .execute()
  const logins = await db
    .selectFrom('login_log')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>', from)
    .where('result', '=', 'ok')
    .where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '<>', sessionId)]))
    .orderBy('at', 'desc')
    .limit(SHOWN + 1)
    .execute()
  const list = [
    ...rows.slice(0, SHOWN).map(({ what, ...row }) => ({ ...row, kind: securityChangeKind.safeParse(what).data })),
    ...logins.slice(0, SHOWN).map((row) => ({ ...row, kind: 'login' as const, detail: '' })),
  ].flatMap(({ kind, at, detail, ip, user_agent, session_id }): SecurityChange[] =>
    kind
      ? [
          {
            at,
            kind,
            detail,
            device: deviceName(user_agent),
            place: networkName(context.config.networks, ip) || ip,
            here: session_id === sessionId,
          },
        ]
      : [],
  )
  const more = rows.length > SHOWN || logins.length > SHOWN
  return { since, list: list.sort((a, b) => b.at - a.at), more }
}

/** The owner has looked. */
export async function noteVisit({ store, now }: Pick<Context, 'store' | 'now'>, accountId: number): Promise<void> {
  const at = now()
  await store.db
    .insertInto('security_visit')
    .values({ account_id: accountId, seen_at: at, before_at: null })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({
        seen_at: at,
        before_at: eb
          .case()
          .when('security_visit.seen_at', '<', at - SECURITY_VISIT_MS)
          .then(eb.ref('security_visit.seen_at'))
          .else(eb.ref('security_visit.before_at'))
          .end(),
      })),
    )
    .execute()
}
