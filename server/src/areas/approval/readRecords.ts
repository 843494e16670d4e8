import type { ApprovalItem, ApprovalRecord, ApprovalState, ApprovalTab, MailAddress } from '@yanshu/contracts'
import { visibleText } from '@yanshu/contracts'
import { sql } from 'kysely'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { shownBody } from '../../mailflow/workers/shownBody.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { shownFile, shownPerson } from '../../store/mailbox/index.ts'
import { deciders, isUntouched } from './approvalMachine.ts'
import { mayPart } from './decideParts.ts'
import type { Why } from './judgeLetter.ts'
import { machineOf, type RecordRow } from './lockedRecord.ts'
import { isNote } from './notes.service.ts'
import { earlierDecisions, hitsOf, versionBefore } from './recordContext.ts'
import { whyNotSaved } from './recordFiles.ts'
import { requireRecord } from './requireRecord.ts'
import { workingMinutes } from './workingTime.ts'

const DAY_MS = 86_400_000

interface ListQuery {
  readonly state: ApprovalTab
  readonly before?: number | undefined
  readonly offset: number
  readonly pageSize: number
}

/**
 * The states that a list shows, each asked for by itself, so that an index has the order and no more rows are read than are
 * shown; null asks for all of them at once.
 */
const statesOf = (tab: ApprovalTab): readonly (ApprovalState | null)[] =>
  tab === 'all' ? [null] : tab === 'rejected' ? ['rejected', 'expired'] : [tab]

/** Which rows of a state are asked for. */
interface Rows {
  readonly offset: number
  readonly limit: number
}

/** The rows of these states together, the newest first, with one more than the page shows. */
async function newestOf<Row extends { readonly id: number }>(
  { state: tab, offset, pageSize }: ListQuery,
  ask: (state: ApprovalState | null, rows: Rows) => Promise<Row[]>,
): Promise<Row[]> {
  const [first = null, ...others] = statesOf(tab)
  if (others.length === 0) return ask(first, { offset, limit: pageSize + 1 })
  // Which of them stand in the rows before is known once they are together.
  const rows: Row[] = []
  for (const state of [first, ...others]) rows.push(...(await ask(state, { offset: 0, limit: offset + pageSize + 1 })))
  return rows.toSorted((a, b) => b.id - a.id).slice(offset)
}

const COLUMNS = [
  'approval_record.id',
  'approval_record.state',
  'approval_record.level',
  'approval_record.levels',
  'approval_record.subject',
  'approval_record.applicant',
  'approval_record.recipient_count',
  'approval_record.outside_count',
  'approval_record.has_attachment',
  'approval_record.size',
  'approval_record.why',
  'approval_record.created_at',
  'approval_record.due_at',
  'approval_record.decided_at',
  'approval_record.send_at',
] as const

type ItemRow = Pick<
  RecordRow,
  | 'id'
  | 'state'
  | 'level'
  | 'levels'
  | 'subject'
  | 'applicant'
  | 'recipient_count'
  | 'outside_count'
  | 'has_attachment'
  | 'size'
  | 'why'
  | 'created_at'
  | 'due_at'
  | 'decided_at'
  | 'send_at'
>

function itemOf(context: Context, accountId: number, row: ItemRow): ApprovalItem {
  const { zh, en } = JSON.parse(row.why) as Why
  const waits = deciders(machineOf(row))
  return {
    recordId: row.id,
    state: row.state,
    subject: visibleText(row.subject),
    applicant: shownPerson(JSON.parse(row.applicant) as MailAddress),
    recipients: row.recipient_count,
    outside: row.outside_count,
    hasAttachment: row.has_attachment === 1,
    size: row.size,
    createdAt: row.created_at,
    dueAt: row.due_at,
    minutesLeft: row.due_at === null ? null : workingMinutes(holidaysOf(context), context.now(), row.due_at),
    decidedAt: row.decided_at,
    sendAt: row.send_at,
    why: { zh, en },
    waitsFor: waits.map(({ name, address }) => name || address),
    mine: waits.some((one) => one.accountId === accountId),
  }
}

type Counted = { readonly state: ApprovalState; readonly count: number | string }

function countsOf(rows: readonly Counted[]) {
  const of = (...states: ApprovalState[]) =>
    rows.reduce((sum, { state, count }) => (states.includes(state) ? sum + Number(count) : sum), 0)
  return {
    all: rows.reduce((sum, { count }) => sum + Number(count), 0),
    pending: of('pending'),
    passed: of('passed'),
    rejected: of('rejected', 'expired'),
    withdrawn: of('withdrawn'),
  }
}

const pageOf = (context: Context, accountId: number, rows: readonly ItemRow[], { pageSize }: ListQuery) => ({
  list: rows.slice(0, pageSize).map((row) => itemOf(context, accountId, row)),
  more: rows.length > pageSize,
})

/** Mails that have reached a person, the newest first. */
export async function listForApprover(context: Context, accountId: number, query: ListQuery) {
  const { db } = context.store
  const rows = await newestOf(query, (state, { offset, limit }) => {
    let select = db
      .selectFrom('approval_person')
      .innerJoin('approval_record', 'approval_record.id', 'approval_person.record_id')
      .select(COLUMNS)
      .where('approval_person.account_id', '=', accountId)
    if (state !== null) select = select.where('approval_person.state', '=', state)
    if (query.before !== undefined) select = select.where('approval_person.record_id', '<', query.before)
    return select.orderBy('approval_person.record_id', 'desc').limit(limit).offset(offset).execute()
  })
  const counted = await db
    .selectFrom('approval_person')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .groupBy('state')
    .execute()
  return { ...pageOf(context, accountId, rows, query), counts: countsOf(counted) }
}

/** Mails of an account that need or needed approval, the newest first. */
export async function listForApplicant(context: Context, accountId: number, query: ListQuery) {
  const { db } = context.store
  const rows = await newestOf(query, (state, { offset, limit }) => {
    let select = db.selectFrom('approval_record').select(COLUMNS).where('account_id', '=', accountId)
    if (state !== null) select = select.where('state', '=', state)
    if (query.before !== undefined) select = select.where('id', '<', query.before)
    return select.orderBy('id', 'desc').limit(limit).offset(offset).execute()
  })
  const counted = await db
    .selectFrom('approval_record')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .groupBy('state')
    .execute()
  return { ...pageOf(context, accountId, rows, query), counts: countsOf(counted) }
}

/** How many mails wait for a person, and how many of theirs wait. */
export async function countWaiting({ store }: Pick<Context, 'store'>, accountId: number) {
  const unapproved = await store.db
    .selectFrom('approval_person')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    // As it stands in the index.
    .where(sql<boolean>`waiting = 1`)
    .executeTakeFirstOrThrow()
  const applications = await store.db
    .selectFrom('approval_record')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { unapproved: Number(unapproved.count), applications: Number(applications.count) }
}

/** A record whole. Throws `NotFoundError` for who neither wrote the mail nor was asked about it. */
export async function readRecord(context: Context, accountId: number, recordId: number): Promise<ApprovalRecord> {
  const { row, isApplicant, mayDecide } = await requireRecord(context, accountId, recordId)
  const machine = machineOf(row)
  const isPending = row.state === 'pending'
  const events = await context.store.db
    .selectFrom('approval_event')
    .select(['at', 'kind', 'by_name as by', 'comment', 'stands_in_for as standsInFor'])
    .where('record_id', '=', recordId)
    .orderBy('id')
    .execute()
  const level = machine.levels[machine.level]
  // What was taken back is its sender's alone.
  const isShown = isApplicant || row.state !== 'withdrawn'
  const mail = isShown ? await readContent(context, row.message_id) : null
  const { words } = JSON.parse(row.why) as Why
  const notSaved = await whyNotSaved(context, accountId, { messageId: row.message_id, isApplicant })
  return {
    ...itemOf(context, accountId, row),
    hash: row.raw_hash,
    ruleName: row.rule_name,
    levels: machine.levels.map(({ mode, people }) => ({
      mode,
      people: people.map((one) => ({
        ...one,
        state: !isPending && (one.state === 'waiting' || one.state === 'later') ? ('gone' as const) : one.state,
      })),
    })),
    level: machine.level,
    history: events.map((event) => ({ ...event, by: applicantOf(event.by) })),
    to: (JSON.parse(row.recipients) as (MailAddress & { outside: boolean })[]).map((one) => ({
      ...shownPerson(one),
      outside: one.outside,
    })),
    words: [...words],
    hits: mail ? hitsOf(words, row.subject, mail) : [],
    earlier: await earlierDecisions(context, accountId, row),
    mayCompare: isShown && (await versionBefore(context, accountId, row)) !== null,
    mayAsk: isPending && mayDecide,
    mayPart: isPending && mayDecide && (await mayPart(context, row)),
    mayAnswer: isPending && isApplicant && events.findLast(({ kind }) => isNote(kind))?.kind === 'asked',
    commentRequired: row.comment_required === 1,
    mayDecide: isPending && mayDecide,
    mayWithdraw: isPending && isApplicant,
    mayWriteAgain: isApplicant && row.writing !== null && !isPending && row.state !== 'passed',
    mayRemind: isPending && isApplicant && (row.reminded_at === null || context.now() - row.reminded_at >= DAY_MS),
    mayDownload: notSaved === null,
    restricted: notSaved === 'restricted',
    candidates:
      isPending && isApplicant && level?.choice && isUntouched(level)
        ? deciders(machine).flatMap(({ accountId: id, name, address }) =>
            id === null ? [] : [{ accountId: id, name, address }],
          )
        : [],
    mail,
  }
}

/** Names in the history: as JSON where a trigger of the store has written it. */
const applicantOf = (by: string): string => {
  if (!by.startsWith('{')) return by
  const { name, address } = JSON.parse(by) as MailAddress
  return name || address
}

async function readContent(context: Context, messageId: number): Promise<ApprovalRecord['mail']> {
  const { db } = context.store
  const row = await db
    .selectFrom('message')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['message.from_name', 'message.from_address'])
    .select(['message_body.html', 'message_body.text', 'message_body.has_text', 'message_body.truncated'])
    .select('message_body.bounded')
    .where('message.id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const files = await db
    .selectFrom('attachment')
    .select(['id', 'name', 'content_type', 'size', 'content_id', 'kind'])
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
  return {
    from: shownPerson({ name: row.from_name, address: row.from_address }),
    ...(await shownBody(context, {
      html: readTextOrNull(row.html),
      text: readText(row.text),
      hasText: row.has_text === 1,
      bounded: row.bounded,
      truncated: row.truncated === 1,
    })),
    attachments: files.map(shownFile),
  }
}
