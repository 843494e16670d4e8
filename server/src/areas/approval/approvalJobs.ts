import { sql } from 'kysely'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic, queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { nextAttemptAt } from '../../mailflow/queue/retry.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { NOTICE_JOB, TIMEOUT_JOB } from './approvalNames.ts'
import { keepJob } from './keepRecords.ts'
import { keepLink, newLink } from './links.service.ts'
import { NOTICE_MARK } from './noticeStep.ts'
import { announceNotice, isConfidential, noteForBrowsers } from './notices.ts'
import { confidentialWords, questionWords, waitingWords } from './noticeWords.ts'
import { announceTimeOut, replaceMissing, timeOut } from './timeOuts.ts'

const MINUTE_MS = 60_000
/** Hours from GMT of the clock in the header; the reader's program shows its own. */
const TIME_ZONE = 8

/** What follows when a mail (the key) has waited for too long. */
const timeoutJob: JobKind = {
  name: TIMEOUT_JOB,
  atOnce: 2,
  limitMs: 60_000,
  retryAt: nextAttemptAt,
  async run(context, job) {
    const done = await transact(context, async (trx) => {
      const timedOut = await timeOut(trx, context, Number(job.key))
      await job.end(trx, timedOut.again === null ? undefined : { at: timedOut.again })
      return timedOut
    })
    announceTimeOut(context, done)
    return done.again === null ? undefined : { at: done.again }
  },
}

/** Writes to a person whose decision a mail waits for, or to its sender, who is asked. The key names both, as `record:account`. */
const noticeJob: JobKind = {
  name: NOTICE_JOB,
  atOnce: 2,
  limitMs: 60_000,
  retryAt: nextAttemptAt,
  async run(context, job) {
    const [recordId = 0, accountId = 0] = job.key.split(':').map(Number)
    const notice = await prepareNotice(context, recordId, accountId)
    await transact(context, async (trx) => {
      if (notice) await queueAutomatic(trx, context, notice.message, notice.to)
      // The record may have ended since; then the link leads nowhere.
      if (notice?.link && (await isPending(trx, recordId)))
        await keepLink(trx, context, notice.link, { recordId, accountId })
      if (notice?.waits) await noteForBrowsers(trx, context, accountId, recordId)
      await job.end(trx)
    })
    if (notice) mailTransportOf(context).dispatcher.expect(context.now())
    if (notice?.waits) announceNotice(context, accountId, recordId)
    return undefined
  },
}

const isPending = async (trx: Trx, recordId: number): Promise<boolean> =>
  (await trx.selectFrom('approval_record').select('state').where('id', '=', recordId).executeTakeFirst())?.state ===
  'pending'

async function prepareNotice(context: Context, recordId: number, accountId: number) {
  const { db } = context.store
  const row = await db
    .selectFrom('approval_record')
    .select(['subject', 'applicant', 'why', 'recipients', 'account_id', 'state', 'message_id'])
    .where('id', '=', recordId)
    .executeTakeFirst()
  const account = await db
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (row?.state !== 'pending' || !account) return null
  const waits = await db
    .selectFrom('approval_person')
    .select('record_id')
    .where('record_id', '=', recordId)
    .where('account_id', '=', accountId)
    // As it stands in the index.
    .where(sql<boolean>`waiting = 1`)
    .executeTakeFirst()
  if (!waits && row.account_id !== accountId) return null
  let notes = db.selectFrom('approval_event').select(['kind', 'comment', 'by_name']).where('record_id', '=', recordId)
  // Its sender is written to about these alone, whatever was done since.
  if (!waits) notes = notes.where('kind', 'in', ['asked', 'held-back'])
  const note = await notes.orderBy('id', 'desc').limit(1).executeTakeFirst()
  const { address } = account
  const link = waits ? newLink(context) : null
  const { subject, html } = (await isConfidential(context, row.message_id))
    ? confidentialWords(waits ? 'approver' : 'sender', note, link)
    : waits
      ? waitingWords(row, note, link)
      : questionWords(row, note)
  const message = await prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: { name: '雁书 Yanshu', address: `postmaster@${address.slice(address.lastIndexOf('@') + 1)}` },
    to: address,
    subject,
    html,
    answers: null,
    timeZone: TIME_ZONE,
    // Who decides gets a notice of the record itself.
    ...(waits ? { mark: NOTICE_MARK } : {}),
  })
  return { to: address, message, link, waits: waits !== undefined }
}

const MISSING_AT_ONCE = 50

/** Mails whose deciders are all gone or switched off: administrators decide about these. */
const missingJob: JobKind = {
  name: 'approval.missing',
  atOnce: 1,
  limitMs: 120_000,
  retryAt: nextAttemptAt,
  everyMs: 10 * MINUTE_MS,
  async run(context, { signal }) {
    const rows = await context.store.db
      .selectFrom('approval_record')
      .select('id')
      .where(sql<boolean>`state = 'pending'`)
      .where(sql<boolean>`not exists (select 1 from approval_person
        join account on account.id = approval_person.account_id and account.disabled = 0
        where approval_person.record_id = approval_record.id and approval_person.waiting = 1)`)
      .limit(MISSING_AT_ONCE)
      .execute()
    for (const { id } of rows) {
      if (signal.aborted) break
      await replaceMissing(context, id)
    }
    return undefined
  },
}

export const approvalJobs: readonly JobKind[] = [timeoutJob, noticeJob, missingJob, keepJob]
