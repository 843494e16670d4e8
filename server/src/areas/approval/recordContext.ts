import type { ApprovalDifference, ApprovalRecord } from '@yanshu/contracts'
import { visibleText } from '@yanshu/contracts'
import { sql } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { readText } from '../../store/database/storedText.ts'
import { folded } from './judgeLetter.ts'
import type { RecordRow } from './lockedRecord.ts'
import { requireRecord } from './requireRecord.ts'

type Mail = NonNullable<ApprovalRecord['mail']>

/** Where the words stand that a rule looks for: in none of the places that are read here, it was in the content of a file. */
export function hitsOf(words: readonly string[], subject: string, mail: Mail): NonNullable<ApprovalRecord['hits']> {
  if (words.length === 0) return []
  const places = {
    subject: folded(subject),
    file: folded(mail.attachments.map(({ name }) => name).join('\n')),
    text: folded(`${mail.text ?? ''}\n${mail.html ?? ''}`),
  }
  return words.map((word) => {
    const one = folded(word)
    const found = (['subject', 'text', 'file'] as const).filter((place) => places[place].includes(one))
    return { word, in: found.length > 0 ? found : ['content'] }
  })
}

const EARLIER_MAX = 10

/** Records of other mails of the conversation, of those that concern an account, the newest first. */
export async function earlierDecisions(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  { id, conversation }: Pick<RecordRow, 'id' | 'conversation'>,
): Promise<NonNullable<ApprovalRecord['earlier']>> {
  if (conversation === '') return []
  const { db } = store
  const rows = await db
    .selectFrom('approval_record')
    .select(['id', 'state', 'subject', 'decided_at'])
    .where('conversation', '=', conversation)
    // As it stands in the index.
    .where(sql<boolean>`conversation <> ''`)
    .where('id', '<', id)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb.exists(
          eb
            .selectFrom('approval_person')
            .select('approval_person.record_id')
            .whereRef('approval_person.record_id', '=', 'approval_record.id')
            .where('approval_person.account_id', '=', accountId),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(EARLIER_MAX)
    .execute()
  const decisions = await db
    .selectFrom('approval_event')
    .select(['record_id', 'by_name', 'comment'])
    .where('record_id', 'in', [0, ...rows.map((row) => row.id)])
    .where('kind', 'in', ['passed', 'rejected'])
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const last = decisions.findLast(({ record_id }) => record_id === row.id)
    return {
      recordId: row.id,
      state: row.state,
      subject: visibleText(row.subject),
      decidedAt: row.decided_at,
      by: last?.by_name ?? '',
      comment: last?.comment ?? '',
    }
  })
}

type Version = Pick<RecordRow, 'message_id' | 'recipients'>

/**
 * The version of a mail before this one, for those who may see it: its sender, and who was asked about it while it was there
 * to be seen. What was taken back before any decision is its sender's alone.
 */
export async function versionBefore(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  { previous_id, account_id }: Pick<RecordRow, 'previous_id' | 'account_id'>,
): Promise<Version | null> {
  if (previous_id === null) return null
  const { db } = store
  const previous = await db
    .selectFrom('approval_record')
    .select(['id', 'state', 'message_id', 'recipients'])
    .where('id', '=', previous_id)
    .executeTakeFirst()
  if (!previous) return null
  if (account_id === accountId) return previous
  const reached = await db
    .selectFrom('approval_person')
    .select('record_id')
    .where('record_id', '=', previous.id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!reached) return null
  if (previous.state !== 'withdrawn') return previous
  const passed = await db
    .selectFrom('approval_event')
    .select('id')
    .where('record_id', '=', previous.id)
    .where('kind', '=', 'passed')
    .executeTakeFirst()
  return passed ? previous : null
}

/** Characters of each version that are compared. */
const COMPARED_MAX = 20_000

/** A mail beside its version before. Throws `NotFoundError` where there is none for this account. */
export async function readDifference(
  context: Context,
  accountId: number,
  recordId: number,
): Promise<ApprovalDifference> {
  const { row, isApplicant } = await requireRecord(context, accountId, recordId)
  const before = await versionBefore(context, accountId, row)
  if (before === null || (!isApplicant && row.state === 'withdrawn')) throw new NotFoundError()
  return { before: await comparedMail(context, before), after: await comparedMail(context, row) }
}

async function comparedMail(
  { store }: Pick<Context, 'store'>,
  version: Version,
): Promise<ApprovalDifference['before']> {
  const { message_id: messageId } = version
  const message = await store.db
    .selectFrom('message')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['message.subject', 'message_body.text'])
    .where('message.id', '=', messageId)
    .executeTakeFirstOrThrow()
  const files = await store.db
    .selectFrom('attachment')
    .select(['name', 'size', 'blob_hash as hash'])
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
  const recipients = JSON.parse(version.recipients) as readonly { readonly address: string }[]
  return {
    subject: visibleText(message.subject),
    text: readText(message.text).slice(0, COMPARED_MAX),
    to: recipients.map(({ address }) => address),
    files: files.map((file) => ({ ...file, name: visibleText(file.name) })),
  }
}
