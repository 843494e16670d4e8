import { AUTO_REPLY_LENGTH, type AutoReply, LOG_DAYS, type ReplyLogLine } from '@yanshu/contracts'
import { autoReply, notAnswered } from '@yanshu/contracts/schemas'
import { findDestination } from '../../mailflow/delivery/recipients.ts'
import { findVerdicts } from '../../mailflow/steps/verdicts.ts'
import { htmlToText } from '../../mime/html-text.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges, guardedMails } from '../../store/mailbox/index.ts'
import { picturedHtml } from '../files/index.ts'
import { noteAdministratorsChange } from '../security/index.ts'

const DAY = 86_400_000
const LINES_SHOWN = 300
/** Characters of an answer that are shown to colleagues while they write. */
const HINT_LENGTH = 200

const NONE: AutoReply = {
  enabled: false,
  startAt: null,
  endAt: null,
  subject: '',
  inside: '',
  outsideTo: 'known',
  outside: '',
}

/** The automatic answer as its owner set it; switched off when there is none. */
export async function readReply(
  { store }: { readonly store: Pick<Context['store'], 'db'> },
  accountId: number,
): Promise<AutoReply> {
  const row = await store.db
    .selectFrom('auto_reply')
    .select('value')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? replyIn(row.value) : NONE
}

/** The answer in a row of `auto_reply`; none where it no longer fits. */
export function replyIn(value: string): AutoReply {
  const fits = autoReply.safeParse(JSON.parse(value))
  return fits.success ? fits.data : NONE
}

/** From when until when the automatic answer is on; null when it is off or over. */
export async function replyPeriod(
  { store, now }: { readonly store: Pick<Context['store'], 'db'>; readonly now: Context['now'] },
  accountId: number,
): Promise<Pick<AutoReply, 'startAt' | 'endAt'> | null> {
  const row = await store.db
    .selectFrom('auto_reply')
    .select(['start_at as startAt', 'end_at as endAt'])
    .where('account_id', '=', accountId)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return row && (row.endAt === null || row.endAt > now()) ? row : null
}

/** A text as it is kept. One that stays as it was is kept, so that an answer of before can always be switched off. */
const keptText = async (name: 'inside' | 'outside', given: AutoReply, before: AutoReply): Promise<string> =>
  given[name] === before[name] ? before[name] : picturedHtml(given[name], { field: name, length: AUTO_REPLY_LENGTH })

/**
 * Saves it, cleaned. Switching on, and another beginning, is another absence: each sender may be answered once more.
 * @throws {BadRequestError} for a text that is too long, and for pictures that are too many, too large or none
 */
export async function saveReply(context: Context, accountId: number, given: AutoReply): Promise<AutoReply> {
  const before = await readReply(context, accountId)
  const inside = await keptText('inside', given, before)
  const reply = { ...given, inside, outside: await keptText('outside', given, before) }
  const isAnother = reply.enabled && (!before.enabled || before.startAt !== reply.startAt)
  await transact(context, async (trx) => {
    const values = {
      value: JSON.stringify(reply),
      outside_to: reply.outsideTo,
      enabled: reply.enabled ? 1 : 0,
      start_at: reply.startAt,
      end_at: reply.endAt,
    }
    const since = context.now()
    await trx
      .insertInto('auto_reply')
      .values({ account_id: accountId, ...values, since })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ ...values, ...(isAnother ? { since } : {}) }),
      )
      .execute()
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
  announceChanges(context, [accountId])
  return reply
}

/**
 * Saves the answer of another account, as an administrator does for a colleague who fell ill. Its owner finds it among the
 * changes of their account. Throws `NotFoundError`.
 */
export async function saveReplyFor(context: Context, address: string, reply: AutoReply): Promise<AutoReply> {
  const account = await context.store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
  if (!account) throw new NotFoundError()
  const saved = await saveReply(context, account.id, reply)
  await noteAdministratorsChange(context, account.id, 'replyByAdmin')
  return saved
}

/** Whom the answer has answered, and whom not and why. Mails in folders with a password are not named. */
export async function replyLog({ store, now }: Context, accountId: number): Promise<ReplyLogLine[]> {
  const verdicts = await findVerdicts(store.db, accountId, {
    step: 'auto-reply',
    since: now() - LOG_DAYS * DAY,
    limit: LINES_SHOWN,
  })
  const hidden = await guardedMails(
    store,
    verdicts.flatMap(({ mailId }) => mailId ?? []),
  )
  return verdicts.flatMap(({ mailId, at, key, outcome, detail }): ReplyLogLine[] => {
    if (mailId !== null && hidden.has(mailId)) return []
    const { subject = '', reason }: { subject?: string; reason?: string } = Object(detail)
    if (outcome === 'answered') return [{ at, sender: key, subject, reason: null }]
    const why = notAnswered.safeParse(reason)
    return outcome === 'not-answered' && why.success ? [{ at, sender: key, subject, reason: why.data }] : []
  })
}

/** Whether a colleague is away now, and with which text. Of people outside nothing is answered. */
export async function awayOf(context: Context, address: string) {
  const notAway = { away: false, until: null, text: '' }
  const destination = await findDestination(context.store.db, address.trim())
  if (destination.kind !== 'account') return notAway
  const reply = await readReply(context, destination.accountId)
  const now = context.now()
  if (!reply.enabled || (reply.startAt ?? 0) > now || (reply.endAt ?? Number.MAX_SAFE_INTEGER) <= now) return notAway
  const text = htmlToText(reply.inside).replace(/\s+/g, ' ').trim()
  return { away: true, until: reply.endAt, text: [...text].slice(0, HINT_LENGTH).join('') }
}
