import { TEAM_CHANGED, TEAM_COMMENTS_MAX, type TeamState } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { BadRequestError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { type AskedWhy, prepareAsked } from './askedMail.ts'
import { membersOf, readTeam, teamMail } from './teamState.ts'

/** Colleagues that a person writes to before the next one has to wait. */
const ASKS = { free: 60, firstS: 60, longestS: 15 * 60 } as const

/** The windows of a public mailbox that are open read anew what is noted about a mail. Call it after the commit. */
export const announceTeam = ({ events }: Pick<Context, 'events'>, accountId: number, mailId: number): void =>
  events.publish(accountId, { optType: 'event', name: TEAM_CHANGED, data: { mailId } })

/** What is left out stays as it is, so that no window writes back what another one has changed meanwhile. */
interface Saving {
  readonly mailId: number
  readonly assignee?: string | null | undefined
  readonly closed?: boolean | undefined
  readonly note?: string | undefined
}

/**
 * Assigns a mail, closes or opens it, or writes its note. Throws what `teamMail` throws, `BadRequestError` where the assignee is no
 * member, and `TooManyRequestsError`.
 */
export async function saveTeam(context: Context, caller: SessionActor, asked: Saving): Promise<TeamState> {
  const { mailId, closed, note } = asked
  const team = await teamMail(context, caller, mailId)
  const before = await readTeam(context, caller, mailId)
  const assignee =
    asked.assignee === undefined ? undefined : await memberOf(context, caller, asked.assignee, 'assignee')
  const why = { why: 'assigned', text: note ?? before.note } as const
  const isNew = assignee && assignee.address !== before.assignee?.address
  const notice = isNew ? await noticeFor(context, caller, team, assignee, why) : null
  await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [caller.accountId])
      await requireMail(trx, caller.accountId, mailId)
      const known = await trx
        .selectFrom('team_mail')
        .select(['closed_at', 'closed_by'])
        .where('mail_id', '=', mailId)
        .executeTakeFirst()
      const closing = known?.closed_at != null ? known : { closed_at: context.now(), closed_by: caller.personId }
      const change = {
        ...(assignee === undefined ? {} : { assignee_id: assignee?.id ?? null }),
        ...(note === undefined ? {} : { note }),
        ...(closed === undefined ? {} : closed ? closing : { closed_at: null, closed_by: null }),
      }
      const row = { assignee_id: null, note: '', closed_at: null, closed_by: null, ...change }
      await trx
        .insertInto('team_mail')
        .values({ mail_id: mailId, ...row })
        .onConflict((conflict) => conflict.column('mail_id').doUpdateSet({ mail_id: mailId, ...change }))
        .execute()
      await notice?.queue(trx)
    },
    { grows: true },
  )
  notice?.sent()
  announceTeam(context, caller.accountId, mailId)
  return readTeam(context, caller, mailId)
}

interface Commenting {
  readonly mailId: number
  readonly text: string
  readonly ask: string | null
}

/**
 * Writes a comment; a member who is asked gets a notice. Beyond `TEAM_COMMENTS_MAX` the oldest ones go. Throws what `teamMail`
 * throws, `BadRequestError` where who is asked is no member, and `TooManyRequestsError`.
 */
export async function addComment(context: Context, caller: SessionActor, asked: Commenting): Promise<TeamState> {
  const { mailId, text } = asked
  const team = await teamMail(context, caller, mailId)
  const member = await memberOf(context, caller, asked.ask, 'ask')
  const notice = member ? await noticeFor(context, caller, team, member, { why: 'look', text }) : null
  await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [caller.accountId])
      await requireMail(trx, caller.accountId, mailId)
      await trx
        .insertInto('team_comment')
        .values({
          mail_id: mailId,
          author_id: caller.personId,
          asked_id: member?.id ?? null,
          text,
          at: context.now(),
        })
        .execute()
      await trx
        .deleteFrom('team_comment')
        .where('mail_id', '=', mailId)
        .where('id', '<=', (eb) =>
          eb
            .selectFrom('team_comment as older')
            .select('older.id')
            .where('older.mail_id', '=', mailId)
            .orderBy('older.id', 'desc')
            .offset(TEAM_COMMENTS_MAX)
            .limit(1),
        )
        .execute()
      await notice?.queue(trx)
    },
    { grows: true },
  )
  notice?.sent()
  announceTeam(context, caller.accountId, mailId)
  return readTeam(context, caller, mailId)
}

/** Takes a comment of the person away. Throws what `teamMail` throws, and `NotFoundError` for one of others. */
export async function removeComment(
  context: Context,
  caller: SessionActor,
  { mailId, commentId }: { readonly mailId: number; readonly commentId: number },
): Promise<TeamState> {
  await teamMail(context, caller, mailId)
  const gone = await context.store.db
    .deleteFrom('team_comment')
    .where('id', '=', commentId)
    .where('mail_id', '=', mailId)
    .where('author_id', '=', caller.personId)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new NotFoundError()
  announceTeam(context, caller.accountId, mailId)
  return readTeam(context, caller, mailId)
}

/** A member by their address, null for none. Throws `BadRequestError` with the name of the field for another person. */
async function memberOf({ store }: Context, { accountId }: SessionActor, address: string | null, field: string) {
  if (address === null) return null
  const member = await membersOf(store.db, accountId)
    .select(['account.id', 'account.name', 'account.address'])
    .where('account.address', '=', address.toLowerCase())
    .executeTakeFirst()
  if (!member) throw new BadRequestError([field])
  return member
}

/** The mail may have been deleted since it was read. Throws `NotFoundError`. */
async function requireMail(trx: Trx, accountId: number, mailId: number): Promise<void> {
  const mail = await trx
    .selectFrom('mail')
    .select('id')
    .where('id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!mail) throw new NotFoundError()
}

type Team = Awaited<ReturnType<typeof teamMail>>

/** The notice for a member: written now, queued in the transaction; null for the person who acts. */
async function noticeFor(
  context: Context,
  { personId }: SessionActor,
  { mail, mailbox }: Team,
  member: { readonly id: number; readonly address: string },
  { why, text }: { readonly why: AskedWhy; readonly text: string },
) {
  if (member.id === personId) return null
  await countTries(context, [{ scope: `team-ask:${personId}`, ...ASKS }])
  const by = await context.store.db.selectFrom('account').select('name').where('id', '=', personId).executeTakeFirst()
  const message = await prepareAsked(context, member, {
    ...{ why, text, mailbox: mailbox.name || mailbox.address, by: by?.name ?? '' },
    subject: mail.guarded === 1 || mail.restricted === 1 ? '' : mail.subject,
  })
  return {
    queue: (trx: Trx) => queueAutomatic(trx, context, message, member.address),
    sent: () => mailTransportOf(context).dispatcher.expect(context.now()),
  }
}
