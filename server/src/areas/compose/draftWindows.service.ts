import { DRAFT_WINDOW_SEEN_MS, DRAFT_WINDOWS_MAX, type DraftHand, type DraftWindow } from '@yanshu/contracts'
import { PUBLIC_MAILBOX } from '../../store/accounts/reachableAccounts.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { deviceName } from '../security/index.ts'
import { announceTeam } from '../teamwork/index.ts'
import { requireDraft } from './draftVersions.service.ts'
import { handInWindow } from './handedDrafts.service.ts'
import type { DraftWriter } from './keepVersion.ts'

/**
 * Notes that a draft is open in a window, or no more, and answers in which others it is, of other logins and of the same, and
 * who has it where it is handed to a colleague.
 * Throws `MailNotFoundError`.
 */
export async function noteWindow(
  context: Context,
  writer: DraftWriter,
  { mailId, name, closed }: { readonly mailId: number; readonly name: string; readonly closed: boolean },
): Promise<{ others: DraftWindow[]; hand: DraftHand | null }> {
  const { now } = context
  let begun: number | null = null
  const noted = await transact(context, async (trx) => {
    begun = null
    await lockMailboxes(trx, context.store.engine, [writer.accountId])
    await requireDraft(trx, writer.accountId, mailId)
    const seen = now() - DRAFT_WINDOW_SEEN_MS
    await trx.deleteFrom('draft_window').where('mail_id', '=', mailId).where('seen_at', '<', seen).execute()
    const rows = await trx
      .selectFrom('draft_window')
      .innerJoin('session', 'session.id', 'draft_window.session_id')
      .innerJoin('draft', 'draft.mail_id', 'draft_window.mail_id')
      .leftJoin('account as person', 'person.id', 'session.person_id')
      .select(['draft_window.session_id', 'session.user_agent', 'person.name as person'])
      .select(['draft.saved_session', 'draft.saved_at'])
      .where('draft_window.mail_id', '=', mailId)
      .where('draft_window.name', '!=', name)
      .orderBy('draft_window.seen_at', 'desc')
      .limit(DRAFT_WINDOWS_MAX)
      .execute()
    const mine = { mail_id: mailId, name, session_id: writer.sessionId, seen_at: now() }
    const known = await trx
      .selectFrom('draft_window')
      .select('name')
      .where('mail_id', '=', mailId)
      .where('name', '=', name)
      .executeTakeFirst()
    if ((known === undefined) !== closed) begun = await answeredTogether(trx, mailId)
    if (closed) await trx.deleteFrom('draft_window').where('mail_id', '=', mailId).where('name', '=', name).execute()
    else if (rows.length < DRAFT_WINDOWS_MAX) {
      await trx
        .insertInto('draft_window')
        .values(mine)
        .onConflict((conflict) =>
          conflict.columns(['mail_id', 'name']).doUpdateSet({ session_id: mine.session_id, seen_at: mine.seen_at }),
        )
        .execute()
    }
    const others = rows.map(({ session_id, user_agent, person, saved_session, saved_at }) => ({
      device: deviceName(user_agent),
      person: person ?? '',
      changedAt: session_id === saved_session && session_id !== writer.sessionId ? saved_at : null,
    }))
    return { others, hand: await handInWindow(trx, writer.accountId, mailId) }
  })
  if (begun !== null) announceTeam(context, writer.accountId, begun)
  return noted
}

/** The mail of a public mailbox that a draft answers, so that its members see who does; null for any other draft. */
async function answeredTogether(trx: Trx, mailId: number): Promise<number | null> {
  const draft = await trx
    .selectFrom('draft')
    .innerJoin('account', 'account.id', 'draft.account_id')
    .select('draft.source_mail_id')
    .where('draft.mail_id', '=', mailId)
    .where('draft.kind', 'in', ['reply', 'replyAll'])
    .where('account.account_type', '=', PUBLIC_MAILBOX)
    .executeTakeFirst()
  return draft?.source_mail_id ?? null
}
