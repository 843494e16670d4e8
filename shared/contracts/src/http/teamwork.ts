import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX } from '../limits.ts'
import { TEAM_COMMENT_MAX, TEAM_COMMENTS_MAX, TEAM_MEMBERS_SHOWN, TEAM_NOTE_MAX } from '../readingLimits.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, post, written } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf } from './names.ts'

const text = (most: number) =>
  written(4 * most)
    .transform((words) => words.trim())
    .refine((words) => lengthOf(words) <= most)

/** A comment beside a mail. Its author is null when that account was deleted. */
export const teamComment = z.object({
  commentId: idOf('team-comment'),
  author: mailAddress.nullable(),
  text: z.string(),
  at: epochMs,
  /** The member who was asked to look at the mail; null for none. */
  asked: mailAddress.nullable(),
  /** Whether the person who reads it has written it, and may take it away. */
  own: z.boolean(),
})
export type TeamComment = z.infer<typeof teamComment>

/** What the members of a public mailbox know of one of its mails. */
export const teamState = z.object({
  /** Who may be asked and assigned, by name, without the mailbox itself. */
  members: z.array(mailAddress).max(TEAM_MEMBERS_SHOWN),
  /** The person who reads it. */
  me: z.string(),
  /** Who has an answer to it open now. */
  answering: z.array(mailAddress),
  /** Who has answered it, the last one first. Letters that were taken back or refused do not count. */
  answers: z.array(mailAddress.extend({ at: epochMs })),
  /** Who does it; null for none. A person who is a member no longer is none. */
  assignee: mailAddress.nullable(),
  /** Since when nothing is left to do; null while it is open. */
  closed: z.object({ at: epochMs, by: mailAddress.nullable() }).nullable(),
  note: z.string(),
  /** The newest, in their order. */
  comments: z.array(teamComment).max(TEAM_COMMENTS_MAX),
})
export type TeamState = z.infer<typeof teamState>

const aboutMail = { mailId: idOf('mail') }
const member = z.string().max(ADDRESS_MAX).nullable()

/**
 * Working together in a public mailbox. A call from any other mailbox is refused; a right that is taken back ends it with
 * the session of the mailbox.
 */
export const teamworkCalls = [
  post('mail/email/team/get', {
    title: 'Who answers a mail of a public mailbox, who has answered it, who does it, and what members have noted',
    body: z.object(aboutMail),
    data: teamState,
    errors: [Code.mailNotFound, Code.forbidden],
  }),
  post('mail/email/team/save', {
    title:
      'Assign a mail of a public mailbox to a member, close it or open it again, with a note; what is left out stays as it is. A member who gets it is written to',
    body: z.object({
      ...aboutMail,
      assignee: member.optional(),
      closed: z.boolean().optional(),
      note: text(TEAM_NOTE_MAX).optional(),
    }),
    data: teamState,
    errors: [Code.mailNotFound, Code.forbidden, Code.tooManyRequests],
  }),
  post('mail/email/team/comment', {
    title: 'Write a comment beside a mail of a public mailbox. A member who is asked to look at the mail is written to',
    body: z.object({
      ...aboutMail,
      text: text(TEAM_COMMENT_MAX).refine((words) => words !== ''),
      ask: member,
    }),
    data: teamState,
    errors: [Code.mailNotFound, Code.forbidden, Code.tooManyRequests],
  }),
  post('mail/email/team/uncomment', {
    title: 'Take a comment of one’s own away',
    body: z.object({ ...aboutMail, commentId: idOf('team-comment') }),
    data: teamState,
    errors: [Code.mailNotFound, Code.notFound, Code.forbidden],
  }),
] as const
