import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../store/jobs/claims.ts'
import { sending } from '../../testing/letters.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { rawClient } from '../smtp/rawClient.ts'
import type { Decision, DeliveryStep, DueEffect } from './deliveryStep.ts'
import { findVerdicts, noteVerdict } from './verdicts.ts'

const HOUR = 3_600_000
const WEI = 'zhang.wei@yanshu.test'
const NA = 'li.na@yanshu.test'
const FANG = 'wang.fang@yanshu.test'

/** A step that decides by address. */
const deciding = (name: string, decisions: Readonly<Record<string, Decision>>): DeliveryStep => ({
  name,
  judge: () => new Map(Object.entries(decisions)),
})

describe.each(engines)('steps of delivery, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let wei: number
  let na: number
  let fang: number
  let port: number

  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, failing: true, relay: relay.url })
    wei = await server.addUser('zhang.wei')
    na = await server.addUser('li.na')
    fang = await server.addUser('wang.fang')
    port = (await server.startSmtp()).port
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const client = async (to = port, hello = 'EHLO') => {
    const made = await rawClient(to)
    server.closing(async () => made.close())
    await made.say(`${hello} client.example`)
    return made
  }
  const send = async (to: readonly string[], subject: string, from = 'a@elsewhere.example') =>
    (await client()).send(from, to, `Subject: ${subject}\r\n\r\nhello`)
  const subjectsOf = async (accountId: number, role: Parameters<TestServer['mailsOf']>[1] = 'inbox') =>
    (await server.mailsOf(accountId, role)).map(({ subject }) => subject)
  const verdictsOf = async (accountId: number) =>
    (await findVerdicts(server.context.store.db, accountId, {})).map(({ step, outcome, key, detail }) => [
      step,
      outcome,
      key,
      detail,
    ])
  /** Releases a letter that was written in the client. */
  const write = async (accountId: number, to: readonly string[], subject: string) => {
    const caller = await server.as(accountId)
    const people = to.map((address) => ({ name: '', address }))
    expect((await caller.attempt('mail/email/send', sending({ to: people, subject }))).code).toBe(200)
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
  }
  const newFolder = async (accountId: number) => {
    const { db } = server.context.store
    const row = { account_id: accountId, role: 'custom' as const, name: '项目', sort: 9 }
    return (await db.insertInto('folder').values(row).returning('id').executeTakeFirstOrThrow()).id
  }

  test('given a step that sorts, then the mail is in its folder, read, starred and labelled, and the rule can be looked up', async () => {
    const { db } = server.context.store
    const folderId = await newFolder(wei)
    const row = { account_id: wei, name: '合同', color: 1, sort: 1 }
    const label = await db.insertInto('label').values(row).returning('id').executeTakeFirstOrThrow()
    const others = await newFolder(na)
    server.steps.register([
      deciding('rules', {
        [WEI]: {
          place: { folderId },
          seen: true,
          color: 3,
          labelIds: [label.id, 987_654],
          notes: [{ outcome: 'moved', key: '7', detail: { rule: '项目邮件' } }],
        },
        // A folder of another person, as when it was deleted and the rule was not.
        [FANG]: { place: { folderId: others } },
      }),
    ])
    expect(await send([WEI, NA, FANG], 'project')).toMatch(/^250 /)
    const [mail] = await db.selectFrom('mail').selectAll().where('account_id', '=', wei).execute()
    expect(mail).toMatchObject({ folder_id: folderId, seen: 1, color: 3 })
    const counted = await db.selectFrom('folder').select(['total', 'unread']).where('id', '=', folderId).execute()
    expect(counted).toEqual([{ total: 1, unread: 0 }])
    expect(await db.selectFrom('mail_label').select(['label_id', 'mail_id']).execute()).toEqual([
      { label_id: label.id, mail_id: mail?.id },
    ])
    expect(await subjectsOf(na)).toEqual(['project'])
    expect(await subjectsOf(fang)).toEqual(['project'])
    const [verdict] = await findVerdicts(db, wei, { step: 'rules', key: '7' })
    expect(verdict).toMatchObject({ outcome: 'moved', mailId: mail?.id, detail: { rule: '项目邮件' } })
    expect(await findVerdicts(db, na, {})).toEqual([])
  })

  test('given one of three is refused, then the others have the mail, and its sender a report with the reason', async () => {
    server.steps.register([
      deciding('rules', { [NA]: { refuse: { status: '5.7.2', reason: '此人拒收您的邮件 / Refuses your mail' } } }),
    ])
    expect(await send([WEI, NA, FANG], 'to three', FANG)).toMatch(/^250 /)
    expect(await subjectsOf(wei)).toEqual(['to three'])
    expect(await subjectsOf(na)).toEqual([])
    const [report, mail] = (await server.mailsOf(fang)).toSorted((a, b) => b.system_notice - a.system_notice)
    expect(mail?.subject).toBe('to three')
    expect(report?.text).toContain(NA)
    expect(report?.text).toContain('此人拒收您的邮件')
    expect(report?.text).not.toContain(WEI)
    const raw = Buffer.from(await server.context.blobs.readAll(report?.raw_hash ?? '')).toString()
    expect(raw).toMatch(/Final-Recipient: rfc822; li\.na@yanshu\.test\r\nAction: failed\r\nStatus: 5\.7\.2\r\n/)
    // Only the one who refuses: the sending server gets the answer at once.
    expect(await send([NA], 'to one')).toBe('550 5.7.2 <li.na@yanshu.test>: Refuses your mail')
    const lmtp = await client((await server.startSmtp({ lmtp: true })).port, 'LHLO')
    expect(await lmtp.send('a@b.example', [WEI, NA, FANG], 'Subject: one by one\r\n\r\nx')).toMatch(/^250 /)
    expect(await lmtp.answer()).toBe('550 5.7.2 <li.na@yanshu.test>: Refuses your mail')
    expect(await lmtp.answer()).toMatch(/^250 /)
    expect(await verdictsOf(na)).toHaveLength(3)
  })

  test('given a letter written here, then the steps decide about it too, and its sender gets the report', async () => {
    server.steps.register([
      deciding('rules', {
        [NA]: { refuse: { reason: '此人拒收 / Refused' } },
        [FANG]: { place: { role: 'spam' } },
      }),
    ])
    await write(wei, [NA, FANG], '通知')
    expect(await subjectsOf(na)).toEqual([])
    expect(await subjectsOf(fang, 'spam')).toEqual(['通知'])
    const [report] = await server.mailsOf(wei)
    expect(report?.text).toContain('此人拒收 / Refused')
    const recipients = await server.context.store.db
      .selectFrom('outgoing_recipient')
      .select(['address', 'state', 'status'])
      .orderBy('address')
      .execute()
    expect(recipients).toEqual([
      { address: NA, state: 'failed', status: '5.7.1' },
      { address: FANG, state: 'delivered', status: '' },
    ])
  })

  test('given steps that throw or ask for what cannot be kept, then the mail arrives and each failure is stored', async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    server.steps.register([
      {
        name: 'throws',
        judge: () => {
          throw new Error('no rule fits')
        },
      },
      { name: 'rejects', judge: async () => Promise.reject(new Error('the store of rules is gone')) },
      deciding('circular', { [WEI]: { seen: true, effects: [circle] } }),
      deciding('works', { [WEI]: { color: 2 } }),
    ])
    expect(await send([WEI], 'all the same')).toMatch(/^250 /)
    const [mail] = await server.context.store.db.selectFrom('mail').select(['seen', 'color']).execute()
    expect(mail).toEqual({ seen: 0, color: 2 })
    const failed = (await verdictsOf(wei)).toReversed()
    expect(failed.map(([step, outcome]) => [step, outcome])).toEqual([
      ['throws', 'failed'],
      ['rejects', 'failed'],
      ['circular', 'failed'],
    ])
    expect(failed[0]?.[3]).toEqual({ error: 'no rule fits' })
    expect(server.problems).toHaveLength(3)
    server.problems.length = 0
    await write(na, [WEI], '还是到了')
    expect(await subjectsOf(wei)).toEqual(['all the same', '还是到了'])
  })

  /** What the store reports to a step when it gives it no answer. */
  const noAnswer = async (): Promise<never> => {
    if (engine === 'postgres') {
      await sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)`.execute(server.context.store.db)
    } else {
      const file = path.join(server.folder, 'locked.db')
      for (const connection of [new DatabaseSync(file), new DatabaseSync(file)]) {
        server.closing(() => connection.close())
        connection.exec('begin immediate')
      }
    }
    throw new Error('the store has answered')
  }

  test.each(['takes too long', 'gets no answer of the store'])(
    'given a step that %s, then the mail is put off, and arrives as the step says once it can',
    async (how) => {
      let busy = true
      const aborted: boolean[] = []
      const sorts = deciding('rules', { [WEI]: { place: { role: 'spam' } }, [NA]: { refuse: { reason: 'No' } } })
      server.steps.register([
        {
          name: 'rules',
          timeout: 50,
          judge: (mail, recipients, tools) => {
            if (!busy) return sorts.judge(mail, recipients, tools)
            if (how !== 'takes too long') return noAnswer()
            return new Promise(() => tools.signal.addEventListener('abort', () => aborted.push(true)))
          },
        },
      ])
      expect(await send([WEI], 'from outside')).toBe('451 4.4.5 this server is too busy, try again later')
      const lmtp = await client((await server.startSmtp({ lmtp: true })).port, 'LHLO')
      expect(await lmtp.send('a@b.example', [WEI, NA], 'Subject: x\r\n\r\nx')).toMatch(/^451 4\.4\.5 /)
      expect(await lmtp.answer()).toMatch(/^451 4\.4\.5 /)
      await write(fang, [WEI, NA], '给同事')
      expect(aborted.length > 0).toBe(how === 'takes too long')
      expect([...(await subjectsOf(wei)), ...(await subjectsOf(wei, 'spam')), ...(await subjectsOf(na))]).toEqual([])
      expect(await verdictsOf(wei)).toEqual([])

      busy = false
      expect(await send([WEI], 'from outside')).toMatch(/^250 /)
      expect(await send([NA], 'from outside')).toMatch(/^550 5\.7\.1 /)
      server.wait(HOUR)
      await server.dispatcher.runDue()
      expect(await subjectsOf(wei)).toEqual([])
      expect(await subjectsOf(wei, 'spam')).toEqual(['from outside', '给同事'])
      expect(await subjectsOf(na)).toEqual([])
    },
  )

  test('given a step that cannot say whose an address is, then nobody is told that there is no such address', async () => {
    let busy = true
    server.steps.register([
      {
        name: 'groups',
        stepAddresses: (addresses) => (busy ? noAnswer() : Promise.resolve(new Set(addresses))),
        judge: (_mail, recipients) => new Map(recipients.map(({ address }) => [address, { recipients: [WEI] }])),
      },
    ])
    const made = await client()
    await made.say('MAIL FROM:<a@elsewhere.example>')
    expect(await made.say('RCPT TO:<all@yanshu.test>')).toMatch(/^451 4\.4\.5 /)
    const caller = await server.as(na)
    const letter = sending({ to: [{ name: '', address: 'all@yanshu.test' }], subject: '给大家' })
    expect((await caller.attempt('mail/email/send', letter)).code).toBe(500_001)
    busy = false
    expect((await caller.attempt('mail/email/send', letter)).code).toBe(200)
    busy = true
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    expect(await subjectsOf(wei)).toEqual([])
    busy = false
    server.wait(HOUR)
    await server.dispatcher.runDue()
    expect(await subjectsOf(wei)).toEqual(['给大家'])
    expect(await subjectsOf(na)).toEqual([])
  })

  test('given a mail that is discarded, then nobody gets it or a report, and it can be looked up', async () => {
    server.steps.register([deciding('rules', { [WEI]: { discard: true } })])
    expect(await send([WEI], 'nothing')).toMatch(/^250 /)
    expect(await subjectsOf(wei)).toEqual([])
    expect(await server.context.store.db.selectFrom('message').select('id').execute()).toEqual([])
    expect(await verdictsOf(wei)).toEqual([['rules', 'discarded', '', {}]])
  })

  test('given a group, then its members get one mail each, forwards are followed, and a circle ends at one person', async () => {
    const groups: Record<string, string[]> = {
      'all@yanshu.test': [WEI, 'team@yanshu.test', 'partner@elsewhere.example'],
      'team@yanshu.test': [WEI, NA, 'all@yanshu.test'],
    }
    server.steps.register([
      {
        name: 'groups',
        stepAddresses: async (addresses) => new Set(addresses.filter((address) => groups[address])),
        judge: (_mail, recipients) =>
          new Map(
            recipients.flatMap(({ address }) => {
              const people = groups[address]
              return people ? [[address, { recipients: people }]] : []
            }),
          ),
      },
      // One keeps a copy; the others forward to each other.
      deciding('forward', {
        [WEI]: { recipients: [WEI, NA] },
        [NA]: { recipients: [FANG] },
        [FANG]: { recipients: [NA] },
      }),
    ])
    expect(await send(['all@yanshu.test', 'nobody@yanshu.test'], 'to all')).toMatch(/^250 /)
    await server.dispatcher.runDue()
    expect(await subjectsOf(wei)).toEqual(['to all'])
    expect([...(await subjectsOf(na)), ...(await subjectsOf(fang))]).toEqual(['to all'])
    expect(relay.relayed).toEqual(['partner@elsewhere.example'])
    const made = await client()
    await made.say('MAIL FROM:<a@elsewhere.example>')
    expect(await made.say('RCPT TO:<nobody@yanshu.test>')).toMatch(/^550 5\.1\.1 /)

    await write(fang, ['team@yanshu.test'], '给小组')
    expect(await subjectsOf(wei)).toEqual(['to all', '给小组'])
    const [sent] = await server.context.store.db
      .selectFrom('outgoing_recipient')
      .select(['state', 'reason'])
      .where('address', '=', 'team@yanshu.test')
      .execute()
    expect(sent).toEqual({ state: 'delivered', reason: '' })
  })

  test('given a group whose members cannot be found, then the mail is not lost: the sending server keeps it', async () => {
    server.steps.register([
      {
        name: 'groups',
        stepAddresses: async (addresses) => new Set(addresses),
        judge: () => {
          throw new Error('the list is gone')
        },
      },
    ])
    expect(await send(['all@yanshu.test'], 'later')).toMatch(/^451 4\.3\.0 /)
    expect(await server.context.store.db.selectFrom('mail').select('id').execute()).toEqual([])
  })

  test('given an effect, then it is done once after the commit, again when it failed, and never for a mail that did not arrive', async () => {
    await server.addUser('tiny', { quotaBytes: 10 })
    const done: DueEffect[] = []
    let failing = true
    server.steps.register([
      {
        name: 'auto-reply',
        judge: (_mail, recipients) =>
          new Map(recipients.map(({ address }) => [address, { effects: [{ text: `我不在 ${address}` }] }])),
        async effect(trx, context, effect) {
          await noteVerdict(trx, context, 'auto-reply', effect, { outcome: 'answered', key: 'a@elsewhere.example' })
          if (failing && effect.accountId === wei) throw new Error('not now')
          done.push(effect)
        },
      },
    ])
    expect(await send([WEI, NA, 'tiny@yanshu.test'], 'anybody there')).toMatch(/^250 /)
    await server.steps.effects.runDue()
    expect(done.map(({ accountId, data }) => [accountId, data])).toEqual([[na, { text: `我不在 ${NA}` }]])
    expect(await verdictsOf(wei)).toEqual([])
    failing = false
    await server.steps.effects.runDue()
    expect(done).toHaveLength(1)
    server.wait(HOUR)
    await Promise.all([server.steps.effects.runDue(), server.steps.effects.runDue()])
    expect(done.map(({ accountId }) => accountId)).toEqual([na, wei])
    const [mail] = await server.mailsOf(wei)
    expect(done[1]?.mailId).toBe(mail?.mailId)
    expect(await verdictsOf(wei)).toEqual([['auto-reply', 'answered', 'a@elsewhere.example', {}]])
    expect(await server.context.store.db.selectFrom('delivery_effect').selectAll().execute()).toEqual([])
  })

  /** Starts a server on the same store that is killed in the middle, and sends it a mail. Answers what it replied. */
  const sayToDying = async (end: 'judge' | 'effect'): Promise<string> => {
    const script = fileURLToPath(new URL('../../testing/killedServer.ts', import.meta.url))
    const { database, dataFolder } = server.context.config
    const child = spawn(process.execPath, [script, database, dataFolder, end], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    const [written] = await once(child.stdout, 'data')
    const made = await client(Number(String(written)))
    const answer = await made.send('a@elsewhere.example', [WEI], `Subject: ${end}\r\n\r\nx`)
    const [, signal] = await exited
    expect(signal).toBe('SIGKILL')
    return answer
  }

  test('given kill -9 after the commit, then the next server does the effects of the delivery, once', async () => {
    expect(await sayToDying('judge')).toBe('')
    expect(await subjectsOf(wei)).toEqual([])
    expect(await sayToDying('effect')).toMatch(/^250 /)
    expect(await subjectsOf(wei)).toEqual(['effect'])
    // Nothing remains of the effect that the killed server had begun.
    expect(await verdictsOf(wei)).toEqual([])
    const done: DueEffect[] = []
    server.steps.register([
      {
        name: 'fatal',
        judge: () => null,
        effect: async (_trx, _context, effect) => {
          done.push(effect)
        },
      },
    ])
    // When the claim of the killed server has ended.
    server.wait(LEASE_MS)
    await expect
      .poll(async () => {
        await server.steps.effects.runDue()
        return done.map(({ data }) => data)
      })
      .toEqual([{ for: WEI }])
    await server.steps.effects.runDue()
    expect(done).toHaveLength(1)
  })
})
