import { Code } from '@yanshu/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { enqueue, jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { startImapServer } from '../../testing/imapServer.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { forgetPaused } from './forgetPaused.ts'
import { migrationJob } from './migrationJob.ts'
import { undoJob } from './undoMigration.ts'

const DAY_MS = 86_400_000
const mail = (uid: number, flags: readonly string[] = []) => ({
  ...{ uid, flags, date: '02-Nov-2026 10:00:00 +0800' },
  source: `From: li@far.example\r\nSubject: Old ${uid}\r\nMessage-ID: <${uid}@far.example>\r\n\r\nText ${uid}\r\n`,
})
const mails = (count: number) => Array.from({ length: count }, (_, at) => mail(at + 1))

async function begin(engine: (typeof engines)[number]) {
  const other = await startImapServer([
    { path: 'INBOX', uidValidity: 7, mails: [mail(1), mail(2, ['\\Flagged']), mail(3), mail(4), mail(5)] },
    { path: 'Old', uidValidity: 7, mails: [] },
    { path: 'Old/2025', uidValidity: 7, mails: mails(120) },
  ])
  onTestFinished(() => other.stop())
  const server = await startTestServer({ engine, still: true, migrationHosts: ['127.0.0.1'] })
  const id = await server.addUser('zhang.wei')
  await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
  server.stopClock()
  const zhang = await server.as(id)
  const login = {
    ...{ host: '127.0.0.1', port: other.port, security: 'tls' as const, user: 'zhang@old.example' },
    ...{ password: other.password, certificate: other.certificate },
  }
  const paths = ['INBOX', 'Old', 'Old/2025']
  const { id: migrationId } = await zhang.post('mail/mailMig/save', { server: login, paths })
  // Logins end while the days pass.
  const newest = async () => {
    const [one] = (await (await server.as(id)).get('mail/mailMig/get')).list
    if (!one) throw new Error('no migration')
    return one
  }
  const update = async (act: 'undo' | 'again' | 'delete' | 'pause', password?: string) =>
    (await server.as(id)).attempt('mail/mailMig/update', {
      id: migrationId,
      act,
      ...(password === undefined ? {} : { password }),
    })
  return { server, other, id, zhang, newest, update }
}

test.each(engines)(
  'given a finished migration, when it is undone, then what the person has not changed is gone with the folders made for it, on %s',
  async (engine) => {
    const { server, other, id, zhang, newest, update } = await begin(engine)
    const run = () => jobsOf(server.context).runDue([migrationJob, undoJob])
    expect((await update('undo')).code).toBe(Code.migrationState)
    await run()
    const { folderList } = await zhang.get('mail/main/folder/list')
    const inboxId = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
    const inbox = async () => (await zhang.get('mail/email/mailbox/list', { mailboxId: inboxId })).list
    const idOf = async (subject: string) => (await inbox()).find((one) => one.subject === subject)?.mailId ?? 0
    // One is only read, one is starred by the person, one has a label, one is in another folder.
    await zhang.post('mail/email/seen/update', { mailIds: [await idOf('Old 1')], seen: true })
    await zhang.post('mail/email/color/update', { mailIds: [await idOf('Old 3')], color: 2 })
    const { labelId } = await zhang.post('mail/main/label/save', { labelName: '合同' })
    await zhang.post('mail/email/label/update', { mailIds: [await idOf('Old 4')], add: [labelId], remove: [] })
    await zhang.post('mail/email/recoverableDelete', { mailIds: [await idOf('Old 5')] })
    const used = async () =>
      (await server.context.store.db.selectFrom('account').select('used_bytes').where('id', '=', id).executeTakeFirst())
        ?.used_bytes

    expect((await newest()).undoUntil).toBe(server.context.now() + 30 * DAY_MS)
    await zhang.post('mail/mailMig/update', { id: (await newest()).id, act: 'undo' })
    expect((await newest()).undo).toBe('running')
    for (const act of ['delete', 'undo'] as const) expect((await update(act)).code).toBe(Code.migrationState)
    expect((await update('again', other.password)).code).toBe(Code.migrationState)
    await run()
    expect((await inbox()).map(({ subject }) => subject).toSorted()).toEqual(['Old 3', 'Old 4'])
    expect(await newest()).toMatchObject({ undo: 'done', undoUntil: null, state: 'finished' })
    expect((await newest()).folders.map(({ brought, undone }) => [brought, undone])).toEqual([
      [3, 2],
      [0, 0],
      [0, 120],
    ])
    expect((await zhang.get('mail/main/folder/list')).customList).toEqual([])
    expect(await used()).toBe(3 * Buffer.byteLength(mail(3).source))

    // What was undone comes again with the next run, and what stayed does not come twice.
    expect((await update('again', other.password)).code).toBe(Code.ok)
    await run()
    expect((await inbox()).length).toBe(4)
    expect((await newest()).folders.map(({ total, brought }) => [total, brought])).toEqual([
      [5, 5],
      [0, 0],
      [120, 120],
    ])
    await server.stop()
  },
)

test.each(engines)(
  'given thirty days, then an import cannot be undone any more, and a paused migration ends without its password, on %s',
  async (engine) => {
    const { server, newest, update } = await begin(engine)
    const run = async () => {
      await transact(server.context, (trx) => enqueue(trx, server.context, forgetPaused.name, [{ key: 'now' }]))
      await jobsOf(server.context).runDue([migrationJob, forgetPaused])
    }
    expect((await update('pause')).code).toBe(Code.ok)
    server.wait(29 * DAY_MS)
    await run()
    expect(await newest()).toMatchObject({ state: 'paused' })
    server.wait(2 * DAY_MS)
    await run()
    expect(await newest()).toMatchObject({ state: 'cancelled', reason: 'forgotten' })
    expect(await server.context.store.db.selectFrom('migration').select('secret').execute()).toEqual([{ secret: '' }])
    server.wait(31 * DAY_MS)
    expect((await update('undo')).code).toBe(Code.migrationState)
    await server.stop()
  },
)
