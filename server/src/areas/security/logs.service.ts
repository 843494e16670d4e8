import { LOG_DAYS, type LoginLogLine, type MailLogLine } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import { askForNewPassword } from '../../store/accounts/accountEntries.ts'
import { endCodes } from '../../store/accounts/endCodes.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { endSessions } from '../../store/sessions/end/endSessions.ts'
import { endTickets } from '../../store/tickets/tickets.ts'
import { endForwarding } from '../forwarding/index.ts'
import { removePasskeys } from '../passkeys/index.ts'
import { deviceName } from './deviceName.ts'
import { networkName } from './networks.ts'

const DAY = 86_400_000
/** Lines of one answer, of each kind. */
const SHOWN = 300
/** Recipients of sent letters that are read for it. */
const SENT_RECIPIENTS = 3 * SHOWN

/** The lines of an answer, and whether there were more of them. */
interface Log<T> {
  readonly list: T[]
  readonly more: boolean
}

const since = ({ now }: Pick<Context, 'now'>): number => now() - LOG_DAYS * DAY

/** Log-ins of the last 30 days, the newest first. Those that failed, which strangers can make, take no place of the others. */
export async function loginLog(context: Context, accountId: number, sessionId: string): Promise<Log<LoginLogLine>> {
  const of = (results: '=' | '<>') =>
    context.store.db
      .selectFrom('login_log')
      .leftJoin('session', 'session.id', 'login_log.session_id')
      .select(['login_log.id as number', 'login_log.at', 'login_log.ip', 'login_log.user_agent', 'way', 'result'])
      .select('session.id as open')
      .where('login_log.account_id', '=', accountId)
      .where('login_log.at', '>=', since(context))
      .where('result', results, 'ok')
      .orderBy('login_log.at', 'desc')
      .orderBy('login_log.id', 'desc')
      .limit(SHOWN + 1)
      .execute()
  const kinds = [await of('='), await of('<>')]
  const rows = kinds.flatMap((kind) => kind.slice(0, SHOWN)).sort((a, b) => b.at - a.at || b.number - a.number)
  const list = rows.map(({ at, ip, user_agent, way, result, open }) => ({
    at,
    ip,
    network: networkName(context.config.networks, ip),
    device: deviceName(user_agent),
    way,
    result,
    sessionId: open,
    current: open === sessionId,
  }))
  return { list, more: kinds.some(({ length }) => length > SHOWN) }
}

/**
 * The owner reports a login that was not theirs: every session but this one, every authorization code and every passkey
 * end, forwarding is switched off and its outside addresses are forgotten, and the next login asks for a new password (§2,
 * isChangePassword). Answers how many sessions and codes have ended.
 */
export async function notMe(context: Context, accountId: number, sessionId: string): Promise<number> {
  return transact(context, async (trx) => {
    const ended = await endSessions(trx, accountId, { except: sessionId })
    const codes = await endCodes(trx, accountId, context.now())
    await removePasskeys(trx, accountId)
    await endForwarding(trx, accountId)
    await endTickets(trx, accountId)
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
    await askForNewPassword(trx, accountId, 1)
    return ended + codes
  })
}

/** Mails of the last 30 days that came, went, or did not, the newest first. */
export async function mailLog(context: Context, reader: MailReader): Promise<Log<MailLogLine>> {
  const sent = await sentOn(context, reader)
  const lines = [...(await arrived(context, reader)), ...sent.list, ...(await keptOut(context, reader.accountId))]
  return { list: lines.sort((a, b) => b.at - a.at).slice(0, SHOWN), more: sent.more || lines.length > SHOWN }
}

async function arrived(context: Context, reader: MailReader): Promise<MailLogLine[]> {
  const rows = await openMailbox(context, reader).arrived({ since: since(context), limit: SHOWN + 1 })
  return rows.map(({ received_at, subject, from_name, from_address }) => ({
    at: received_at,
    direction: 'in',
    subject,
    people: [from_name ? `${from_name} <${from_address}>` : from_address],
    outcome: 'delivered',
    reason: '',
  }))
}

async function sentOn(context: Context, reader: MailReader): Promise<Log<MailLogLine>> {
  const rows = await context.store.db
    .selectFrom('outgoing')
    .innerJoin('outgoing_recipient', 'outgoing_recipient.outgoing_id', 'outgoing.id')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .select(['outgoing.id', 'outgoing.created_at', 'message.subject'])
    .select(['outgoing_recipient.address', 'outgoing_recipient.state', 'outgoing_recipient.reason'])
    .where('outgoing.account_id', '=', reader.accountId)
    // Their subjects stand in no log.
    .where('outgoing.mail_id', 'not in', openMailbox(context, reader).idsInGuarded())
    .where('outgoing.state', '<>', 'taken-back')
    .where('outgoing.created_at', '>=', since(context))
    .orderBy('outgoing.created_at', 'desc')
    .limit(SENT_RECIPIENTS)
    .execute()
  const list = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((mails): MailLogLine[] => {
    const [first] = mails
    if (!first) return []
    const failed = mails.filter(({ state }) => state === 'failed')
    const waiting = mails.some(({ state }) => state === 'held' || state === 'queued')
    return [
      {
        at: first.created_at,
        direction: 'out' as const,
        subject: first.subject,
        people: mails.map(({ address }) => address),
        outcome: failed.length > 0 ? ('failed' as const) : waiting ? ('sending' as const) : ('delivered' as const),
        reason: failed.map(({ address, reason }) => `${address}: ${reason}`).join('\n'),
      },
    ]
  })
  return { list, more: rows.length === SENT_RECIPIENTS }
}

/** What the steps note of such a mail. */
interface KeptOut {
  readonly subject?: string
  readonly to?: string[]
  readonly from?: string
  readonly reason?: string
}

/** What a step of delivery kept out of the mailbox, or passed on. */
async function keptOut(context: Context, accountId: number): Promise<MailLogLine[]> {
  const rows = await context.store.db
    .selectFrom('delivery_verdict')
    .select(['at', 'outcome', 'detail'])
    .where('account_id', '=', accountId)
    .where('step', 'in', ['rules', 'forwarding'])
    .where('outcome', 'in', ['rejected', 'forwarded'])
    .where('at', '>=', since(context))
    .orderBy(sql.ref('id'), 'desc')
    .limit(SHOWN + 1)
    .execute()
  return rows.map(({ at, outcome, detail }) => {
    const { subject = '', to = [], from = '', reason = '' }: KeptOut = JSON.parse(detail)
    const isForwarded = outcome === 'forwarded'
    return {
      at,
      direction: isForwarded ? ('out' as const) : ('in' as const),
      subject,
      people: isForwarded ? to : [from],
      outcome: isForwarded ? ('forwarded' as const) : ('refused' as const),
      reason,
    }
  })
}
