import { createHash } from 'node:crypto'
import { Code } from '@yanshu/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { startImapServer } from '../../testing/imapServer.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { manyJob, migrationJob } from './migrationJob.ts'

const mail = (uid: number) => ({
  ...{ uid, date: '02-Nov-2026 10:00:00 +0800' },
  source: `From: li@far.example\r\nSubject: Old ${uid}\r\nMessage-ID: <${uid}@far.example>\r\n\r\nText ${uid}\r\n`,
})

async function begin(engine: (typeof engines)[number]) {
  const other = await startImapServer([
    { path: 'INBOX', uidValidity: 7, mails: [mail(1), mail(2)] },
    { path: 'Junk', uses: '\\Junk', uidValidity: 7, mails: [mail(3)] },
  ])
  onTestFinished(() => other.stop())
  const server = await startTestServer({ engine, still: true, migrationHosts: ['127.0.0.1'] })
  const chief = await server.as(await server.addUser('chief', { isAdmin: true }))
  const fingerprint = createHash('sha256').update(Buffer.from(other.certificate, 'base64')).digest('hex')
  const line = (address: string, password = other.password, pin = fingerprint) =>
    `${address},127.0.0.1,${other.port},tls,${address},${pin},"${password}"`
  const table = (...lines: string[]) => ['address,host,port,security,user,fingerprint,password', ...lines].join('\r\n')
  const run = () => jobsOf(server.context).runDue([migrationJob, manyJob])
  const list = () => chief.get('mail/mailMig/organisation/list')
  return { server, other, chief, line, table, run, list }
}

test.each(engines)(
  'given a table of people, then each mailbox comes but for lines that are named, and the same table once more brings what is new, on %s',
  async (engine) => {
    const { server, other, chief, line, table, run, list } = await begin(engine)
    const [wei, na] = [await server.addUser('zhang.wei'), await server.addUser('li.na')]
    await server.addUser('wang')
    const csv = table(
      line('zhang.wei@yanshu.test'),
      line('li.na@yanshu.test', 'wrong'),
      line('Zhang.Wei@yanshu.test'),
      line('nobody@yanshu.test'),
      line('wang@yanshu.test', other.password, 'ab'.repeat(32)),
      'no address',
      'wang2@yanshu.test,10.1.2.3,993,tls,wang,,x',
      'chief@yanshu.test,127.0.0.1,993,plain,wang,,x',
    )
    const begun = await chief.post('mail/mailMig/organisation/save', { csv })
    expect(begun).toEqual({
      begun: 2,
      again: 0,
      problems: [
        { line: 4, address: 'zhang.wei@yanshu.test', problem: 'twice' },
        { line: 5, address: 'nobody@yanshu.test', problem: 'account' },
        { line: 6, address: 'wang@yanshu.test', problem: 'fingerprint' },
        { line: 7, address: 'no address', problem: 'address' },
        { line: 8, address: 'wang2@yanshu.test', problem: 'account' },
        { line: 9, address: 'chief@yanshu.test', problem: 'security' },
      ],
    })
    const secrets = () => server.context.store.db.selectFrom('migration').select('secret').execute()
    for (const { secret } of await secrets()) expect(secret).toMatch(/^(?!.*old-password).+/)
    await run()
    expect((await list()).list).toMatchObject([
      { address: 'li.na@yanshu.test', state: 'failed', reason: 'login' },
      // Spam is not brought by itself.
      { address: 'zhang.wei@yanshu.test', state: 'finished', total: 2, brought: 2, noted: 0 },
    ])
    expect((await list()).counts).toEqual([
      { state: 'failed', mailboxes: 1 },
      { state: 'finished', mailboxes: 1 },
    ])
    expect(await secrets()).toEqual([{ secret: '' }, { secret: '' }])

    // The daily difference: what is new of one, and the right password of the other.
    other.folders[0]?.mails.push(mail(9))
    const again = table(line('zhang.wei@yanshu.test'), line('li.na@yanshu.test'))
    expect(await chief.post('mail/mailMig/organisation/save', { csv: again })).toMatchObject({ begun: 0, again: 2 })
    expect(await chief.post('mail/mailMig/organisation/save', { csv: again })).toMatchObject({
      problems: [{ problem: 'running' }, { problem: 'running' }],
    })
    await run()
    expect((await list()).list.map(({ state, brought }) => [state, brought])).toEqual([
      ['finished', 3],
      ['finished', 3],
    ])
    expect((await server.mailsOf(wei)).length).toBe(3)
    expect((await server.mailsOf(na)).length).toBe(3)

    const headers = { authorization: `Bearer ${chief.login?.accessToken}` }
    const report = await (await fetch(`${chief.url}/api/file/migrations`, { headers })).text()
    const rows = report.trim().split('\r\n')
    expect(rows.length).toBe(3)
    expect(rows[1]).toMatch(/^zhang\.wei@yanshu\.test,.*,finished,,.*,3,3,0,0,0,0,3,\d+$/)
    await server.stop()
  },
)

test.each(engines)(
  'given a table that only counts, then an administrator brings what was counted, and others change nothing of it, on %s',
  async (engine) => {
    const { server, chief, line, table, run, list } = await begin(engine)
    const wei = await server.addUser('zhang.wei')
    const csv = table(line('zhang.wei@yanshu.test'))
    await chief.post('mail/mailMig/organisation/save', { csv, dry: true, junk: true })
    await run()
    const [counted] = (await list()).list
    expect(counted).toMatchObject({ state: 'paused', reason: 'counted', bring: 3, brought: 0 })
    expect((await server.mailsOf(wei)).length).toBe(0)
    const id = counted?.id ?? 0
    const person = await server.as(wei)
    const refused = await person.attempt('mail/mailMig/organisation/update', { id, act: 'resume' })
    expect(refused.code).toBe(Code.forbidden)
    await chief.post('mail/mailMig/organisation/update', { id, act: 'resume' })
    await run()
    expect((await list()).list).toMatchObject([{ state: 'finished', brought: 3 }])

    const broken = await chief.attempt('mail/mailMig/organisation/save', { csv: 'name,password\r\na,b' })
    expect(broken.code).toBe(Code.migrationTable)
    expect(broken.message).toContain('name')
    await server.stop()
  },
)
