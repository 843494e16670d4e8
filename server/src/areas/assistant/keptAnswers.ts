import { AI_ANSWERS_KEPT, AI_ANSWERS_KEPT_MS, AI_ANSWERS_LISTED, type AssistantAnswer } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import { FolderClosedError, MailNotFoundError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { folderOfMail, guardedMails, isMailOutsideGuarded, openMailbox } from '../../store/mailbox/index.ts'
import type { Job } from './jobs.ts'
import type { Piece } from './model/asker.ts'

type Parts = Pick<Context, 'store' | 'now'>

/** Characters of an answer that are kept, and those of them that are searched. */
const TEXT_MAX = 20_000
const SEARCHED_MAX = 4_000
const EXTRA_MAX = 100_000

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** What an answer is found by: the question, the gist, or the subject of its mail. */
async function titleOf(context: Context, { accountId, sessionId, request }: Job): Promise<string> {
  if (request.kind === 1) return request.question
  if (request.kind === 2 || request.kind === 3) return request.gist
  const given = request.kind === 5 ? request.subject : ''
  if (request.mailId === undefined) return given
  const reader: MailReader = { accountId, openFolders: { sessionId } }
  try {
    return (await openMailbox(context, reader).message(request.mailId)).subject
  } catch (error) {
    // Gone, or closed, since it was asked about.
    if (error instanceof MailNotFoundError || error instanceof FolderClosedError) return given
    throw error
  }
}

/**
 * Keeps an answer for its person: the latest of an account, for half a year. A ticket that is answered again keeps its
 * latest answer.
 */
export async function keepAnswer(context: Context, job: Job, answer: Required<Piece>): Promise<void> {
  const { db } = context.store
  const { id: ticket, accountId, request } = job
  const at = context.now()
  const title = (await titleOf(context, job)).slice(0, 1_000)
  // NUL is kept by no store.
  const kept = (words: string) => words.replaceAll('\0', '').slice(0, TEXT_MAX)
  const text = kept(answer.content)
  const extra = JSON.stringify(answer.extra)
  const values = {
    at,
    title,
    text,
    thought: kept(answer.thought),
    extra: extra.length > EXTRA_MAX ? '{}' : extra,
    searched: plain(`${title}\n${text}`.slice(0, SEARCHED_MAX)),
  }
  await db
    .insertInto('assistant_answer')
    .values({
      ticket,
      account_id: accountId,
      type: request.kind,
      mail_id: 'mailId' in request ? (request.mailId ?? null) : null,
      ...values,
    })
    .onConflict((conflict) => conflict.column('ticket').doUpdateSet(values))
    .execute()
  await db
    .deleteFrom('assistant_answer')
    .where('at', '<', at - AI_ANSWERS_KEPT_MS)
    .execute()
  await db
    .deleteFrom('assistant_answer')
    .where('account_id', '=', accountId)
    .where('seq', '<=', (eb) =>
      eb
        .selectFrom('assistant_answer as kept')
        .select('kept.seq')
        .where('kept.account_id', '=', accountId)
        .orderBy('kept.seq', 'desc')
        .offset(AI_ANSWERS_KEPT)
        .limit(1),
    )
    .execute()
}

interface Wanted {
  readonly mailId?: number | undefined
  readonly keyword?: string | undefined
  /** The ticket of the answer before which those wanted were given. */
  readonly before?: string | undefined
}

/** Answers of an account, newest first; none that is about a mail in a folder with a password, or quotes one. */
export async function listAnswers(
  { store, now }: Parts,
  accountId: number,
  { mailId, keyword, before }: Wanted,
): Promise<{ list: AssistantAnswer[]; more: boolean }> {
  const words = plain(keyword ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  let query = store.db
    .selectFrom('assistant_answer')
    .select(['ticket', 'at', 'type', 'mail_id', 'title', 'text', 'thought', 'extra', 'rating'])
    .select(folderOfMail('assistant_answer.mail_id').as('folder_id'))
    .where('assistant_answer.account_id', '=', accountId)
    // An answer about a mail in a folder with a password is as closed as the mail.
    .where(isMailOutsideGuarded('assistant_answer.mail_id'))
    .orderBy('assistant_answer.seq', 'desc')
    .limit(AI_ANSWERS_LISTED + 1)
  if (mailId !== undefined) query = query.where('mail_id', '=', mailId)
  for (const word of words) query = query.where(sql<boolean>`searched like ${word} escape '\\'`)
  if (before !== undefined)
    query = query.where('assistant_answer.seq', '<', (eb) =>
      eb
        .selectFrom('assistant_answer as last')
        .select('last.seq')
        .where('last.ticket', '=', before)
        .where('last.account_id', '=', accountId),
    )
  const rows = await query.execute()
  const more = rows.length > AI_ANSWERS_LISTED
  const page = rows.slice(0, AI_ANSWERS_LISTED).map((row) => ({ ...row, extra: readExtra(row.extra) }))
  // An answer quotes mails whose folder may have got a password since.
  const hidden = await guardedMails(store, page.flatMap(quotedMails))
  const shown = page.filter((row) => !quotedMails(row).some((id) => hidden.has(id)))
  const last = page.at(-1)
  if (shown.length === 0 && more && last) {
    return listAnswers({ store, now }, accountId, { mailId, keyword, before: last.ticket })
  }
  const list = shown.map(
    (row): AssistantAnswer => ({
      id: row.ticket,
      at: row.at,
      type: row.type as AssistantAnswer['type'],
      mailId: row.mail_id,
      mailboxId: row.folder_id,
      title: row.title,
      text: row.text,
      thought: row.thought,
      extra: row.extra,
      rating: row.rating as AssistantAnswer['rating'],
    }),
  )
  return { list, more }
}

// JSON that `keepAnswer` wrote.
const readExtra = (json: string): AssistantAnswer['extra'] => JSON.parse(json)

const quotedMails = ({ extra }: Pick<AssistantAnswer, 'extra'>): number[] =>
  (extra.sources ?? []).flatMap((source) => (source.kind === 'mail' ? [source.mailId] : []))

/** Deletes answers of an account, all of them for null. Answers how many there were. */
export async function deleteAnswers(
  { store }: Parts,
  accountId: number,
  tickets: readonly string[] | null,
): Promise<number> {
  if (tickets?.length === 0) return 0
  let query = store.db.deleteFrom('assistant_answer').where('account_id', '=', accountId)
  if (tickets) query = query.where('ticket', 'in', tickets)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Notes what a person thinks of an answer. Throws `NotFoundError` for one that is not theirs, or gone. */
export async function rateAnswer(
  { store }: Parts,
  accountId: number,
  { id, rating, note }: { readonly id: string; readonly rating: number; readonly note?: string | undefined },
): Promise<void> {
  const { numUpdatedRows } = await store.db
    .updateTable('assistant_answer')
    .set({ rating, note: rating === 0 ? '' : (note ?? '') })
    .where('ticket', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new NotFoundError()
}

/** How answers were rated, by kind, and what was written about them; without their accounts. */
export async function ratingsOf({
  store,
}: Pick<Parts, 'store'>): Promise<{ type: number; rating: number; answers: number; notes: string[] }[]> {
  const rows = await store.db
    .selectFrom('assistant_answer')
    .select(['type', 'rating', 'note'])
    .where('rating', '<>', 0)
    .orderBy('seq', 'desc')
    .limit(10_000)
    .execute()
  const groups = Map.groupBy(rows, ({ type, rating }) => `${type} ${rating}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const notes = group.map(({ note }) => note).filter(Boolean)
    return [{ type: first.type, rating: first.rating, answers: group.length, notes: notes.slice(0, 50) }]
  })
}
