import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { Code } from '@yanshu/contracts'
import { downloadZip } from 'client-zip'
import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { temporaryRoot } from '../../testing/temporaryRoot.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { archiveEntries } from './archiveEntries.ts'
import { migrationJob } from './migrationJob.ts'
import { commonDepth, placeOfEntry } from './placeOfEntry.ts'
import { undoJob } from './undoMigration.ts'
import { UnpackedBytes } from './unpackTo.ts'

const mail = (number: number, more = '') =>
  `From: li@far.example\r\nSubject: File ${number}${more}\r\nMessage-ID: <f${number}${more}@far.example>\r\nDate: Mon, 2 Nov 2026 09:00:00 +0800\r\n\r\nText ${number}\r\n`

async function begin(engine: (typeof engines)[number]) {
  const server = await startTestServer({ engine, still: true, failing: true })
  onTestFinished(() => server.stop())
  const userOf = async (local: string) => {
    const id = await server.addUser(local)
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
    return { id, client: await server.as(id) }
  }
  const { id, client } = await userOf('zhang.wei')
  const run = async () => {
    await jobsOf(server.context).runDue([migrationJob, undoJob])
    const [newest] = (await client.get('mail/mailMig/get')).list
    if (!newest) throw new Error('no migration')
    return newest
  }
  const { folderList } = await client.get('mail/main/folder/list')
  const inboxId = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
  return { server, id, client, userOf, run, inboxId }
}

async function upload(client: TestClient, name: string, content: string | Uint8Array): Promise<string> {
  const form = new FormData()
  form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
  const headers = { authorization: `Bearer ${client.login?.accessToken}` }
  const answer = await fetch(`${client.url}/api/file/upload`, { method: 'POST', headers, body: form })
  const { data } = (await answer.json()) as { data: { fileId: string } }
  return data.fileId
}

const zipOf = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> => {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified: new Date(0) }))
  return new Uint8Array(await downloadZip(entries).arrayBuffer())
}

/** A tar archive with ustar headers. */
function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('0ustar\x0000', 156)
    header.fill(' ', 148, 156)
    const sum = header.reduce((all, byte) => all + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1_024)])
}

const receiptOf = async (client: TestClient, id: number): Promise<string> =>
  (await client.file(`file/migration/${id}`, { 'accept-language': 'en' })).text()

test.each(engines)(
  'given an mbox file, a mail, and archives of Maildirs and folders, when they are brought, then each mail is here once with its marks, and can be undone, on %s',
  async (engine) => {
    const { server, client, run, inboxId } = await begin(engine)
    const mbox = [1, 2, 3].map((at) => `From li@far.example Mon Nov  2 09:00:00 2026\n${mail(at)}\n`).join('')
    const maildir = await zipOf({
      'Maildir/cur/1:2,FS': mail(10),
      'Maildir/new/2': mail(11),
      'Maildir/tmp/3': mail(12),
      'Maildir/.&mHl27g-.2025/cur/4:2,RST': mail(13),
      'Maildir/.&mHl27g-.2025/cur/5:2,R': mail(14),
      'Maildir/../../etc/passwd/cur/6': mail(15),
      'Maildir/dovecot.index': 'binary',
    })
    const packed = [30, 31].map((at) => `From li@far.example Mon Nov  2 09:00:00 2026\n${mail(at)}\n`).join('')
    const names = ['old.mbox', 'one.eml', 'maildir.zip', 'foxmail.tar.gz', 'sent.mbox.gz']
    const fileIds = [
      await upload(client, 'old.mbox', mbox),
      await upload(client, 'one.eml', mail(4)),
      await upload(client, 'maildir.zip', maildir),
      await upload(
        client,
        'foxmail.tar.gz',
        gzipSync(tarOf({ '导出/收件箱/a.eml': mail(20), '导出/客户/b.eml': mail(21), '导出/客户/说明.md': 'no mail' })),
      ),
      await upload(client, 'sent.mbox.gz', gzipSync(packed)),
    ]
    const { id } = await client.post('mail/mailMig/files', { fileIds, mailboxId: inboxId })
    const done = await run()
    expect(done).toMatchObject({ id, kind: 'files', host: '', user: names.join(', '), state: 'finished', reason: '' })
    expect(
      done.folders.map(({ names: path, folderName, total, brought, noted }) => [
        ...[path.join('/'), folderName, total, brought, noted],
      ]),
    ).toEqual([
      ['old.mbox', '收件箱', 3, 3, 0],
      ['one.eml', '收件箱', 1, 1, 0],
      ['maildir.zip', '收件箱', 2, 2, 0],
      ['maildir.zip/项目/2025', '项目/2025', 2, 1, 1],
      ['maildir.zip/etc/passwd', 'etc/passwd', 1, 1, 0],
      ['foxmail.tar.gz/收件箱', '收件箱', 1, 1, 0],
      ['foxmail.tar.gz/客户', '客户', 1, 1, 0],
      ['foxmail.tar.gz', '收件箱', 1, 0, 1],
      ['sent.mbox.gz', '收件箱', 2, 2, 0],
    ])
    const inbox = await client.get('mail/email/mailbox/list', { mailboxId: inboxId })
    expect(inbox.list.map(({ subject, seen, color }) => [subject, seen, color]).toSorted()).toEqual([
      ...[1, 10, 11, 2, 20, 3, 30, 31, 4].map((at) => [`File ${at}`, at !== 11, at === 10 ? 1 : 0]),
    ])
    const receipt = await receiptOf(client, id)
    expect(receipt).toContain('客户/说明.md')
    expect(receipt).toContain('marked as deleted by the other program')
    expect(await server.context.store.db.selectFrom('migration_file').selectAll().execute()).toEqual([])
    expect(await server.context.store.db.selectFrom('blob_hold').selectAll().execute()).toEqual([])

    // Once more nothing comes twice, and the first can be undone with the folders that were made for it.
    const again = await client.post('mail/mailMig/files', {
      fileIds: [await upload(client, 'old.mbox', mbox)],
      mailboxId: inboxId,
    })
    expect((await run()).folders.map(({ brought, known }) => [brought, known])).toEqual([[0, 3]])
    expect((await client.attempt('mail/mailMig/update', { id: again.id, act: 'again', password: 'x' })).code).toBe(
      Code.migrationState,
    )
    await client.post('mail/mailMig/update', { id, act: 'undo' })
    await run()
    expect((await client.get('mail/email/mailbox/list', { mailboxId: inboxId })).list).toEqual([])
    expect((await client.get('mail/main/folder/list')).customList).toEqual([])
  },
)

test.each(engines)(
  'given files of others, of Outlook, damaged ones and archives that unpack to too much, then each is refused or named, on %s',
  async (engine) => {
    const { client, userOf, run, inboxId } = await begin(engine)
    const li = await userOf('li.na')
    const own = await upload(client, 'a.eml', mail(1))
    const begins = (who: TestClient, fileId: string, mailboxId = inboxId) =>
      who.attempt('mail/mailMig/files', { fileIds: [fileId], mailboxId }).then(({ code }) => code)
    const liInbox = (await li.client.get('mail/main/folder/list')).folderList[0]?.folderId ?? 0
    expect(await begins(li.client, own, liInbox)).toBe(Code.fileNotFound)
    expect(await begins(client, own, liInbox)).toBe(Code.folderNotFound)
    expect(await begins(client, await upload(client, 'mail.pst', '!BDN and more'))).toBe(Code.fileIsNoMail)
    const whole = await zipOf({ 'a/1.eml': mail(1), 'a/2.eml': mail(2) })
    const damaged = new Uint8Array(whole)
    // In the middle of the second mail: its checksum is another one then.
    damaged[Buffer.from(damaged).lastIndexOf('Text 2')] = 0x21
    const fileIds = [
      await upload(client, 'cut.zip', whole.subarray(0, whole.length - 40)),
      await upload(client, 'damaged.zip', damaged),
      await upload(client, 'cut.tar', tarOf({ 'a.eml': mail(5), 'b.eml': mail(6) }).subarray(0, 1_100)),
      await upload(client, 'text.mbox', 'this is no mail at all'),
      await upload(client, 'cut.mbox.gz', gzipSync(mail(7).repeat(50)).subarray(0, 100)),
    ]
    const { id } = await client.post('mail/mailMig/files', { fileIds, mailboxId: inboxId })
    expect(await run()).toMatchObject({ state: 'finished' })
    const receipt = await receiptOf(client, id)
    for (const words of ['cut.zip', 'a/2.eml', 'cut.tar', 'text.mbox', 'cut.mbox.gz: '])
      expect(receipt).toContain(words)
    expect((await li.client.attempt('mail/mailMig/update', { id, act: 'undo' })).code).toBe(Code.notFound)
  },
)

test('an archive that unpacks to more than it may is left there', async () => {
  const bytes = new UnpackedBytes(10)
  const read = async () => {
    const pieces = [Buffer.alloc(6), Buffer.alloc(6)]
    let read = 0
    for await (const piece of bytes.counted(
      (async function* () {
        yield* pieces
      })(),
    ))
      read += piece.length
    return read
  }
  await expect(read()).rejects.toThrow('it unpacks to too much')
  // For the names alone a packed tar archive is unpacked as well.
  const folder = await mkdtemp(path.join(temporaryRoot(), 'yanshu-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'bomb.tar.gz')
  await writeFile(file, gzipSync(tarOf({ 'a.eml': 'x'.repeat(100_000), 'b.eml': 'x' })))
  const names = async (most: number) => {
    const found: string[] = []
    for await (const { name } of archiveEntries(file, 'tar.gz', most)) found.push(name)
    return found
  }
  expect(await names(200_000)).toEqual(['a.eml', 'b.eml'])
  await expect(names(50_000)).rejects.toThrow('it unpacks to too much')
})

test('places of entries: names mean folders, never paths', () => {
  expect(placeOfEntry('C:\\mail\\..\\a.eml')).toEqual({ trail: ['mail'], file: 'a.eml', isMaildir: false })
  expect(placeOfEntry('__MACOSX/a.eml')).toBeNull()
  expect(placeOfEntry('Inbox.sbd/Sub.msf')).toBeNull()
  expect(placeOfEntry('/')).toBeNull()
  expect(commonDepth([['a', 'b'], ['a', 'c'], ['a']])).toBe(1)
  expect(commonDepth([])).toBe(0)
})

test.each(engines)(
  'given an export of Google Takeout, then its labels place and mark each mail, as they do by the command, on %s',
  async (engine) => {
    const { client, run, inboxId } = await begin(engine)
    const export_ = [
      ['=?UTF-8?Q?Inbox,Unread,Starred,=E9=A1=B9=E7=9B=AE=2FA?=', 1],
      ['Sent,Opened', 2],
      ['Trash,Opened', 3],
      ['Archived,"Clients, old",Opened', 4],
    ] as const
    const mbox = export_
      .map(([labels, at]) => `From ${at}@xxx Fri May 23 16:35:53 +0000 2025\nX-Gmail-Labels: ${labels}\n${mail(at)}\n`)
      .join('')
    await client.post('mail/mailMig/files', {
      fileIds: [await upload(client, 'takeout.mbox', mbox)],
      mailboxId: inboxId,
    })
    const done = await run()
    expect(done.folders.map(({ names, brought }) => [names.join('/'), brought])).toEqual([
      ['takeout.mbox', 1],
      ['takeout.mbox/Sent', 1],
      ['takeout.mbox/Trash', 1],
      ['takeout.mbox/Archived', 1],
    ])
    const { labelList } = await client.get('mail/main/label/list')
    const { folderList, customList } = await client.get('mail/main/folder/list')
    const shown: unknown[] = []
    for (const { folderId, role } of [...folderList, ...customList]) {
      const { list } = await client.get('mail/email/mailbox/list', { mailboxId: folderId })
      for (const { subject, seen, color, labelIds } of list) {
        const labels = labelIds.map((labelId) => labelList.find((one) => one.labelId === labelId)?.labelName)
        shown.push([role, subject, seen, color, labels])
      }
    }
    expect(shown).toEqual([
      ['inbox', 'File 1', false, 1, ['项目/A']],
      ['sent', 'File 2', true, 0, []],
      ['trash', 'File 3', true, 0, []],
      ['custom', 'File 4', true, 0, ['Clients, old']],
    ])
  },
)
