import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { startImapServer } from '../../testing/imapServer.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { migrationJob } from './migrationJob.ts'

const mail = (uid: number, bytes: number) => ({
  uid,
  source: `From: li@far.example\r\nSubject: Old ${uid}\r\nMessage-ID: <${uid}@far.example>\r\n\r\n${`Line ${uid}\r\n`.repeat(bytes / 10)}`,
  date: '02-Nov-2026 10:00:00 +0800',
})

test('given a server that ends each connection after 60 kB, then small mails and one of 300 kB all come, whole and once', async () => {
  const mails = [...Array.from({ length: 40 }, (_, at) => mail(at + 1, 3_000)), mail(41, 300_000), mail(42, 100)]
  const other = await startImapServer([{ path: 'INBOX', uidValidity: 7, mails }])
  onTestFinished(() => other.stop())
  const server = await startTestServer({ engine: 'sqlite', still: true, migrationHosts: ['127.0.0.1'] })
  const id = await server.addUser('zhang.wei')
  await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
  const zhang = await server.as(id)
  const { port, certificate, password } = other
  const login = { host: '127.0.0.1', port, security: 'tls' as const, user: 'zhang@old.example', password, certificate }
  await zhang.post('mail/mailMig/save', { server: login, paths: ['INBOX'] })

  other.bytesUntilCut = 60_000
  let [done] = (await zhang.get('mail/mailMig/get')).list
  for (let runs = 0; runs < 60 && done?.state !== 'finished'; runs++) {
    await jobsOf(server.context).runDue([migrationJob])
    server.wait(60_000)
    ;[done] = (await zhang.get('mail/mailMig/get')).list
  }
  expect(done).toMatchObject({ state: 'finished', folders: [{ total: 42, brought: 42, known: 0, noted: 0 }] })
  const kept = await server.context.store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select('message.raw_hash')
    .where('mail.account_id', '=', id)
    .execute()
  const hashOf = (source: string) => createHash('sha256').update(source).digest('hex')
  expect(kept.map(({ raw_hash }) => raw_hash).toSorted()).toEqual(mails.map(({ source }) => hashOf(source)).toSorted())
  // The large mail came in pieces, and what had come was not asked for again.
  const starts = other.commands.flatMap((command) => /^UID FETCH 41 .*\[\]<(\d+)\./.exec(command)?.[1] ?? [])
  expect(new Set(starts).size).toBeGreaterThan(5)
  expect(starts.length).toBeLessThan(2 * new Set(starts).size)
  await server.stop()
})
