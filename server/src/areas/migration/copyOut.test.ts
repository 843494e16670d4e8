import { Code } from '@yanshu/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { type ImapFolder, type ImapServer, startImapServer } from '../../testing/imapServer.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { keywordOf } from './labelNames.ts'
import { migrationJob } from './migrationJob.ts'
import { withCrlf } from './withCrlf.ts'

type Engine = (typeof engines)[number]

const DATE = '02-Nov-2026 02:00:00 +0000'
const mail = (uid: number, more = '', flags: readonly string[] = []) => ({
  ...{ uid, flags, date: DATE },
  source: Buffer.from(
    `From: li@far.example\r\nSubject: Old ${uid}\r\nMessage-ID: <${uid}.${more}@far.example>\r\nX-Raw: \xe9\r\n\r\nText ${uid} ${more}\r\n`,
    'latin1',
  ),
})
const mails = (count: number, more = '') => Array.from({ length: count }, (_, at) => mail(at + 1, more))

/** Without a Message-ID, twice the same; and with the line ends of a Maildir. */
const ODD = [
  { uid: 50, date: DATE, flags: [], source: 'From: a@far.example\r\nSubject: Twice\r\n\r\nSame\r\n' },
  { uid: 51, date: DATE, flags: [], source: 'From: a@far.example\r\nSubject: Twice\r\n\r\nSame\r\n' },
  { uid: 52, date: DATE, flags: [], source: 'From: a@far.example\nSubject: Bare\n\nLines\n' },
]

const loginOf = ({ port, certificate, password }: ImapServer) => ({
  ...{ host: '127.0.0.1', port, security: 'tls' as const, user: 'zhang@new.example', password },
  certificate,
})

/** A mailbox that was brought from one server, to be copied to another. */
async function begin(engine: Engine, there: ImapFolder[]) {
  const from = await startImapServer([
    { path: 'INBOX', uidValidity: 7, mails: [mail(1, '', ['\\Seen', '\\Flagged']), mail(2), mail(3), ...ODD] },
    { path: 'Gesendet', uses: '\\Sent', uidValidity: 7, mails: [mail(1, 'sent', ['\\Answered'])] },
    { path: '&mHl27g-', uidValidity: 7, mails: [] },
    { path: '&mHl27g-/2025', uidValidity: 7, mails: mails(45, 'project') },
  ])
  const to = await startImapServer(there)
  to.writable = true
  onTestFinished(() => from.stop())
  onTestFinished(() => to.stop())
  const server = await startTestServer({ engine, still: true, migrationHosts: ['127.0.0.1'], failing: true })
  onTestFinished(() => server.stop())
  const userOf = async (local: string) => {
    const id = await server.addUser(local)
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
    return { id, client: await server.as(id) }
  }
  const { id, client } = await userOf('zhang.wei')
  const run = async () => {
    await jobsOf(server.context).runDue([migrationJob])
    const [newest] = (await client.get('mail/mailMig/get')).list
    if (!newest) throw new Error('no migration')
    return newest
  }
  const paths = from.folders.map(({ path }) => path.replace('&mHl27g-', '项目'))
  await client.post('mail/mailMig/save', { server: { ...loginOf(from), user: 'zhang@old.example' }, paths })
  expect(await run()).toMatchObject({ state: 'finished', reason: '' })
  const { folderList, customList } = await client.get('mail/main/folder/list')
  const ids = [...folderList.filter(({ role }) => role === 'inbox' || role === 'sent'), ...customList]
  return { server, from, to, id, client, userOf, run, mailboxIds: ids.map(({ folderId }) => folderId), customList }
}

/** What a folder has, in one order: its mails with the line ends of the way, dates and marks. */
const contentsOf = (server: ImapServer, path: string) =>
  (server.folders.find((folder) => folder.path === path)?.mails ?? [])
    .map(({ source, date, flags = [] }) => [
      ...[withCrlf(Buffer.from(source)).toString('latin1'), Date.parse(date), [...flags].sort().join(' ')],
    ])
    .toSorted()

const receiptOf = async (client: TestClient, id: number): Promise<string> =>
  (await client.file(`file/migration/${id}`, { 'accept-language': 'en' })).text()

test.each(engines)(
  'given a mailbox, when it is copied out, then the other server has every mail once with its date and marks, and later what is new, on %s',
  async (engine) => {
    const there: ImapFolder[] = [
      { path: 'INBOX', uidValidity: 3, mails: [{ ...mail(2), uid: 40, date: DATE }] },
      { path: 'Sent Items', uses: '\\Sent', uidValidity: 3, mails: [] },
    ]
    const { server, from, to, client, run, mailboxIds, customList } = await begin(engine, there)
    const { id } = await client.post('mail/mailMig/out', { server: loginOf(to), mailboxIds })
    const done = await run()
    expect(done).toMatchObject({ id, kind: 'out', state: 'finished', reason: '', undoUntil: null })
    expect(
      done.folders.map(({ names, folderName, total, brought, known, noted, thereFound }) => [
        ...[names.join('/'), folderName, total, brought, known, noted, thereFound],
      ]),
    ).toEqual([
      ['收件箱', 'INBOX', 6, 5, 1, 0, 6],
      ['已发送', 'Sent Items', 1, 1, 0, 0, 1],
      ['项目', '', 0, 0, 0, 0, 0],
      ['项目/2025', '', 45, 45, 0, 0, 45],
    ])
    expect(contentsOf(to, 'INBOX')).toEqual(contentsOf(from, 'INBOX'))
    expect(contentsOf(to, 'Sent Items')).toEqual(contentsOf(from, 'Gesendet'))
    expect(contentsOf(to, '&mHl27g-/2025')).toEqual(contentsOf(from, '&mHl27g-/2025'))
    expect(
      await server.context.store.db.selectFrom('migration').select('secret').where('id', '=', id).execute(),
    ).toEqual([{ secret: '' }])
    const receipt = await receiptOf(client, id)
    expect(receipt).toContain('<td>项目/2025</td><td></td><td class=n>45</td><td class=n>45</td>')
    expect(receipt).toContain('None. Every mail that was compared is there, of the same size and Message-ID.')
    expect(receipt).not.toContain('Labels that were not copied')

    // A second run copies what is new, and changes marks that changed here; the other server may count anew meanwhile.
    const inboxId = mailboxIds[0] ?? 0
    const { list } = await client.get('mail/email/mailbox/list', { mailboxId: inboxId })
    const mailIdOf = (subject: string) => list.find((one) => one.subject === subject)?.mailId ?? 0
    await client.post('mail/email/color/update', { mailIds: [mailIdOf('Old 1')], color: 0 })
    await client.post('mail/email/seen/update', { mailIds: [mailIdOf('Old 3')], seen: true })
    const project = to.folders.find(({ path }) => path.endsWith('2025'))
    if (project) project.uidValidity = 99
    const bare = list.find(({ subject }) => subject === 'Bare')?.mailUid ?? 0
    const target = customList[0]?.folderId ?? 0
    await client.post('mail/email/move', { mailboxId: inboxId, targetMailboxId: target, mailUids: [bare] })
    await client.post('mail/mailMig/update', { id, act: 'again', password: to.password })
    const again = await run()
    expect(again.folders.map(({ brought, known, changed }) => [brought, known, changed])).toEqual([
      [5, 1, 2],
      [1, 0, 0],
      [0, 1, 0],
      [45, 0, 0],
    ])
    expect(to.folders.map(({ mails: all }) => all.length)).toEqual([6, 1, 0, 45])
    const flags = (subject: string) =>
      to.folders[0]?.mails.find(({ source }) => source.toString('latin1').includes(subject))?.flags
    expect(flags('Old 1')).toEqual(['\\Seen'])
    expect(flags('Old 3')).toEqual(['\\Seen'])

    // Another migration to the same mailbox brings nothing twice either, nor does one that has forgotten the first.
    for (const forget of [false, true]) {
      const { list: all } = await client.get('mail/mailMig/get')
      for (const one of forget ? all : []) await client.post('mail/mailMig/update', { id: one.id, act: 'delete' })
      await client.post('mail/mailMig/out', { server: loginOf(to), mailboxIds: mailboxIds.slice(0, 2) })
      expect((await run()).folders.map(({ brought, known }) => [brought, known])).toEqual([
        [0, 5],
        [0, 1],
      ])
    }
    expect(to.folders[0]?.mails).toHaveLength(6)
  },
)

test.each(engines)(
  'given a server that breaks off, names no numbers and refuses mails, then nothing is there twice and each mail that is missing is named, on %s',
  async (engine) => {
    const { server, to, client, run, mailboxIds } = await begin(engine, [{ path: 'INBOX', uidValidity: 3, mails: [] }])
    to.namesNumbers = false
    let appended = 0
    to.hook = (tag, command, socket) => {
      if (/^APPEND /.test(command) && ++appended === 9) {
        // It has the mail; its answer is lost with the connection.
        socket.write = () => true
        setImmediate(() => socket.destroy())
      }
      return /^CREATE "?Sent/.test(command) ? `${tag} NO [CANNOT] not here\r\n` : null
    }
    await client.post('mail/mailMig/out', { server: loginOf(to), mailboxIds })
    expect((await run()).reason).toBe('unreachable')
    server.wait(60_000)
    const done = await run()
    expect(done.folders.map(({ brought, known, noted, reason }) => [brought, known, noted, reason])).toEqual([
      [6, 0, 0, ''],
      [0, 0, 0, 'refused'],
      [0, 0, 0, ''],
      [44, 1, 0, ''],
    ])
    expect(to.folders.find(({ path }) => path.endsWith('2025'))?.mails).toHaveLength(45)
  },
)

test.each(engines)(
  'given restricted letters, folders with a password and other people, then nothing leaves that may not, on %s',
  async (engine) => {
    const { server, to, id, client, run, mailboxIds, customList, userOf } = await begin(engine, [
      { path: 'INBOX', uidValidity: 3, mails: [] },
    ])
    const { db } = server.context.store
    await db.updateTable('message').set({ with_password: 1 }).where('subject', '=', 'Old 2').execute()
    const closed = customList.find(({ folderName }) => folderName === '2025')?.folderId ?? 0
    const asked = { server: loginOf(to), mailboxIds }
    const li = await userOf('li.na')
    expect((await li.client.attempt('mail/mailMig/out', asked)).code).toBe(Code.folderNotFound)
    await db.updateTable('session').set({ proved_at: 1 }).where('account_id', '=', id).execute()
    expect((await client.attempt('mail/mailMig/out', asked)).code).toBe(Code.recentPassword)
    await db.updateTable('session').set({ proved_at: server.context.now() }).where('account_id', '=', id).execute()
    // It is closed after the copy was begun, as by another session.
    const { id: migrationId } = await client.post('mail/mailMig/out', asked)
    await client.post('mail/main/folder/setPwd', { folderId: closed, password: '开门 1234' })
    const done = await run()
    expect(done.folders.map(({ brought, noted, reason }) => [brought, noted, reason])).toEqual([
      [5, 1, ''],
      [1, 0, ''],
      [0, 0, ''],
      [0, 0, 'closed'],
    ])
    expect(to.folders.flatMap((folder) => folder.mails).filter(({ source }) => /Old 2|2025/.test(`${source}`))).toEqual(
      [],
    )
    const receipt = await receiptOf(client, migrationId)
    expect(receipt).toContain('<td>Old 2</td><td>its sender has set conditions of reading')
    expect(receipt).toContain('项目/2025 (a folder with a password, not copied)')
    expect((await li.client.attempt('mail/mailMig/update', { id: migrationId, act: 'delete' })).code).toBe(
      Code.notFound,
    )
    expect((await client.attempt('mail/mailMig/update', { id: migrationId, act: 'undo' })).code).toBe(
      Code.migrationState,
    )
    const other = await server.as(id)
    expect((await other.attempt('mail/mailMig/out', asked)).code).toBe(Code.folderClosed)
    to.password = 'changed'
    await client.post('mail/mailMig/update', { id: migrationId, act: 'again', password: 'wrong' })
    expect(await run()).toMatchObject({ state: 'failed', reason: 'login' })
  },
)

test.each(engines)(
  'given a copy that counts first, then nothing is made there, its figures are those of the run, and it waits, on %s',
  async (engine) => {
    const there: ImapFolder[] = [{ path: 'INBOX', uidValidity: 3, mails: [{ ...mail(2), uid: 40 }] }]
    const { server, to, client, run, mailboxIds, userOf } = await begin(engine, there)
    // By the answer of the other server; it would take them, as some do.
    to.appendLimit = 120
    const { db } = server.context.store
    await db.updateTable('message').set({ with_password: 1 }).where('rfc_message_id', '=', '<3.@far.example>').execute()
    await db.updateTable('message').set({ size: 121 }).where('subject', '=', 'Twice').execute()
    const { id } = await client.post('mail/mailMig/out', { server: loginOf(to), mailboxIds, dry: true })
    const counted = await run()
    expect(counted).toMatchObject({ state: 'paused', reason: 'counted', dry: true })
    expect(
      counted.folders.map(({ total, estimate }) => [
        ...[total, estimate?.bring, estimate?.already, estimate?.restricted, estimate?.tooLarge, estimate?.broken],
      ]),
    ).toEqual([
      [6, 2, 1, 1, 2, 0],
      [1, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
      [45, 45, 0, 0, 0, 0],
    ])
    expect(to.folders.map(({ mails: all }) => all.length)).toEqual([1])
    expect(to.commands.filter((command) => /^(?:APPEND|CREATE|SELECT|STORE|UID STORE)/.test(command))).toEqual([])
    const li = await userOf('li.na')
    expect((await li.client.attempt('mail/mailMig/update', { id, act: 'resume' })).code).toBe(Code.notFound)
    await client.post('mail/mailMig/update', { id, act: 'resume' })
    const done = await run()
    expect(done).toMatchObject({ state: 'finished', dry: false })
    expect(done.folders.map(({ brought, known, noted }) => [brought, known, noted])).toEqual([
      [4, 1, 1],
      [1, 0, 0],
      [0, 0, 0],
      [45, 0, 0],
    ])
    // Counted once more, all is there.
    await client.post('mail/mailMig/update', { id, act: 'again', password: to.password, dry: true })
    const again = await run()
    expect(again).toMatchObject({ state: 'paused', reason: 'counted' })
    expect(again.folders.map(({ estimate }) => [estimate?.bring, estimate?.already])).toEqual([
      [0, 5],
      [0, 1],
      [0, 0],
      [0, 45],
    ])
  },
)

test.each(engines)(
  'given mails that the other server has changed or lost, when they are read back, then the receipt names them, and labels, on %s',
  async (engine) => {
    const { to, client, run, mailboxIds } = await begin(engine, [{ path: 'INBOX', uidValidity: 3, mails: [mail(1)] }])
    const { labelId } = await client.post('mail/main/label/save', { labelName: '合同' })
    const { list } = await client.get('mail/email/mailbox/list', { mailboxId: mailboxIds[0] ?? 0 })
    const mailIds = list.filter(({ subject }) => /^Old/.test(subject)).map(({ mailId }) => mailId)
    await client.post('mail/email/label/update', { mailIds, add: [labelId], remove: [] })
    // A server that refuses a keyword is named in the receipt.
    to.hook = (tag, command) => (command.includes('&VAhUDA-') ? `${tag} NO [LIMIT] no more keywords\r\n` : null)
    const { id } = await client.post('mail/mailMig/out', { server: loginOf(to), mailboxIds })
    await run()
    expect(await receiptOf(client, id)).toContain('<td>合同</td><td class=n>3</td>')
    const [inbox] = to.folders
    if (!inbox) throw new Error('no inbox')
    const before = inbox.mails
    const changed = (text: string, by: (source: string) => string) =>
      before.map((one) =>
        `${one.source}`.includes(text)
          ? { ...one, source: Buffer.from(by(one.source.toString('latin1')), 'latin1') }
          : one,
      )
    const differences: readonly (readonly [typeof before, string])[] = [
      [changed('Old 2', (source) => `${source}More`), '<td>Old 2</td><td>its size there is another one'],
      [changed('Old 1', (source) => source.replace('<1.', '<9.')), '<td>Old 1</td><td>its Message-ID there'],
      [before.filter(({ source }) => !`${source}`.includes('Old 3')), '<td>Old 3</td><td>it was copied, and'],
      [before, 'None. Every mail'],
    ]
    for (const [mails, words] of differences) {
      inbox.mails = [...mails]
      await client.post('mail/mailMig/update', { id, act: 'again', password: to.password })
      await run()
      expect(await receiptOf(client, id)).toContain(words)
    }
    // Labels become keywords; a later run follows what was changed here.
    to.hook = () => null
    const keywordsAfter = async () => {
      await client.post('mail/mailMig/update', { id, act: 'again', password: to.password })
      await run()
      return inbox.mails.map(({ source, flags = [] }) => [
        /Old \d|Twice|Bare/.exec(`${source}`)?.[0],
        flags.filter((flag) => /^[&_a-z]/i.test(flag)).join(' '),
      ])
    }
    expect(Object.fromEntries(await keywordsAfter())).toMatchObject({
      ...{ 'Old 1': '&VAhUDA-', 'Old 2': '&VAhUDA-', 'Old 3': '&VAhUDA-', Twice: '', Bare: '' },
    })
    expect(await receiptOf(client, id)).not.toContain('Labels that were not copied')
    await client.post('mail/email/label/update', { mailIds: mailIds.slice(0, 1), add: [], remove: [labelId] })
    await client.post('mail/main/label/update', { labelId, labelName: '$Junk (2)' })
    const unlabelled = list.find(({ mailId }) => mailId === mailIds[0])?.subject ?? ''
    const others = ['Old 1', 'Old 2', 'Old 3'].filter((subject) => subject !== unlabelled)
    expect(Object.fromEntries(await keywordsAfter())).toMatchObject({
      ...Object.fromEntries(others.map((subject) => [subject, '_$Junk__2_'])),
      [unlabelled]: '',
    })
  },
)

test('given Gmail as the other server, then labels here are labels there', async () => {
  const there: ImapFolder[] = [{ path: 'INBOX', uidValidity: 3, mails: [{ ...mail(90), gmailId: '90' }] }]
  const { to, client, run, mailboxIds } = await begin('sqlite', there)
  const { labelId } = await client.post('mail/main/label/save', { labelName: '合同/甲 乙' })
  const { list } = await client.get('mail/email/mailbox/list', { mailboxId: mailboxIds[0] ?? 0 })
  const mailIds = list.filter(({ subject }) => subject === 'Old 2').map(({ mailId }) => mailId)
  await client.post('mail/email/label/update', { mailIds, add: [labelId], remove: [] })
  const { id } = await client.post('mail/mailMig/out', { server: loginOf(to), mailboxIds: mailboxIds.slice(0, 1) })
  await run()
  const labelled = (to.folders[0]?.mails ?? []).filter(({ labels = [] }) => labels.length > 0)
  expect(labelled.map(({ source, labels }) => [`${source}`.includes('Old 2'), labels])).toEqual([
    [true, ['&VAhUDA-/&dTI- &Tlk-']],
  ])
  expect(await receiptOf(client, id)).not.toContain('Labels that were not copied')
})

test('keywords of labels: what a keyword cannot have is replaced, and none means something else', () => {
  const names = ['Work', 'A & B', '合同', '😀', '$Forwarded', 'NonJunk', 'a(b){c}%*"\\]', '_']
  expect(names.map(keywordOf)).toEqual([
    ...['Work', 'A_&-_B', '&VAhUDA-', '&2D3eAA-', '_$Forwarded', '_NonJunk', 'a_b__c}_____', '_'],
  ])
})

test('line ends of the way: those that are missing are added, others stay', () => {
  const crlf = (text: string) => withCrlf(Buffer.from(text)).toString()
  expect(crlf('\na\r\nb\n\nc\r')).toBe('\r\na\r\nb\r\n\r\nc\r')
  expect(crlf('')).toBe('')
})
