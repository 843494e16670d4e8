import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { meeting } from '../../testing/meetings.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { calendarJobs } from '../calendar/index.ts'
import { classificationStep } from '../classification/index.ts'
import { forwardingStep } from '../forwarding/index.ts'
import { groupStep, moderationStep } from '../mail-groups/index.ts'
import { startSubmission } from '../submission/submissionServer.ts'

const tls = fileURLToPath(new URL('../../testing/test-only-tls/', import.meta.url))
const OUTSIDE = 'buyer@partner.example'

async function open(engine: 'sqlite' | 'postgres' = 'sqlite') {
  const server = await startTestServer({
    engine,
    still: true,
    relay: 'smtp://127.0.0.1:9',
    submissionPort: 0,
    submissionsPort: 0,
    tls: { key: `${tls}key.pem`, cert: `${tls}cert.pem` },
  })
  await withApproval(server)
  const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
  const bossId = await server.addUser('boss')
  const rule = ruleWith([levelOf([bossId])])
  await admin.post('mail/main/approval/rule/save', rule)
  const weiId = await server.addUser('wei')
  return { server, admin, boss: await server.as(bossId), bossId, weiId, wei: await server.as(weiId) }
}

const move = async (server: TestServer) => {
  server.wait(UNDO_SEND_MS)
  await server.dispatcher.runDue()
  await server.steps.effects.runDue()
  await server.dispatcher.runDue()
}

test('given a rule about every mail, then each way of sending goes through it, and what the system writes does not', async () => {
  const { server, admin, boss, weiId, wei } = await open()
  server.steps.register([groupStep, classificationStep, forwardingStep])
  server.submission.register([moderationStep])
  const [outside] = [[{ name: '', address: OUTSIDE }]]

  const submission = await startSubmission(server.context)
  server.closing(() => submission.stop())
  const submit = async (subject: string) => {
    const { code, detail } = await wei.get('user/client/generatePassword', { name: 'Foxmail', scopes: 'smtp' })
    const { servers } = detail.protocols.find(({ scope }) => scope === 'smtp') ?? { servers: [] }
    const program = createTransport({
      host: '127.0.0.1',
      port: servers.find(({ security }) => security === 'starttls')?.port ?? 0,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'wei@yanshu.test', pass: code },
    })
    await program.sendMail({ from: 'wei@yanshu.test', to: OUTSIDE, subject, text: 'x' })
    program.close()
  }
  const arrive = async (subject: string, to: string) => {
    const { port } = await server.startSmtp()
    const peer = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    await peer.sendMail({ from: 'customer@elsewhere.example', to, subject, text: 'x' })
    peer.close()
  }
  const group = 'team@yanshu.test'
  await admin.post('contact/mailgroup/save', { groupName: '组', address: group, senders: 'anybody' })
  await server.addUser('office', { accountType: 2 })
  await grantMailbox(server.context, 'office@yanshu.test', 'wei@yanshu.test')
  const office = new TestClient(server.url, await wei.post('user/account/switch', { account: 'office@yanshu.test' }))

  const { db } = server.context.store
  await db
    .insertInto('forward_address')
    .values({ account_id: weiId, address: OUTSIDE, outside: 1, confirmed_at: 1, added_at: 1 })
    .execute()
  const later = () => server.context.now() + 86_400_000

  const ways: Record<string, (subject: string) => Promise<unknown>> = {
    'the page': (subject) => wei.post('mail/email/send', sending({ subject, to: outside })),
    'a mail group': (subject) => wei.post('mail/email/send', sending({ subject, to: [{ name: '', address: group }] })),
    'a colleague': (subject) =>
      wei.post('mail/email/send', sending({ subject, to: [{ name: '', address: 'admin@yanshu.test' }] })),
    'a blind copy': (subject) =>
      wei.post('mail/email/send', sending({ subject, to: [{ name: '', address: 'admin@yanshu.test' }], bcc: outside })),
    'each by itself': (subject) =>
      wei.post('mail/email/send', sending({ subject, to: outside, options: { 'mail.separately': true } })),
    'a time': (subject) =>
      wei.post('mail/email/send', sending({ subject, to: outside, options: { 'mail.sendAt': later() } })),
    'an invitation': async (title) => {
      const [home] = (await wei.get('calendar/list')).calendars
      const event = meeting(home?.calendarId ?? 0, { title, start: later(), attendees: outside })
      await wei.post('calendar/event/save', { event })
      server.wait(UNDO_SEND_MS)
      await jobsOf(server.context).runDue(calendarJobs)
    },
    'a rule': async (subject) => {
      const { ruleId } = await wei.post('mail/mailClassify/save', {
        ruleName: '转发',
        conditions: [{ field: 'subject', not: false, value: subject }],
        actions: { forward: [OUTSIDE] },
      })
      await arrive(subject, 'wei@yanshu.test')
      await wei.post('mail/mailClassify/status', { ruleId, enabled: false })
    },
    'a delegate': (subject) => office.post('mail/email/send', sending({ subject, to: outside })),
    'a program': submit,
    'a quick reply': async (subject) => {
      await arrive(subject, 'wei@yanshu.test')
      const [mail] = (await wei.get('mail/email/mailbox/list', { role: 'inbox' })).list
      await wei.post('mail/email/quickSend', {
        mailId: mail?.mailId ?? 0,
        all: false,
        text: '好',
        requestId: 'quick-reply-1',
      })
    },
    forwarding: async (subject) => {
      await db.insertInto('auto_forward').values({ account_id: weiId, enabled: 1, keep_copy: 1 }).execute()
      await arrive(subject, 'wei@yanshu.test')
    },
  }
  for (const [way, send] of Object.entries(ways)) {
    await send(`由 ${way}`)
    await move(server)
    const { list } = await boss.get('mail/main/approval/approverApprovalList', { state: 'pending', pageSize: 1 })
    expect([way, list[0]?.subject.includes(`由 ${way}`)]).toEqual([way, true])
  }
  const { counts } = await boss.get('mail/main/approval/approverApprovalList')
  expect(counts.pending).toBe(Object.keys(ways).length)
  const states = await db.selectFrom('outgoing').select(['origin', 'state']).where('state', '<>', 'held').execute()
  expect(states.filter(({ origin }) => origin !== 'automatic')).toEqual([])
  await server.stop()
})

test.each(engines)(
  'given servers that are killed before any write of a release, then an approved mail leaves once, on %s',
  async (engine) => {
    const { server, boss, weiId, wei } = await open(engine)
    const script = fileURLToPath(new URL('../../testing/killedQueue.ts', import.meta.url))
    const { database, dataFolder } = server.context.config
    const to = [{ name: '', address: 'admin@yanshu.test' }]
    const kill = async (before: number) => {
      const given = [database, dataFolder, `${server.context.now()}`, 'smtp://127.0.0.1:9', `${before}`]
      const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
      return (await once(child, 'close'))[1]
    }
    await wei.post('mail/email/send', sending({ subject: '合同', to }))
    server.wait(UNDO_SEND_MS)
    const whileHeld = await kill(2)
    await server.dispatcher.runDue()
    const { list } = await boss.get('mail/main/approval/approverApprovalList', { state: 'pending' })
    expect(list.map(({ subject }) => subject)).toEqual(['合同'])
    const { recordId } = list[0] ?? { recordId: 0 }
    const { hash } = await boss.get('mail/main/approval/detail', { recordId })
    await boss.post('mail/main/approval/decide', { recordId, hash, pass: true })
    const whileReleased = await kill(7)
    await server.dispatcher.runDue()
    expect([whileHeld, whileReleased]).toEqual(['SIGKILL', 'SIGKILL'])
    const subjects = ['合同']
    const adminId = (
      await server.context.store.db.selectFrom('account').select('id').where('is_admin', '=', 1).execute()
    )[0]
    expect((await server.mailsOf(adminId?.id ?? 0)).map(({ subject }) => subject)).toEqual(subjects)
    expect((await server.mailsOf(weiId, 'sent')).map(({ subject }) => subject)).toEqual(subjects)
    await server.stop()
  },
  120_000,
)
