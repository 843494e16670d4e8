import { DRAFT_WINDOW_SEEN_MS, TEAM_COMMENTS_MAX, TEAM_MEMBERS_SHOWN, type TeamState } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { PUBLIC_MAILBOX } from '../../store/accounts/reachableAccounts.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { answersOf } from './answers.ts'
import { NoTeamError } from './teamErrors.ts'

/** People who have an answer open that are named. */
const ANSWERING_SHOWN = 20

interface Named {
  readonly name: string | null
  readonly address: string | null
}

/** A person of a row; null where the account is gone. */
const personOf = ({ name, address }: Named) => (address === null ? null : { name: name ?? '', address })

/**
 * A mail that its reader works on together with others. Throws `MailNotFoundError`, `FolderClosedError`, and `NoTeamError`
 * where the mailbox is no public one.
 */
export async function teamMail(context: Context, caller: SessionActor, mailId: number) {
  const mail = await openMailbox(context, caller).message(mailId)
  const mailbox = await context.store.db
    .selectFrom('account')
    .select(['id', 'name', 'address'])
    .where('id', '=', caller.accountId)
    .where('account_type', '=', PUBLIC_MAILBOX)
    .executeTakeFirst()
  if (!mailbox) throw new NoTeamError()
  return { mail, mailbox }
}

/** The members of a public mailbox who can be reached, as rows of `account`. */
export const membersOf = (db: Kysely<Schema>, mailboxId: number) =>
  db
    .selectFrom('public_mailbox_grant')
    .innerJoin('account', 'account.id', 'public_mailbox_grant.account_id')
    .where('public_mailbox_grant.mailbox_id', '=', mailboxId)
    .where('account.disabled', '=', 0)

/** What the members know of a mail. Throws what `teamMail` throws. */
export async function readTeam(context: Context, caller: SessionActor, mailId: number): Promise<TeamState> {
  await teamMail(context, caller, mailId)
  const { db } = context.store
  const { accountId, personId } = caller
  const [members, me, answering, answers, state, comments] = await Promise.all([
    membersOf(db, accountId)
      .select(['account.name', 'account.address'])
      .orderBy('account.name')
      .orderBy('account.address')
      .limit(TEAM_MEMBERS_SHOWN)
      .execute(),
    db.selectFrom('account').select('address').where('id', '=', personId).executeTakeFirstOrThrow(),
    answeringNow(context, caller, mailId),
    answersOf(db, mailId),
    stateOf(db, accountId, mailId),
    commentsOf(db, mailId),
  ])
  return {
    members,
    me: me.address,
    answering,
    answers: answers.map(({ at, name, address }) => ({ at, name: name ?? '', address: address ?? '' })),
    assignee: state ? personOf({ name: state.name, address: state.address }) : null,
    closed:
      state?.closed_at == null
        ? null
        : { at: state.closed_at, by: personOf({ name: state.closer, address: state.closer_address }) },
    note: state?.note ?? '',
    comments: comments.toReversed().map((row) => ({
      commentId: row.id,
      author: personOf({ name: row.author, address: row.author_address }),
      text: row.text,
      at: row.at,
      asked: personOf({ name: row.asked, address: row.asked_address }),
      own: row.author_id === personId,
    })),
  }
}

/** Who has a draft open now that answers the mail, but for the person who asks. */
const answeringNow = (
  { store, now }: Pick<Context, 'store' | 'now'>,
  { accountId, personId }: SessionActor,
  mailId: number,
) =>
  store.db
    .selectFrom('draft')
    .innerJoin('draft_window', 'draft_window.mail_id', 'draft.mail_id')
    .innerJoin('session', 'session.id', 'draft_window.session_id')
    .innerJoin('account as person', (join) =>
      join.on(sql<boolean>`person.id = coalesce(session.person_id, draft.account_id)`),
    )
    .select(['person.name', 'person.address'])
    .distinct()
    .where('draft.account_id', '=', accountId)
    .where('draft.source_mail_id', '=', mailId)
    .where('draft.kind', 'in', ['reply', 'replyAll'])
    .where('draft_window.seen_at', '>=', now() - DRAFT_WINDOW_SEEN_MS)
    .where('person.id', '<>', personId)
    .limit(ANSWERING_SHOWN)
    .execute()

/** The assignee of a mail while that person is a member, and whether it is closed. */
const stateOf = (db: Kysely<Schema>, mailboxId: number, mailId: number) =>
  db
    .selectFrom('team_mail')
    .leftJoin('public_mailbox_grant as member', (join) =>
      join.onRef('member.account_id', '=', 'team_mail.assignee_id').on('member.mailbox_id', '=', mailboxId),
    )
    .leftJoin('account as assignee', (join) =>
      join.onRef('assignee.id', '=', 'member.account_id').on('assignee.disabled', '=', 0),
    )
    .leftJoin('account as closing', 'closing.id', 'team_mail.closed_by')
    .select(['assignee.name', 'assignee.address', 'team_mail.closed_at', 'team_mail.note'])
    .select(['closing.name as closer', 'closing.address as closer_address'])
    .where('team_mail.mail_id', '=', mailId)
    .executeTakeFirst()

/** The newest comments of a mail, the newest first. */
const commentsOf = (db: Kysely<Schema>, mailId: number) =>
  db
    .selectFrom('team_comment')
    .leftJoin('account as author', 'author.id', 'team_comment.author_id')
    .leftJoin('account as asked', 'asked.id', 'team_comment.asked_id')
    .select(['team_comment.id', 'team_comment.text', 'team_comment.at', 'team_comment.author_id'])
    .select(['author.name as author', 'author.address as author_address'])
    .select(['asked.name as asked', 'asked.address as asked_address'])
    .where('team_comment.mail_id', '=', mailId)
    .orderBy('team_comment.id', 'desc')
    .limit(TEAM_COMMENTS_MAX)
    .execute()
