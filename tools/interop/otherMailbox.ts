import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MigrationFolder } from '@yanshu/contracts'
import { openServer } from '../../server/src/areas/migration/server/openServer.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { freePort } from '../../server/src/testing/freePort.ts'
import { runYanshu } from '../../server/src/testing/yanshuCommand.ts'
import { ApiClient } from '../bench/apiClient.ts'
import { type ServerProcess, startServer } from '../bench/serverProcess.ts'
import { ROOT } from '../steps.ts'
import { until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { measureMigration, watchMemory } from './migrationRate.ts'
import { OLD_BOOKS, OLD_SCRIPT, startRadicale } from './oldBooks.ts'
import { addOldMail, OLD_ADDRESS, OLD_PASSWORD, oldFolders, startOldDovecot } from './oldDovecot.ts'
import { PASSWORD } from './people.ts'
import { startRoughProxy } from './roughProxy.ts'

const NEW_ADDRESS = 'li.na@new.example'
const USUAL_MAILS = 2_000
const RATE_MAILS = 5_000
const BROUGHT_BOOK = { state: 'done', reason: '', noted: 0 }
/** From so many mails on, the run is a measurement by hand: killed ten times, and with pauses, each of which lasts minutes. */
const LARGE_MAILS = 10_000
const PATIENCE_MS = 60 * 60_000
/** Bytes after which the proxy cuts a connection, on average: less than the largest mail has. */
const BYTES_UNTIL_CUT = 400_000
const ENVIRONMENT = { YANSHU_MIGRATION_HOSTS: '127.0.0.1' }
const NEW_MAIL = 'Subject: after the first run\n\nx\n'
const ROLES: Readonly<Record<string, string>> = { INBOX: 'inbox', Sent: 'sent' }
const HERE: Readonly<Record<string, string>> = { INBOX: '收件箱', Sent: '已发送' }

/**
 * A whole old mailbox is brought from Dovecot through a proxy that cuts connections, refuses commands and asks for pauses, by a
 * server that is killed again and again; then once more. Both sides are compared mail by mail, the other one read by IMAP.
 */
export async function bringOldMailbox(run: InteropRun, mails = USUAL_MAILS): Promise<void> {
  const { step, folder } = run
  const isLarge = mails >= LARGE_MAILS
  const kills = isLarge ? 10 : 3
  const folders = oldFolders(mails)
  const place = path.join(folder, 'dovecot')
  const dovecot = await step(`Dovecot has an old mailbox of ${mails} mails`, () => startOldDovecot(place, folders))
  run.atEnd(() => dovecot.stop())
  const tls = path.join(ROOT, 'server/src/testing/test-only-tls')
  const identity = { key: readFileSync(path.join(tls, 'key.pem')), cert: readFileSync(path.join(tls, 'cert.pem')) }
  const proxy = await startRoughProxy(dovecot.port, identity, {
    bytesUntilCut: BYTES_UNTIL_CUT,
    fetchesUntilNo: 8,
    fetchesUntilPause: isLarge ? 200 : Number.POSITIVE_INFINITY,
  })
  run.atEnd(() => proxy.stop())
  const data = path.join(folder, 'migrating')
  const yanshu = async (words: readonly string[], input = '') => {
    const { code, err } = await runYanshu({ dataFolder: data, database: '' }, words, input)
    assert.equal(code, 0, err)
  }
  let server: ServerProcess = await startServer(data, [], ENVIRONMENT)
  run.atEnd(() => server.stop())
  const memory = watchMemory(() => server)
  run.atEnd(memory.stop)
  await yanshu(['domain', 'add', 'new.example'])
  await yanshu(['user', 'add', NEW_ADDRESS, '--name', '李娜'], `${PASSWORD}\n`)
  await yanshu(['switch', 'set', 'mailMoveEnable', 'on'])
  const login = {
    ...{ host: '127.0.0.1', port: proxy.port, security: 'tls' as const, login: 'password' as const },
    ...{ user: OLD_ADDRESS, password: OLD_PASSWORD, certificate: '' },
  }
  const person = () => ApiClient.logIn(server.url, NEW_ADDRESS, PASSWORD)
  let na = await person()
  const newest = async () => {
    const [one] = (await na.get('mail/mailMig/get')).list
    assert.ok(one)
    return one
  }
  const ended = async (state: string) => {
    const one = await newest()
    if (one.state === 'failed') throw new Error(`it has failed: ${one.reason}`)
    return one.state === state
  }

  await step('Its certificate is shown, and its folders are counted once it is accepted', async () => {
    const { certificate } = await na.post('mail/mailMig/test', login)
    assert.equal(certificate?.problem, 'selfSigned')
    login.certificate = certificate.certificate
    const { folders: shown } = await na.post('mail/mailMig/test', login)
    const listed = shown.map(({ names, mails: count, role }) => `${names.join('/')} ${count} ${role}`).toSorted()
    const wanted = folders.map(({ names, mails: count }) => `${names} ${count} ${ROLES[names] ?? null}`).toSorted()
    assert.deepEqual(listed, wanted)
    const paths = shown.map(({ path: one }) => one)
    await na.post('mail/mailMig/save', { server: login, paths, dry: true })
    await until('all is counted', () => ended('paused'), PATIENCE_MS)
    const { folders: counted, id } = await newest()
    assert.equal(
      counted.reduce((sum, { estimate }) => sum + (estimate?.bring ?? 0), 0),
      mails,
    )
    await na.post('mail/mailMig/update', { id, act: 'resume' })
  })
  await step(
    `It is brought by a server that is killed ${kills} times, over connections that break and refuse`,
    async () => {
      for (let kill = 1; kill <= kills; kill++) {
        const mark = (mails * kill) / (kills + 2)
        await until(`${mark} mails are here`, async () => doneOf((await newest()).folders) >= mark, PATIENCE_MS)
        await server.kill()
        server = await startServer(data, [], ENVIRONMENT)
        na = await person()
      }
      await until('the migration has ended', () => ended('finished'), PATIENCE_MS)
      console.log(`   Memory of the servers: ${memory.mostMegabytes()} MB at most`)
    },
  )
  await step('What the other server has refused is named, and nothing is lost or twice', async () => {
    const { cuts, refusals, pauses } = proxy.done
    console.log(`   The proxy: ${cuts} connections cut, ${refusals} commands refused, ${pauses} pauses asked for`)
    assert.ok(cuts > 0 && refusals > 0)
    const { folders: brought } = await newest()
    assert.equal(doneOf(brought), mails)
    assert.equal(rowsOf(data).length, mails - brought.reduce((sum, { noted }) => sum + noted, 0))
  })
  await step('A second run brings what was refused and what is new, and nothing twice', async () => {
    proxy.calm()
    addOldMail(place, NEW_MAIL)
    const { id } = await newest()
    await na.post('mail/mailMig/update', { id, act: 'again', password: OLD_PASSWORD })
    await until('the second run has ended', () => ended('finished'), PATIENCE_MS)
    const { folders: brought } = await newest()
    assert.equal(doneOf(brought), mails + 1)
    assert.equal(
      brought.reduce((sum, { noted }) => sum + noted, 0),
      0,
    )
  })
  await step('Every mail is here once, byte by byte, in its folder, with its date and marks', async () => {
    const there = await mailsThere({ ...login, port: dovecot.port })
    assert.equal(there.length, mails + 1)
    assert.deepEqual(rowsOf(data).toSorted(), there.toSorted())
  })
  const elsewhere = path.join(folder, 'dovecot-elsewhere')
  const empty = folders.slice(0, 1).map((one) => ({ ...one, mails: 0 }))
  const target = await startOldDovecot(elsewhere, empty)
  run.atEnd(() => target.stop())
  await step(
    'It is copied out to another Dovecot by a server that is killed, twice: every mail is there once',
    async () => {
      const { folderList, customList } = await na.get('mail/main/folder/list')
      const own = [...folderList.filter(({ role }) => ['inbox', 'sent'].includes(role)), ...customList]
      const place = { ...login, port: target.port }
      const mailboxIds = own.map(({ folderId }) => folderId)
      const { id: countedId } = await na.post('mail/mailMig/out', { server: place, mailboxIds, dry: true })
      await until('all is counted', () => ended('paused'), PATIENCE_MS)
      assert.equal(
        (await newest()).folders.reduce((sum, { estimate }) => sum + (estimate?.bring ?? 0), 0),
        mails + 1,
      )
      await na.post('mail/mailMig/update', { id: countedId, act: 'resume' })
      await until('half of it is there', async () => doneOf((await newest()).folders) >= mails / 2, PATIENCE_MS)
      await server.kill()
      server = await startServer(data, [], ENVIRONMENT)
      na = await person()
      await until('the copy has ended', () => ended('finished'), PATIENCE_MS)
      const { id, folders: copied } = await newest()
      assert.equal(
        copied.reduce((sum, { thereFound }) => sum + (thereFound ?? 0), 0),
        mails + 1,
      )
      await na.post('mail/mailMig/update', { id, act: 'again', password: OLD_PASSWORD })
      await until('the second copy has ended', () => ended('finished'), PATIENCE_MS)
      const there = await mailsThere({ ...login, port: dovecot.port })
      assert.deepEqual((await mailsThere(place)).toSorted(), there.toSorted())
    },
  )
  await step('Contacts and calendars come from Radicale, filters from Pigeonhole', async () => {
    const radicale = await startRadicale(path.join(folder, 'radicale'))
    run.atEnd(() => radicale.stop())
    const sieve = { port: await freePort(), script: OLD_SCRIPT }
    const filters = await startOldDovecot(path.join(folder, 'dovecot-filters'), empty, { sieve })
    run.atEnd(() => filters.stop())
    await yanshu(['user', 'add', 'books@new.example', '--name', '书'], `${PASSWORD}\n`)
    const client = await ApiClient.logIn(server.url, 'books@new.example', PASSWORD)
    const place = { ...login, port: filters.port }
    const more = { contacts: true, calendars: true, dav: `https://127.0.0.1:${radicale.port}/` }
    await client.post('mail/mailMig/save', { server: place, paths: ['INBOX'], ...more })
    const newestOf = async () => (await client.get('mail/mailMig/get')).list[0]
    await until('they are here', async () => (await newestOf())?.state === 'finished', PATIENCE_MS)
    for (const { kind, state, reason, brought, noted } of (await newestOf())?.books ?? []) {
      assert.deepEqual({ kind, state, reason, brought, noted }, { kind, ...BROUGHT_BOOK, brought: OLD_BOOKS[kind] })
    }
    assert.equal((await newestOf())?.books.length, 2)
    const { rules } = await client.post('mail/mailMig/rules', { server: place, port: sieve.port, make: [0] })
    assert.deepEqual(
      rules.map(({ name, folder: into, state }) => [name, into, state]),
      [['账单', '账单', 'made']],
    )
  })
  await step('A mailbox is brought from a Dovecot beside it, and measured', async () => {
    for (const local of ['rate', 'beside']) {
      await yanshu(['user', 'add', `${local}@new.example`, '--name', local], `${PASSWORD}\n`)
    }
    const { certificate } = login
    const addresses = { into: 'rate@new.example', other: 'beside@new.example' }
    await measureMigration(run, { server, ...addresses, certificate, mails: RATE_MAILS })
  })
}

const doneOf = (folders: readonly MigrationFolder[]) =>
  folders.reduce((sum, { brought, known, noted }) => sum + brought + known + noted, 0)

/** Every mail of the new mailbox as the store has it: its folder, date, marks and the SHA-256 of its bytes. */
function rowsOf(data: string): string[] {
  const store = new DatabaseSync(path.join(data, 'yanshu.db'), { readOnly: true })
  try {
    const rows = store
      .prepare(
        `select folder.name, mail.received_at as at, mail.seen, mail.replied, mail.color, message.raw_hash as hash
          from mail join folder on folder.id = mail.folder_id join message on message.id = mail.message_id`,
      )
      .all()
    return rows.map(({ name, at, seen, replied, color, hash }) => `${name} ${at} ${seen}${replied}${color} ${hash}`)
  } finally {
    store.close()
  }
}

/** The same of the old mailbox, read by IMAP. */
async function mailsThere(login: Parameters<typeof openServer>[1]): Promise<string[]> {
  const config = readConfig({ ...ENVIRONMENT, YANSHU_DATA: '/nowhere' })
  const client = await openServer(config, login)
  const found: string[] = []
  for (const { path: folder, name } of await client.list()) {
    await client.mailboxOpen(folder, { readOnly: true })
    for await (const one of client.fetch('1:*', { uid: true, flags: true, internalDate: true, source: true })) {
      const has = (flag: string) => Number(one.flags?.has(flag) ?? false)
      const marks = `${has('\\Seen')}${has('\\Answered')}${has('\\Flagged')}`
      const hash = createHash('sha256')
        .update(one.source ?? '')
        .digest('hex')
      found.push(
        `${HERE[folder] ?? nameHere(folder, name)} ${new Date(one.internalDate ?? 0).getTime()} ${marks} ${hash}`,
      )
    }
  }
  await client.logout()
  return found
}

/** Folders in folders have their whole name here. */
const nameHere = (folder: string, name: string) => (folder === name ? name : folder.replaceAll('.', '/'))
