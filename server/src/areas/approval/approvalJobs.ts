import { sql } from 'kysely'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic, queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { nextAttemptAt } from '../../mailflow/queue/retry.ts'
import { escapeXml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { type JobKind, ORPHANS_AT_ONCE, withoutJob } from '../../store/jobs/index.ts'
import { NOTICE_JOB, TIMEOUT_JOB } from './approvalNames.ts'
import type { Why } from './judgeLetter.ts'
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
  findOrphans: async (db, before) => {
    const rows = await db
      .selectFrom('approval_record')
      .select('id')
      // As it stands in the index.
      .where(sql<boolean>`state = 'pending'`)
      .where('due_at', '<=', before)
      .where(withoutJob(TIMEOUT_JOB, 'approval_record.id'))
      .orderBy('due_at')
      .limit(ORPHANS_AT_ONCE)
      .execute()
    return rows.map(({ id }) => `${id}`)
  },
}

/** Writes to a person whose decision a mail waits for. The key names both, as `record:account`. */
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
      await job.end(trx)
    })
    if (notice) mailTransportOf(context).dispatcher.expect(context.now())
    return undefined
  },
}

async function prepareNotice(context: Context, recordId: number, accountId: number) {
  const row = await context.store.db
    .selectFrom('approval_person')
    .innerJoin('approval_record', 'approval_record.id', 'approval_person.record_id')
    .innerJoin('account', 'account.id', 'approval_person.account_id')
    .select(['approval_record.subject', 'approval_record.applicant', 'approval_record.why', 'account.address'])
    .where('approval_person.record_id', '=', recordId)
    .where('approval_person.account_id', '=', accountId)
    .where('approval_person.waiting', '=', 1)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const applicant = JSON.parse(row.applicant) as { name: string; address: string }
  const why = JSON.parse(row.why) as Why
  const [who, subject] = [escapeXml(applicant.name || applicant.address), escapeXml(row.subject)]
  const message = await prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: { name: '雁书 Yanshu', address: `postmaster@${row.address.slice(row.address.lastIndexOf('@') + 1)}` },
    to: row.address,
    subject: `待审批：${row.subject}`,
    html: `<p>${who} 的邮件《${subject}》等待您审批：${escapeXml(why.zh)}。请在“审批”中处理。</p><p>A mail of ${who}, “${subject}”, waits for your approval: ${escapeXml(why.en)}. Decide about it under “Approval”.</p>`,
    answers: null,
    timeZone: TIME_ZONE,
  })
  return { to: row.address, message }
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

export const approvalJobs: readonly JobKind[] = [timeoutJob, noticeJob, missingJob]
