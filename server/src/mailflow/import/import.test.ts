import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBackup } from '../../store/backup/backup.ts'
import { restoreBackup } from '../../store/backup/restore.ts'
import { blobPath } from '../../store/blobs/fileBlobStore.ts'
import { openBlobStore } from '../../store/blobs/openBlobStore.ts'
import { transact } from '../../store/database/transact.ts'
import { folderOfRole } from '../../store/mailbox/index.ts'
import { indexAccount } from '../../store/search/indexer.ts'
import { phrasesOf } from '../../store/search/tokens.ts'
import { KEEP_UNREFERENCED_MS, sweepStore } from '../../store/sweep/sweepStore.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { importFolder } from './importFolder.ts'
import { importMail } from './importMail.ts'
import { findSources } from './importSource.ts'
import { decodeFolderName, folderNameFor, maildirPath } from './maildirNames.ts'
import { flagsOfHeader, flagsOfMaildirName } from './mailFlags.ts'
import { readMbox } from './mboxReader.ts'

const mail = (subject: string, more = '') =>
  `From: a@b.example\nSubject: ${subject}\nDate: Fri, 20 Nov 2015 09:00:00 +0800\n${more}\nbody of ${subject}\n`
const FROM = 'From a@b.example Fri Nov 20 01:00:00 2015\n'

describe.each(engines)('importing mail, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let sources: string

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    wei = await mailServer.addUser('zhang.wei')
    sources = path.join(mailServer.folder, 'sources')
    await mkdir(sources)
  })
  afterEach(() => mailServer.stop())

  const write = async (name: string, content: string | Uint8Array) => {
    const file = path.join(sources, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
    return file
  }
  const bad: string[] = []
  const run = async (paths: string[] = [sources], signal?: AbortSignal) => {
    bad.length = 0
    return importMail(mailServer.context, mailServer.preparer, {
      accountId: wei,
      folderId: await folderOfRole(mailServer.context.store.db, wei, 'inbox'),
      paths,
      onBad: (where, reason) => bad.push(`${path.relative(sources, where)}: ${reason}`),
      ...(signal ? { signal } : {}),
    })
  }
  const marksOf = () =>
    mailServer.context.store.db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select(['subject', 'seen', 'replied', 'forwarded', 'color'])
      .where('account_id', '=', wei)
      .execute()
  /** What lies in the folders of the account, by their names. */
  const subjectsByFolder = async () => {
    const rows = await mailServer.context.store.db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .innerJoin('folder', 'folder.id', 'mail.folder_id')
      .select(['folder.name', 'subject'])
      .where('mail.account_id', '=', wei)
      .orderBy('subject')
      .execute()
    return Object.fromEntries(
      [...Map.groupBy(rows, ({ name }) => name)].map(([name, some]) => [name, some.map(({ subject }) => subject)]),
    )
  }
  const subjects = async () => (await mailServer.mailsOf(wei)).map((one) => one.subject).sort()

  test('given two imports of the same mails at the same moment, then each mail is there once', async () => {
    for (let at = 0; at < 40; at++) await write(`${at}.eml`, mail(`mail ${at}`))
    const both = await Promise.all([run(), run()])
    expect(both.reduce((sum, { imported }) => sum + imported, 0)).toBe(40)
    expect(new Set(await subjects()).size).toBe(40)
    expect(await subjects()).toHaveLength(40)
  })

  test('given a second run, or the same mail elsewhere, then nothing is imported twice', async () => {
    const box = await write('box', `${FROM}${mail('one')}\n${FROM}${mail('two')}\n`)
    await run()
    expect(await run()).toMatchObject({ imported: 0 })
    await write('copy.eml', mail('one'))
    expect(await run()).toMatchObject({ imported: 0, known: 1 })
    await writeFile(box, `${FROM}${mail('three')}\n`, { flag: 'a' })
    expect(await run()).toMatchObject({ imported: 1, known: 0 })
    expect(await subjects()).toEqual(['one', 'three', 'two'])
  })

  test('given an interruption, then the next run goes on where it stopped', async () => {
    const many = Array.from({ length: 450 }, (_, index) => `${FROM}${mail(`number ${index}`)}\n`).join('')
    await write('box', many)
    const stopping = new AbortController()
    const first = await importMail(mailServer.context, mailServer.preparer, {
      accountId: wei,
      folderId: await folderOfRole(mailServer.context.store.db, wei, 'inbox'),
      paths: [sources],
      onProgress: () => stopping.abort(),
      signal: stopping.signal,
    })
    // What was read while the first ones were being stored is stored too.
    expect(first.imported).toBe(200)
    expect(await run()).toMatchObject({ imported: 250, known: 0 })
    expect(await subjects()).toHaveLength(450)
    const { db } = mailServer.context.store
    await indexAccount(mailServer.context, wei)
    expect(await db.selectFrom('mail_to_index').select('sort_key').execute()).toEqual([])
    const finding = { accountId: wei, phrases: phrasesOf('number'), fields: [], unlisted: [] }
    const window = { limit: 500, offset: 0, before: null, counted: true }
    const found = await mailServer.context.search.find(mailServer.context, finding, window)
    expect(found.hits).toHaveLength(450)
  })

  test('given bad messages among good ones, then they are named and the others are there', async () => {
    await write('empty.eml', '')
    await write('noise.eml', Buffer.from([0, 1, 2, 255, 254]))
    await write('good.eml', mail('good'))
    await write(
      'box',
      `${FROM}\n\n${FROM}${mail('after an empty one')}\n${FROM}${mail('gone', 'X-Mozilla-Status: 0009\n')}\n`,
    )
    const done = await run()
    expect(done).toMatchObject({ imported: 2, bad: 3, deleted: 1 })
    expect(bad.sort()).toEqual([
      'box at byte 0: it is empty',
      'empty.eml: it is empty',
      expect.stringContaining('noise.eml'),
    ])
    expect(await subjects()).toEqual(['after an empty one', 'good'])
    await expect(run([path.join(sources, 'nowhere')])).rejects.toThrow('There is no')
  })

  test('given a mail that the store refuses, then the others of its batch come in and it is reported', async () => {
    for (const subject of ['one', 'broken', 'two']) await write(`${subject}.eml`, mail(subject))
    await (engine === 'postgres'
      ? sql`alter table message add constraint refuses check (subject <> 'broken')`
      : sql`create trigger refuses before insert on message when new.subject = 'broken'
          begin select raise(abort, 'refused'); end`
    ).execute(mailServer.context.store.db)
    const bad: string[] = []
    const done = await importMail(mailServer.context, mailServer.preparer, {
      accountId: wei,
      folderId: await folderOfRole(mailServer.context.store.db, wei, 'inbox'),
      paths: [sources],
      onBad: (where) => bad.push(path.basename(where)),
    })
    expect(done).toMatchObject({ imported: 2, bad: 1 })
    expect(bad).toEqual(['broken.eml'])
    expect((await mailServer.mailsOf(wei)).map(({ subject }) => subject).sort()).toEqual(['one', 'two'])
  })

  test('given a sweep, then what nothing refers to goes after a day and nothing else', async () => {
    await write('one.eml', mail('one'))
    await run()
    const { blobs, store } = mailServer.context
    const stray = await blobs.put(Buffer.from('stray'))
    const upload = (id: string, hash: string) =>
      store.db
        .insertInto('upload')
        .values({
          id,
          account_id: wei,
          name: id,
          content_type: 'a/b',
          size: 5,
          blob_hash: hash,
          picture: 0,
          created_at: mailServer.context.now(),
        })
        .execute()
    const kept = await blobs.put(Buffer.from('kept'))
    const dropped = await blobs.put(Buffer.from('dropped'))
    await upload('kept-kept-kept-kept', kept.hash)
    await upload('drop-drop-drop-drop', dropped.hash)
    const { createDraft } = await import('../../areas/compose/drafts.service.ts')
    await transact(mailServer.context, (trx) =>
      createDraft(
        trx,
        mailServer.context,
        wei,
        {
          kind: 'new',
          sourceMailId: null,
          from: '',
          to: [],
          cc: [],
          bcc: [],
          subject: 'd',
          html: '',
          fileIds: ['kept-kept-kept-kept'],
          options: {},
        },
        { text: '', preview: '' },
      ),
    )
    expect(await sweepStore(mailServer.context)).toEqual({ outgoing: 0, uploads: 0, messages: 0, blobs: 0, bytes: 0 })
    mailServer.wait(KEEP_UNREFERENCED_MS + 1_000)
    expect(await sweepStore(mailServer.context)).toMatchObject({ uploads: 1, blobs: 2 })
    await expect(blobs.readAll(stray.hash)).rejects.toThrow()
    await expect(blobs.readAll(dropped.hash)).rejects.toThrow()
    expect(Buffer.from(await blobs.readAll(kept.hash)).toString()).toBe('kept')
    const [one] = await mailServer.mailsOf(wei)
    expect((await blobs.readAll(one?.raw_hash ?? '')).length).toBeGreaterThan(0)
  })

  test('given a backup, then it restores to the same, and damage is found', async () => {
    await write('one.eml', mail('one'))
    await run()
    const target = path.join(mailServer.folder, 'backup')
    const withStore = engine === 'sqlite'
    const into = (dataFolder: string) => ({
      dataFolder,
      s3: null,
      database: withStore ? path.join(dataFolder, 'yanshu.db') : mailServer.context.config.database,
    })
    const made = await createBackup(mailServer.context, target, { withStore })
    expect(made.blobs).toBe(1)
    await expect(createBackup(mailServer.context, target)).rejects.toThrow('not empty')
    const restored = path.join(mailServer.folder, 'restored')
    expect({ ...(await restoreBackup(target, into(restored))), linked: 0, lost: [] }).toEqual(made)
    const [one] = await mailServer.mailsOf(wei)
    const blobs = await openBlobStore(into(restored))
    expect((await blobs.readAll(one?.raw_hash ?? '')).length).toBe(one?.size)
    blobs.close()
    if (engine === 'sqlite') {
      const { openStore } = await import('../../store/database/open.ts')
      const store = await openStore(path.join(restored, 'yanshu.db'))
      expect(await store.db.selectFrom('mail').select('id').execute()).toHaveLength(1)
      await store.close()
    }
    const hash = one?.raw_hash ?? ''
    const damaged = blobPath(target, hash)
    // A new file: the old one is the same as the server's.
    await rm(damaged)
    await writeFile(damaged, 'damaged')
    await expect(restoreBackup(target, into(path.join(mailServer.folder, 'third')))).rejects.toThrow('is damaged')
  })

  // How files and their names are read does not depend on the store.
  if (engine !== engines[0]) return

  test('given folders of .eml, an mbox and a Maildir, then all of it is there with marks and dates', async () => {
    await write('a/one.eml', mail('one', 'Status: RO\n'))
    await write('a/b/two.eml', mail('two', 'X-Mozilla-Status: 1004\n').replaceAll('\n', '\r\n'))
    await write('a/notes.txt', 'not mail')
    await write('maildir/cur/1.host:2,SRF', mail('three'))
    await write('maildir/new/2.host', mail('four'))
    await write('maildir/tmp/3.host', mail('half'))
    await write('box', `${FROM}${mail('five')}\n${FROM}${mail('six', 'Status: O\n')}\n`)
    const done = await run()
    expect(done).toMatchObject({ imported: 6, known: 0, bad: 0 })
    const mails = new Map((await mailServer.mailsOf(wei)).map((one) => [one.subject, one]))
    expect([...mails.keys()].sort()).toEqual(['five', 'one', 'six', 'two'])
    // A Maildir below the folder that was named is a folder of mail.
    expect(await subjectsByFolder()).toMatchObject({ maildir: ['four', 'three'] })
    expect(mails.get('one')).toMatchObject({ seen: 1 })
    expect(mails.get('two')).toMatchObject({ seen: 0, forwarded: 1 })
    expect(mails.get('six')).toMatchObject({ seen: 0 })
    const rows = await mailServer.context.store.db.selectFrom('mail').select('received_at').distinct().execute()
    expect(rows).toEqual([{ received_at: Date.parse('2015-11-20T01:00:00Z') }])
  })

  test('given a Maildir with subfolders of both kinds, then they become folders and every mail keeps its marks', async () => {
    const letter = async (file: string, subject: string) => write(path.join('Maildir', file), mail(subject))
    await letter('cur/1.host:2,FRS', 'answered and starred')
    await letter('cur/2.host:2,PS', 'passed on')
    await letter('cur/3.host:2,ST', 'thrown away')
    await letter('cur/4.host', 'without a mark')
    await letter('new/5.host', 'new')
    await letter('tmp/6.host', 'half')
    await letter('.Archive.2019/cur/7.host:2,S', 'old')
    await letter('.Archive.2019/new/8.host', 'old and unread')
    // 工作 in modified UTF-7, and Courier's way of naming.
    await letter('.INBOX.&XeVPXA-/cur/9.host:2,S', 'work')
    await letter('.&XeVPXA-/new/never', 'work too')
    await letter('.Sent/cur/10.host:2,S', 'sent')
    await letter('.Junk/cur/11.host:2,', 'junk')
    await letter('Projects/Geese/cur/12.host:2,S', 'nested')
    await mkdir(path.join(sources, 'Maildir/.Archive.2019/tmp'), { recursive: true })
    for (const folder of ['.Archive.2019', '.INBOX.&XeVPXA-', '.&XeVPXA-', '.Sent', '.Junk', 'Projects/Geese']) {
      for (const part of ['cur', 'new']) await mkdir(path.join(sources, 'Maildir', folder, part), { recursive: true })
    }
    // No Maildir, so nothing of it is mail.
    await letter('.cache/1.eml', 'cached')
    const done = await run([path.join(sources, 'Maildir')])
    expect(done).toMatchObject({ imported: 11, deleted: 1, bad: 0 })
    expect(await subjectsByFolder()).toEqual({
      收件箱: ['answered and starred', 'new', 'passed on', 'without a mark'],
      'Archive/2019': ['old', 'old and unread'],
      工作: ['work', 'work too'],
      已发送: ['sent'],
      垃圾邮件: ['junk'],
      'Projects/Geese': ['nested'],
    })
    const marks = new Map((await marksOf()).map(({ subject, ...flags }) => [subject, flags]))
    expect(marks.get('answered and starred')).toEqual({ seen: 1, replied: 1, forwarded: 0, color: 1 })
    expect(marks.get('passed on')).toEqual({ seen: 1, replied: 0, forwarded: 1, color: 0 })
    for (const unread of ['without a mark', 'new', 'old and unread', 'junk']) {
      expect(marks.get(unread), unread).toEqual({ seen: 0, replied: 0, forwarded: 0, color: 0 })
    }
    // Again, nothing is twice and no folder is made a second time.
    expect(await run([path.join(sources, 'Maildir')])).toMatchObject({ imported: 0 })
    expect(Object.keys(await subjectsByFolder())).toHaveLength(6)
  })

  test('given a folder to import into, then the subfolders of a Maildir get its name before theirs', async () => {
    await write('Maildir/cur/1.host:2,S', mail('one'))
    await mkdir(path.join(sources, 'Maildir/new'))
    await write('Maildir/.Sent/cur/2.host:2,S', mail('two'))
    await mkdir(path.join(sources, 'Maildir/.Sent/new'))
    const done = await importMail(mailServer.context, mailServer.preparer, {
      accountId: wei,
      folderId: await importFolder(mailServer.context, wei, '旧系统'),
      paths: [path.join(sources, 'Maildir')],
    })
    expect(Object.fromEntries(done.folders)).toEqual({ 旧系统: 1, '旧系统/Sent': 1 })
    expect(await subjectsByFolder()).toEqual({ 旧系统: ['one'], '旧系统/Sent': ['two'] })
  })

  test('given mbox dialects, then quoting is taken back and a line that only looks like one starts no mail', async () => {
    const tricky = `${FROM}Subject: x\n\n>From the start\n>>From twice\nFrom here on it is text\n\nFrom a friend\n`
    const file = await write('box', `${tricky}\n${FROM}Subject: y\r\n\r\nlast\r\n`)
    const bodies: string[] = []
    for await (const one of readMbox(file)) if ('raw' in one) bodies.push(Buffer.from(one.raw).toString())
    expect(bodies).toEqual([
      'Subject: x\n\nFrom the start\n>From twice\nFrom here on it is text\n\nFrom a friend\n',
      'Subject: y\r\n\r\nlast\r\n',
    ])
  })

  test('given a line of text that begins with “From ” and a date, then the mail stays whole; From_ lines need no date', async () => {
    const header = (subject: string) => `From: Hu Min <hu.min@partner.example>\nSubject: ${subject}\n\n`
    const texts = [
      `${header('lift')}Dear all,\n\nFrom 9:30 on 5 March 2020 the lift is closed.\nPlease take the stairs.\n`,
      `${header('no date')}First.\n\nFrom 10:00 on 6 March 2020\n\nFrom here: on\nNote: this is text\n`,
      `${header('lone sender')}Second.\n\nFrom 11:00 on 7 March 2020 it is open:\nNote: by the side door\n`,
      'X-Custom-First: 1\nSubject: other field\n\nThird.\n',
      '>From old@host Tue Mar  3 01:00:00 2020\nSubject: nested\n\nFourth.\n',
      `${header('last')}From a cut line`,
    ]
    const froms = [
      'From hu.min@partner.example Tue Mar  3 01:00:00 2020',
      'From hu.min@partner.example',
      'From Hu Min',
      'From ???@??? Tue Mar 03 01:00:00 2020',
      'From MAILER-DAEMON',
      'From -',
    ]
    const file = await write('texts', texts.map((text, at) => `${froms[at]}\n${text}`).join('\n'))
    const read: string[] = []
    for await (const one of readMbox(file)) if ('raw' in one) read.push(Buffer.from(one.raw).toString())
    // The line that an old program kept inside of the header is no longer quoted.
    expect(read).toEqual(texts.map((text) => text.replace(/^>From /, 'From ')))
    const {
      sources: [source],
    } = await findSources([path.dirname(file)])
    expect(source?.kind).toBe('mbox')
  })

  test('given a mailbox of Google Takeout, then each mail lies where it lay, with its marks and labels', async () => {
    const takeout = (subject: string, labels: string) =>
      `${FROM}X-GM-THRID: 1\nX-Gmail-Labels: ${labels}\n${mail(subject)}\n`
    await write('all.mbox', [
      takeout('own', '=?UTF-8?Q?Inbox,Unread,Starred,=E9=A1=B9=E7=9B=AE=2FA?='),
      takeout('sent', 'Sent,Opened'),
      takeout('bin', 'Trash,Opened,=?UTF-8?Q?=E9=A1=B9=E7=9B=AE=2FA?='),
      takeout('archive', 'Archived,Opened,Important,\n Category Updates,"a, b"'),
      takeout('chinese', '=?UTF-8?B?5pS25Lu2566xLOacquivuw==?='),
      takeout('to myself', 'Inbox,Sent,Opened'),
    ].join('')) // biome-ignore format: lines of a file
    expect(await run()).toMatchObject({ imported: 6, bad: 0 })
    expect(await subjectsByFolder()).toEqual({
      收件箱: ['chinese', 'own', 'to myself'],
      已发送: ['sent'],
      回收站: ['bin'],
      Archived: ['archive'],
    })
    const marks = new Map((await marksOf()).map(({ subject, seen, color }) => [subject, [seen, color]]))
    expect(Object.fromEntries(marks)).toEqual({
      own: [0, 1], sent: [1, 0], bin: [1, 0], archive: [1, 0], chinese: [0, 0], 'to myself': [1, 0],
    }) // biome-ignore format: a table
    const labels = () =>
      mailServer.context.store.db
        .selectFrom('label')
        .select(['name', 'total', 'unread'])
        .where('account_id', '=', wei)
        .orderBy('name')
        .execute()
    const made = [
      { name: 'a, b', total: 1, unread: 0 },
      // What lies in the recycle bin is not counted.
      { name: '项目/A', total: 1, unread: 1 },
    ]
    expect(await labels()).toEqual(made)
    await write('again.mbox', takeout('own', '=?UTF-8?Q?Inbox,Unread,Starred,=E9=A1=B9=E7=9B=AE=2FA?='))
    expect(await run()).toMatchObject({ imported: 0, known: 1 })
    expect(await labels()).toEqual(made)
  })

  test('given the name of a folder, then a system folder is found and another is made once', async () => {
    const id = await importFolder(mailServer.context, wei, '旧邮件')
    expect(await importFolder(mailServer.context, wei, ' 旧邮件 ')).toBe(id)
    expect(await importFolder(mailServer.context, wei, 'Sent')).toBe(
      await folderOfRole(mailServer.context.store.db, wei, 'sent'),
    )
    expect(await importFolder(mailServer.context, wei, '收件箱')).toBe(
      await folderOfRole(mailServer.context.store.db, wei, 'inbox'),
    )
    await expect(importFolder(mailServer.context, wei, 'x'.repeat(31))).rejects.toThrow('cannot be the name')
  })
})

test('given names of folders of other systems, then they are read and fit', () => {
  expect(maildirPath('.Archive.2019')).toEqual(['Archive', '2019'])
  expect(maildirPath('.INBOX.&XeVPXA-.R&-D')).toEqual(['工作', 'R&D'])
  expect(maildirPath('.工作')).toEqual(['工作'])
  expect(decodeFolderName('&a-&2D0-')).toBe('&a-&2D0-')
  const long = 'a'.repeat(40)
  expect(folderNameFor(['top', long], new Set())).toBe('a'.repeat(30))
  expect(folderNameFor(['other', long], new Set(['a'.repeat(30)]))).toBe(`${'a'.repeat(28)} 2`)
  expect(folderNameFor(['😀', 'x\u0007'], new Set())).toBe('x')
  expect(folderNameFor(['😀'], new Set())).toBe('Maildir')
})

test('given what other programs note, then it is understood', () => {
  const header = (text: string) => flagsOfHeader(Buffer.from(`${text}\n\nStatus: R\n`))
  expect(header('Subject: x')).toBeNull()
  expect(header('Status: RO\nX-Status: AF')).toMatchObject({ seen: true, replied: true, flagged: true })
  expect(header('X-Mozilla-Status: 0003')).toMatchObject({ seen: true, replied: true, flagged: false })
  expect(flagsOfMaildirName('1.2.host:2,')).toMatchObject({ seen: false })
  expect(flagsOfMaildirName('1.2.host;2,ST')).toMatchObject({ seen: true, deleted: true })
  expect(flagsOfMaildirName('message.eml')).toBeNull()
})
