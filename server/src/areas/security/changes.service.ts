import { LOG_DAYS, SECURITY_VISIT_MS, type SecurityChange, type SecurityChangeKind } from '@yanshu/contracts'
import { securityChangeKind } from '@yanshu/contracts/schemas'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { DoneCall } from '../../platform/http/caller.ts'
import type { Context } from '../../store/context/context.ts'
import { deviceName } from './deviceName.ts'
import { networkName } from './networks.ts'

const DAY = 86_400_000
const SHOWN = 100
const DETAIL_MAX = 200

type Input = DoneCall['input']
/** What a call changes, and what of it is written down; null for a call that changes nothing of note. */
type Meaning = (input: Input) => readonly [SecurityChangeKind, detail?: unknown] | null

const always =
  (kind: SecurityChangeKind, detail?: string): Meaning =>
  (input) => [kind, detail === undefined ? '' : input[detail]]
const onOff =
  (on: SecurityChangeKind, off: SecurityChangeKind, field: string): Meaning =>
  (input) =>
    input[field] === undefined ? null : [input[field] === true ? on : off]

/** The calls that an owner wants to hear of when somebody else has made them. */
const NOTED: Readonly<Record<string, Meaning>> = {
  'user/update/password': always('password'),
  // A new address counts from its confirmation on.
  'user/bind/recoveryEmail': ({ email }) => (email === '' ? ['recoveryGone'] : null),
  'user/bind/confirm': always('recoveryEmail'),
  'user/passkey/finish': always('passkey', 'name'),
  'user/passkey/remove': always('passkeyGone'),
  'user/bind/confirmPhone': always('phone'),
  'user/bind/unbindPhone': always('phoneGone'),
  'user/totp/confirm': always('secondOn'),
  'user/totp/disable': always('secondOff'),
  'user/totp/recoveryCodes': always('recoveryCodes'),
  'user/totp/sms': onOff('smsOn', 'smsOff', 'on'),
  'mail/main/lockScreen/set': onOff('lockOn', 'lockOff', 'flag'),
  'mail/main/lockScreen/reset': always('lockPassword'),
  'user/client/generatePassword': always('code', 'name'),
  'user/client/cancelPassword': always('codeGone'),
  'mail/client/delete': always('signedOut'),
  'mail/log/notMe': always('notMe'),
  'mail/main/nicknameAndAlias/saveAlias': always('alias', 'emailAddr'),
  'mail/main/nicknameAndAlias/deleteAlias': always('aliasGone', 'emailAddr'),
  'mail/main/generalConfig/saveForward': onOff('forwardOn', 'forwardOff', 'enabled'),
  'mail/main/generalConfig/forward/confirm': always('forwardAddress', 'address'),
  'mail/main/generalConfig/forward/add': always('forwardAdded', 'address'),
  'mail/main/generalConfig/forward/remove': always('forwardGone', 'address'),
  'mail/main/generalConfig/saveReply': onOff('replyOn', 'replyOff', 'enabled'),
  'mail/mailClassify/save': always('rule', 'ruleName'),
  'mail/mailClassify/delete/{id}': always('ruleGone'),
  'mail/mailClassify/deleteAll': always('rulesGone'),
  'mail/main/settings/apply': always('imported'),
}

/** Writes down a call that changed something of the account's security. A failure is logged and stops no call. */
export async function noteSettingChange(
  { store, now, log }: Pick<Context, 'store' | 'now' | 'log'>,
  { path, caller, input, request }: DoneCall,
): Promise<void> {
  const meaning = NOTED[path]?.(input)
  if (!meaning) return
  const [what, detail = ''] = meaning
  try {
    await store.db
      .insertInto('setting_change')
      .values({
        account_id: caller.accountId,
        at: now(),
        what,
        detail: `${detail ?? ''}`.slice(0, DETAIL_MAX),
        session_id: caller.sessionId,
        ip: request.ip,
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      })
      .execute()
  } catch (error) {
    log.warn({ err: error, path }, 'a change of settings could not be written down')
  }
}

/**
 * What changed in the security of an account since its owner last looked, and log-ins from elsewhere; the newest first.
 * Looking again within half an hour is the same visit. Without an earlier visit, the last 30 days.
 */
export async function changesSinceVisit(
  context: Context,
  { accountId, sessionId }: SessionActor,
): Promise<{ since: number | null; list: SecurityChange[] }> {
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
    .limit(SHOWN)
    .execute()
  const logins = await db
    .selectFrom('login_log')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>', from)
    .where('result', '=', 'ok')
    .where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '<>', sessionId)]))
    .orderBy('at', 'desc')
    .limit(SHOWN)
    .execute()
  const list = [
    ...rows.map(({ what, ...row }) => ({ ...row, kind: securityChangeKind.safeParse(what).data })),
    ...logins.map((row) => ({ ...row, kind: 'login' as const, detail: '' })),
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
  return { since, list: list.sort((a, b) => b.at - a.at).slice(0, SHOWN) }
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
