import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { GetQuery } from '@yanshu/contracts'
import { saveRule } from '../../server/src/areas/approval/index.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { setSwitch } from '../../server/src/store/switches/switches.ts'
import { ApiClient } from './apiClient.ts'
import { DOMAIN, OTHER, OWNER, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { startServer } from './serverProcess.ts'
import { timed } from './stats.ts'

const GROUP = 'Mails that wait for approval'
const TIMES = 300
/** Mails that were sent, and of which the others are copies. */
const SENT = 20
const HELD_WITHIN_MS = 60_000

/** The desk of an approver for whom so many mails wait, and the list of who has sent them. */
export async function measureApprovals(mails: number, results: Results, say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-bench-approvals-'))
  try {
    await prepare(folder)
    await say.step(`Sending ${SENT} mails`, () => sendMails(folder))
    copyRecords(folder, mails)
    const server = await startServer(folder)
    try {
      const [sender, approver] = [
        await ApiClient.logIn(server.url, OWNER, PASSWORD),
        await ApiClient.logIn(server.url, OTHER, PASSWORD),
      ]
      const { unapproved } = await approver.get('mail/main/approval/unapprovedCount')
      results.check('mails that wait', mails, unapproved)
      const desk = (query: GetQuery<'mail/main/approval/approverApprovalList'>) =>
        approver.get('mail/main/approval/approverApprovalList', query)
      for (const state of ['pending', 'all'] as const) {
        results.add(
          row(`desk.${state}`, `the desk, first 50 of ${state === 'all' ? 'all' : 'those that wait'}, with counts`),
          await timed(approver, TIMES, () => desk({ state })),
        )
      }
      results.add(
        row('desk.middle', 'the desk, 50 from the middle'),
        await timed(approver, TIMES, (round) =>
          desk({ state: 'pending', offset: Math.floor(mails / 2) - (round % 100) }),
        ),
      )
      const { list } = await desk({ state: 'pending', pageSize: 100 })
      results.add(
        row('detail', 'a mail with its text, its chain and its history'),
        await timed(approver, TIMES, (round) =>
          approver.get('mail/main/approval/detail', { recordId: list[round % list.length]?.recordId ?? 0 }),
        ),
      )
      results.add(
        row('count', 'how many wait'),
        await timed(approver, TIMES, () => approver.get('mail/main/approval/unapprovedCount')),
      )
      results.add(
        row('applications', 'own applications, first 50'),
        await timed(sender, TIMES, () => sender.get('mail/main/approval/userApprovalList')),
      )
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const row = (id: string, title: string) =>
  ({ id: `approvals.${id}`, group: GROUP, title, unit: 'ms', style: 'percentiles' }) as const

/** Two people, and a rule that holds every mail until the second one has passed it. */
async function prepare(folder: string): Promise<void> {
  const config = readConfig({ YANSHU_DATA: folder })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await fill(context)
  } finally {
    await close()
  }
}

async function fill(context: Awaited<ReturnType<typeof openContext>>['context']): Promise<void> {
  await createDomain(context, DOMAIN)
  await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
  await createAccount(context, { address: OTHER, name: '李娜', password: PASSWORD })
  const { id } = await context.store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', OTHER)
    .executeTakeFirstOrThrow()
  await setSwitch(context, { scope: 'organisation' }, { name: 'mailApproval', value: true, locked: false })
  await saveRule(context, null, {
    ruleId: null,
    name: '全部邮件',
    enabled: true,
    conditions: {
      senderIds: [],
      deptIds: [],
      to: 'anybody',
      domains: [],
      recipientsFrom: null,
      sizeFrom: null,
      withAttachment: false,
      fileTypes: [],
      words: [],
      outsideHours: false,
    },
    levels: [
      {
        who: { kind: 'people', accountIds: [id] },
        mode: 'any',
        choice: false,
        hours: 400,
        onTimeout: 'refuse',
        standInId: null,
      },
    ],
    commentRequired: false,
    startsAt: null,
    endsAt: null,
  })
}

/** Sends mails over the real server, and waits until all of them are held. */
async function sendMails(folder: string): Promise<void> {
  const server = await startServer(folder)
  try {
    const sender = await ApiClient.logIn(server.url, OWNER, PASSWORD)
    for (let at = 0; at < SENT; at += 1) {
      await sender.post('mail/email/send', {
        ...{ kind: 'new', sourceMailId: null, mailId: null, requestId: `approval-${at}` },
        ...{ to: [{ name: '', address: `buyer${at}@partner.example` }], cc: [], bcc: [], fileIds: [] },
        ...{ subject: `合同草案 ${at}`, html: `<p>${'请审阅本合同的条款。'.repeat(100)}</p>` },
      })
    }
    const until = Date.now() + HELD_WITHIN_MS
    for (;;) {
      const { applications } = await sender.get('mail/main/approval/unapprovedCount')
      if (applications === SENT) return
      if (Date.now() > until) throw new Error(`${applications} of ${SENT} mails were held`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  } finally {
    await server.stop()
  }
}

/** Records of the same mails, until there are so many. */
function copyRecords(folder: string, mails: number): void {
  const columns = `account_id, applicant, rule_id, rule_name, comment_required, message_id, raw_hash, subject, recipients,
    recipient_count, outside_count, has_attachment, size, why, state, level, levels, writing, created_at, due_at,
    decided_at, reminded_at, send_at, conversation`
  const database = new DatabaseSync(path.join(folder, 'yanshu.db'))
  try {
    database.exec(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${mails - SENT}),
        first(at, id) as (select row_number() over (order by id), id from approval_record)
      insert into approval_record (outgoing_id, ${columns})
        select 'made-' || n.i, ${columns} from n
          join first on first.at = 1 + n.i % ${SENT} join approval_record on approval_record.id = first.id;
      insert into approval_person (record_id, account_id, state, waiting)
        select made.id, approval_person.account_id, made.state, 1 from approval_record as made
          join (select message_id, min(id) as id from approval_record group by message_id) as first
            on first.message_id = made.message_id
          join approval_person on approval_person.record_id = first.id
        where made.outgoing_id like 'made-%';`)
  } finally {
    database.close()
  }
}
