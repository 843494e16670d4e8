import { Code } from '@yanshu/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { type ImapFolder, type ImapServer, startImapServer } from '../../testing/imapServer.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { migrationJob } from './migrationJob.ts'

const mail = (uid: number, more = '') => ({
  uid,
  source: `From: li@far.example\r\nTo: zhang.wei@yanshu.test\r\nSubject: Old ${uid}\r\nMessage-ID: <${uid}.${more}@far.example>\r\nDate: Mon, 2 Nov 2026 09:00:00 +0800\r\n\r\nText ${uid} ${more}\r\n`,
  date: '02-Nov-2026 10:00:00 +0800',
})
const mails = (count: number, more = '') => Array.from({ length: count }, (_, at) => mail(at + 1, more))

const FOLDERS = (): ImapFolder[] => [
  {
    path: 'INBOX',
    uidValidity: 7,
    mails: [{ ...mail(1), flags: ['\\Seen', '\\Flagged'] }, mail(2), { ...mail(5), flags: ['\\Answered'] }],
  },
  { path: 'Sent Messages', uses: '\\Sent', uidValidity: 7, mails: [mail(1, 'sent')] },
  // 项目/2025
  { path: '&mHl27g-/2025', uidValidity: 7, mails: mails(45, 'project') },
]

interface Begun {
  readonly server: TestServer
  readonly other: ImapServer
  readonly id: number
}

async function begin(engine: (typeof engines)[number], more: Parameters<typeof startTestServer>[0] | object = {}) {
  const other = await startImapServer(FOLDERS())
  onTestFinished(() => other.stop())
  const server = await startTestServer({ engine, still: true, migrationHosts: ['127.0.0.1'], failing: true, ...more })
  const id = await server.addUser('zhang.wei')
  await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
  return { server, other, id }
}

const loginOf = ({ port, certificate, password }: ImapServer) => ({
  ...{ host: '127.0.0.1', port, security: 'tls' as const, user: 'zhang@old.example', password },
  certificate,
})

async function receiptOf(client: TestClient, id: number): Promise<string> {
  const headers = { authorization: `Bearer ${client.login?.accessToken}`, 'accept-language': 'en' }
  return (await fetch(`${client.url}/api/mail/mailMig/getFile?id=${id}`, { headers })).text()
}

const run = ({ server }: Pick<Begun, 'server'>) => jobsOf(server.context).runDue([migrationJob])

test.each(engines)(
  'given another mailbox, when it is brought, then every mail is here once, with its folder, date and marks, on %s',
  async (engine) => {
    const begun = await begin(engine)
    const { server, other, id } = begun
    const zhang = await server.as(id)

    const shown = await zhang.post('mail/mailMig/test', { ...loginOf(other), certificate: '' })
    expect(shown.folders).toEqual([])
    expect(shown.certificate).toMatchObject({ certificate: other.certificate })
    expect(other.commands.some((command) => /LOGIN/i.test(command))).toBe(false)
    const { folders } = await zhang.post('mail/mailMig/test', loginOf(other))
    expect(folders).toEqual([
      { path: 'INBOX', names: ['INBOX'], role: 'inbox', mails: 3, bytes: null },
      { path: 'Sent Messages', names: ['Sent Messages'], role: 'sent', mails: 1, bytes: null },
      { path: '项目/2025', names: ['项目', '2025'], role: null, mails: 45, bytes: null },
    ])

    const { id: migrationId } = await zhang.post('mail/mailMig/save', {
      server: loginOf(other),
      paths: folders.map(({ path }) => path),
    })
    const kept = await server.context.store.db.selectFrom('migration').selectAll().executeTakeFirstOrThrow()
    expect(kept.secret).not.toContain('old-password')
    expect((await zhang.get('mail/mailMig/get')).list[0]).toMatchObject({ id: migrationId, state: 'dispatching' })
    await run(begun)

    const [done] = (await zhang.get('mail/mailMig/get')).list
    expect(done).toMatchObject({ state: 'finished', reason: '' })
    expect(
      done?.folders.map(({ names, total, brought, known, noted }) => [names.join('/'), total, brought, known, noted]),
    ).toEqual([
      ['INBOX', 3, 3, 0, 0],
      ['Sent Messages', 1, 1, 0, 0],
      ['项目/2025', 45, 45, 0, 0],
    ])
    const { folderList, customList: tree } = await zhang.get('mail/main/folder/list')
    const inboxId = folderList.find(({ role }) => role === 'inbox')?.folderId
    const inbox = await zhang.get('mail/email/mailbox/list', { mailboxId: inboxId })
    expect(
      inbox.list.map(({ subject, seen, color, replied, date }) => [subject, seen, color, replied, date]).toSorted(),
    ).toEqual([
      ['Old 1', true, 1, false, Date.parse('2026-11-02T02:00:00Z')],
      ['Old 2', false, 0, false, Date.parse('2026-11-02T02:00:00Z')],
      ['Old 5', false, 0, true, Date.parse('2026-11-02T02:00:00Z')],
    ])
    expect(tree.map(({ folderName, mail: total }) => [folderName, total])).toEqual([
      ['项目', 0],
      ['2025', 45],
    ])
    // The other mailbox was only read, and the password is forgotten.
    expect(other.commands.filter((command) => /^(?:UID )?(?:STORE|SELECT|EXPUNGE|APPEND)/i.test(command))).toEqual([])
    expect(await server.context.store.db.selectFrom('migration').select('secret').execute()).toEqual([{ secret: '' }])

    const receipt = await receiptOf(zhang, migrationId)
    expect(receipt).toContain('<td>项目/2025</td><td></td><td class=n>45</td><td class=n>45</td>')

    // A second run brings what is new, and nothing twice.
    other.folders[0]?.mails.push(mail(9))
    const unnamed = await zhang.attempt('mail/mailMig/update', { id: migrationId, act: 'again' })
    expect(unnamed.code).toBe(Code.migrationPassword)
    await zhang.post('mail/mailMig/update', { id: migrationId, act: 'again', password: other.password })
    await run(begun)
    const [again] = (await zhang.get('mail/mailMig/get')).list
    expect(again?.folders.map(({ total, brought }) => [total, brought])).toEqual([
      [4, 4],
      [1, 1],
      [45, 45],
    ])
    expect((await server.mailsOf(id)).length).toBe(4)
    await server.stop()
  },
)

test.each(engines)(
  'given a connection that breaks and mails that the server or the reader refuses, then all others are here once and each of these is named, on %s',
  async (engine) => {
    const begun = await begin(engine)
    const { server, other, id } = begun
    const zhang = await server.as(id)
    const [inbox] = other.folders
    if (!inbox) throw new Error('no inbox')
    other.folders.splice(1)
    inbox.mails = [
      ...mails(30),
      { ...mail(31), source: '' },
      { ...mail(32), source: Buffer.from('no header at all, \0 and \xff\xfe'.repeat(40), 'latin1') },
      { ...mail(33), date: '01-Jan-1969 00:00:00 +0000' },
      { ...mail(34), flags: ['\\Deleted'] },
      { ...mail(35), source: `Subject: ${'长'.repeat(40_000)}\r\n\r\nText` },
      mail(36),
    ]
    let breaks = 2
    other.hook = (tag, command, socket) => {
      if (!/^UID FETCH .*BODY/.test(command)) return null
      if (breaks > 0) {
        breaks--
        socket.destroy()
        return ''
      }
      // The whole group is refused for one of it.
      return /(?:^UID FETCH |,)36[, ]/.test(command) ? `${tag} NO [SERVERBUG] message 36 is damaged\r\n` : null
    }
    const { id: migrationId } = await zhang.post('mail/mailMig/save', { server: loginOf(other), paths: ['INBOX'] })
    for (let tries = 0; tries < 4; tries++) {
      await run(begun)
      server.wait(60_000)
    }
    const [done] = (await zhang.get('mail/mailMig/get')).list
    expect(done).toMatchObject({ state: 'finished', folders: [{ total: 36, brought: 33, known: 0, noted: 3 }] })
    expect((await server.mailsOf(id)).length).toBe(33)
    const noted = await server.context.store.db
      .selectFrom('migration_mail')
      .select(['uid', 'reason', 'detail'])
      .where('outcome', '=', 'noted')
      .orderBy('uid')
      .execute()
    expect(noted).toEqual([
      { uid: 31, reason: 'empty', detail: '' },
      { uid: 34, reason: 'deleted', detail: '' },
      { uid: 36, reason: 'refused', detail: 'message 36 is damaged' },
    ])
    const receipt = await receiptOf(zhang, migrationId)
    expect(receipt).toContain('<td>36</td><td>the other server could not give it</td><td>message 36 is damaged</td>')
    await server.stop()
  },
)

test.each(engines)(
  'given a dry run, then every mail is counted by what would become of it, nothing is made, and going on brings it, on %s',
  async (engine) => {
    const begun = await begin(engine)
    const { server, other, id } = begun
    const zhang = await server.as(id)
    const [inbox] = other.folders
    if (!inbox) throw new Error('no inbox')
    other.folders.splice(1, 1)
    // One mail was brought long ago, by a migration whose record is deleted.
    inbox.mails = mails(1)
    const { id: early } = await zhang.post('mail/mailMig/save', { server: loginOf(other), paths: ['INBOX'] })
    await run(begun)
    await zhang.post('mail/mailMig/update', { id: early, act: 'delete' })
    inbox.mails = [...mails(4), { ...mail(5), source: '' }, { ...mail(6), flags: ['\\Deleted'] }, mail(7), mail(88)]
    // The other server cannot even list one of them.
    other.hook = (tag, command) => {
      const [, set = ''] = /^UID FETCH (\S+) /.exec(command) ?? []
      return set.split(',').includes('88') ? `${tag} NO [SERVERBUG] message 88 is damaged\r\n` : null
    }
    await server.context.store.db.updateTable('account').set({ quota_bytes: 10_000 }).where('id', '=', id).execute()

    const paths = ['INBOX', '项目/2025']
    const { id: migrationId } = await zhang.post('mail/mailMig/save', { server: loginOf(other), paths, dry: true })
    await run(begun)
    const { list, room } = await zhang.get('mail/mailMig/get')
    expect(list[0]).toMatchObject({ id: migrationId, state: 'paused', reason: 'counted', dry: true })
    const size = Buffer.byteLength(`${mail(2).source}`)
    expect(list[0]?.folders.map(({ total, brought, estimate }) => ({ total, brought, ...estimate }))).toEqual([
      { total: 8, brought: 0, bring: 4, bytes: 4 * size, already: 1, tooLarge: 0, broken: 2, deleted: 1 },
      expect.objectContaining({ total: 45, brought: 0, bring: 45, already: 0, broken: 0 }),
    ])
    expect(room).toBe(10_000 - size)
    expect((await server.mailsOf(id)).length).toBe(1)
    expect((await zhang.get('mail/main/folder/list')).customList).toEqual([])

    await server.context.store.db.updateTable('account').set({ quota_bytes: 0 }).where('id', '=', id).execute()
    await zhang.post('mail/mailMig/update', { id: migrationId, act: 'resume' })
    await run(begun)
    const done = (await zhang.get('mail/mailMig/get')).list[0]
    expect(done).toMatchObject({ state: 'finished', dry: false })
    expect(done?.folders.map(({ total, brought, known, noted }) => [total, brought, known, noted])).toEqual([
      [8, 4, 1, 3],
      [45, 45, 0, 0],
    ])
    await server.stop()
  },
)

test.each(engines)(
  'given a full mailbox, then the migration pauses behind what fitted, and goes on when there is room, on %s',
  async (engine) => {
    const begun = await begin(engine)
    const { server, other, id } = begun
    const zhang = await server.as(id)
    const setQuota = (bytes: number) =>
      server.context.store.db.updateTable('account').set({ quota_bytes: bytes }).where('id', '=', id).execute()
    await setQuota(2_000)
    const paths = ['INBOX', 'Sent Messages', '项目/2025']
    const { id: migrationId } = await zhang.post('mail/mailMig/save', { server: loginOf(other), paths })
    await run(begun)
    const [paused] = (await zhang.get('mail/mailMig/get')).list
    expect(paused).toMatchObject({ state: 'paused', reason: 'quota' })
    const used = paused?.folders.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
    expect(used).toBeGreaterThan(1_000)
    expect(used).toBeLessThanOrEqual(2_000)
    await setQuota(1_000_000)
    await zhang.post('mail/mailMig/update', { id: migrationId, act: 'resume' })
    await run(begun)
    const [done] = (await zhang.get('mail/mailMig/get')).list
    expect(done).toMatchObject({ state: 'finished' })
    expect(done?.folders.map(({ brought }) => brought)).toEqual([3, 1, 45])
    await server.stop()
  },
)

test.each(engines)(
  'given a person who pauses, cancels, or begins twice at once, then nothing more comes and there is one migration, on %s',
  async (engine) => {
    const begun = await begin(engine)
    const { server, other, id } = begun
    const zhang = await server.as(id)
    const save = () => zhang.attempt('mail/mailMig/save', { server: loginOf(other), paths: ['INBOX', '项目/2025'] })
    const codes = (await Promise.all([save(), save(), save()])).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([Code.ok, Code.migrationRunning, Code.migrationRunning])
    const migrationId = (await zhang.get('mail/mailMig/get')).list[0]?.id ?? 0
    // In the middle of the second folder.
    let pausing: Promise<unknown> = Promise.resolve()
    other.hook = (_tag, command) => {
      if (/^EXAMINE .*2025/.test(command))
        pausing = zhang.post('mail/mailMig/update', { id: migrationId, act: 'pause' })
      return null
    }
    await run(begun)
    await pausing
    const paused = (await zhang.get('mail/mailMig/get')).list[0]
    expect(paused).toMatchObject({ state: 'paused', reason: 'person' })
    expect(paused?.folders[1]?.state).not.toBe('done')
    await run(begun)
    expect((await zhang.get('mail/mailMig/get')).list[0]).toEqual(paused)
    await zhang.post('mail/mailMig/update', { id: migrationId, act: 'cancel' })
    const resumed = await zhang.attempt('mail/mailMig/update', { id: migrationId, act: 'resume' })
    expect(resumed.code).toBe(Code.migrationState)
    expect(await server.context.store.db.selectFrom('migration').select(['state', 'secret']).execute()).toEqual([
      { state: 'cancelled', secret: '' },
    ])
    await server.stop()
  },
)

test.each(engines)(
  'given wrong servers and other people, then each is refused with its own sentence, on %s',
  async (engine) => {
    const begun = await begin(engine)
    const { server, other, id } = begun
    const zhang = await server.as(id)
    const login = loginOf(other)
    const tried = async (more: Partial<typeof login>) =>
      zhang.attempt('mail/mailMig/test', { ...login, ...more }).then(({ code, message }) => [code, message])
    const wrong = await tried({ password: 'wrong' })
    expect(wrong[0]).toBe(Code.migrationLogin)
    expect(wrong[1]).toContain('Please use the authorization code')
    // A name that leads inside, and the address itself where the operator has not named it.
    expect((await tried({ host: 'localhost' }))[0]).toBe(Code.migrationNotAllowed)
    expect((await tried({ host: '10.1.2.3', port: 993 }))[0]).toBe(Code.migrationNotAllowed)
    expect((await tried({ host: '93.184.216.34', port: 22 }))[0]).toBe(Code.migrationNotAllowed)
    expect((await tried({ port: 1 }))[0]).toBe(Code.migrationUnreachable)
    // The password never crosses a connection whose certificate the person has not accepted.
    const logins = () => other.commands.filter((command) => /^LOGIN/i.test(command)).length
    const before = logins()
    const renewed = await zhang.post('mail/mailMig/test', { ...login, certificate: '' })
    expect(renewed).toMatchObject({ folders: [], certificate: { problem: 'selfSigned' } })
    const unknown = { server: { ...login, certificate: '' }, paths: ['INBOX'] }
    expect((await zhang.attempt('mail/mailMig/save', unknown)).code).toBe(Code.migrationCertificate)
    expect(logins()).toBe(before)
    const { id: migrationId } = await zhang.post('mail/mailMig/save', { server: login, paths: ['INBOX'] })
    other.password = 'changed'
    await run(begun)
    expect((await zhang.get('mail/mailMig/get')).list[0]).toMatchObject({ state: 'failed', reason: 'login' })

    const otherId = await server.addUser('li.na')
    const li = await server.as(otherId)
    expect((await li.attempt('mail/mailMig/test', login)).code).toBe(Code.forbidden)
    await setSwitch(
      server.context,
      { scope: 'user', id: otherId },
      { name: 'mailMoveEnable', value: true, locked: false },
    )
    expect((await li.get('mail/mailMig/get')).list).toEqual([])
    expect((await li.attempt('mail/mailMig/update', { id: migrationId, act: 'delete' })).code).toBe(Code.notFound)
    expect(await receiptOf(li, migrationId)).toContain(`${Code.notFound}`)
    await server.stop()
  },
)
