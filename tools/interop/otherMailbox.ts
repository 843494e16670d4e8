import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MigrationFolder } from '@yanshu/contracts'
import { freePort } from '../../server/src/testing/freePort.ts'
import { runYanshu } from '../../server/src/testing/yanshuCommand.ts'
import { ApiClient } from '../bench/apiClient.ts'
import { type ServerProcess, startServer } from '../bench/serverProcess.ts'
import { ROOT } from '../steps.ts'
import { type Foreign, run as runProgram, until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { PASSWORD } from './people.ts'

const OWNER = 'vmail-yanshu'
const ADDRESS = 'li.na@old.example'
const NEW_ADDRESS = 'li.na@new.example'
const OLD_PASSWORD = 'old 密码'
const MAILS = 3_000
/** How often the server is killed while it brings them. */
const KILLS = 3

interface OldFolder {
  /** Below the Maildir, by Maildir++: in modified UTF-7 behind dots; '' for the inbox. */
  readonly directory: string
  readonly names: string
  readonly mails: number
}

const FOLDERS: readonly OldFolder[] = [
  { directory: '', names: 'INBOX', mails: MAILS / 2 },
  { directory: '.Sent', names: 'Sent', mails: MAILS / 4 },
  { directory: '.&mHl27g-', names: '项目', mails: MAILS / 8 },
  { directory: '.&mHl27g-.2025 &XnQ-', names: '项目/2025 年', mails: MAILS / 8 },
]

/** Every so many mails one of these, as other systems have let them in. */
const HOSTILE: readonly ((at: number) => Buffer)[] = [
  () => Buffer.from('no header at all\n'),
  (at) => Buffer.from(`Subject: nul ${at}\n\na\0b\n`, 'latin1'),
  (at) =>
    Buffer.concat([Buffer.from(`Subject: `), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from(` ${at}\n\nx\n`)]),
  (at) => Buffer.from(`Subject: long ${at}\n\n${'a'.repeat(100_000)}\n`),
  (at) => Buffer.from(`Subject: folded ${at}\n${' x\n'.repeat(3_000)}\nx\n`),
  (at) => Buffer.from(`Subject: dates ${at}\nDate: Thu, 1 Jan 1969 00:00:00 +0000\n\nx\n`),
]

const FIRST_AT = Date.UTC(2020, 0, 1)
const HOUR_MS = 3_600_000

function mailAt(names: string, at: number): Buffer {
  const hostile = at % 50 === 49 ? HOSTILE[Math.floor(at / 50) % HOSTILE.length] : undefined
  if (hostile) return hostile(at)
  return Buffer.from(
    `From: Someone <a${at % 97}@elsewhere.example>\nTo: ${ADDRESS}\nSubject: ${names} ${at}\nMessage-ID: <${at}.${Buffer.from(names).toString('hex')}@old.example>\nDate: ${new Date(FIRST_AT + at * HOUR_MS).toUTCString()}\n\n第 ${at} 封\n${'text '.repeat(at % 200)}\n`,
  )
}

/** Writes the old mailbox as a Maildir: each third mail read, each seventh answered, each eleventh flagged. */
function writeMaildir(maildir: string): void {
  for (const { directory, names, mails } of FOLDERS) {
    const folder = path.join(maildir, directory)
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(path.join(folder, part), { recursive: true })
    for (let at = 0; at < mails; at++) {
      const flags = `${at % 11 === 0 ? 'F' : ''}${at % 7 === 0 ? 'R' : ''}${at % 3 === 0 ? 'S' : ''}`
      const seconds = FIRST_AT / 1_000 + at * 3_600
      const file = path.join(folder, 'cur', `${seconds}.M${at}.old:2,${flags}`)
      writeFileSync(file, mailAt(names, at))
      utimesSync(file, seconds, seconds)
    }
  }
}

/** A Dovecot of its own with one mailbox, which asks for TLS and has a certificate of its own signature. */
async function startDovecot(folder: string): Promise<Foreign> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  if (spawnSync('id', [OWNER]).status !== 0) runProgram('useradd', ['--system', '--no-create-home', OWNER])
  writeMaildir(path.join(folder, 'mail', ADDRESS))
  runProgram('chown', ['-R', OWNER, path.join(folder, 'mail')])
  const users = path.join(folder, 'users')
  writeFileSync(users, `${ADDRESS}:{PLAIN}${OLD_PASSWORD}\n`)
  const tls = path.join(ROOT, 'server/src/testing/test-only-tls')
  const log = path.join(folder, 'dovecot.log')
  const conf = path.join(folder, 'dovecot.conf')
  writeFileSync(
    conf,
    `base_dir = ${path.join(folder, 'run')}
state_dir = ${path.join(folder, 'state')}
log_path = ${log}
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${path.join(tls, 'cert.pem')}
ssl_key = <${path.join(tls, 'key.pem')}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
passdb {
  driver = passwd-file
  args = ${users}
}
userdb {
  driver = static
  args = uid=${OWNER} gid=${OWNER} home=${path.join(folder, 'mail')}/%u
}
mail_location = maildir:~/
first_valid_uid = 1
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
  }
}
`,
  )
  const child = spawn('/usr/sbin/dovecot', ['-F', '-c', conf], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    log: () => readFileSync(log, 'utf8'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A whole old mailbox is brought from Dovecot by a server that is killed again and again, then once more. */
export async function bringOldMailbox(run: InteropRun): Promise<void> {
  const { step, folder } = run
  const dovecot = await step(`Dovecot has an old mailbox of ${MAILS} mails`, () =>
    startDovecot(path.join(folder, 'dovecot')),
  )
  run.atEnd(() => dovecot.stop())
  const data = path.join(folder, 'migrating')
  const yanshu = async (words: readonly string[], input = '') => {
    const { code, err } = await runYanshu({ dataFolder: data, database: '' }, words, input)
    assert.equal(code, 0, err)
  }
  const environment = { YANSHU_MIGRATION_HOSTS: '127.0.0.1' }
  let server: ServerProcess = await startServer(data, [], environment)
  run.atEnd(() => server.stop())
  await yanshu(['domain', 'add', 'new.example'])
  await yanshu(['user', 'add', NEW_ADDRESS, '--name', '李娜'], `${PASSWORD}\n`)
  await yanshu(['switch', 'set', 'mailMoveEnable', 'on'])
  const login = {
    ...{ host: '127.0.0.1', port: dovecot.port, security: 'tls' as const, user: ADDRESS, password: OLD_PASSWORD },
    certificate: '',
  }
  const person = () => ApiClient.logIn(server.url, NEW_ADDRESS, PASSWORD)
  const newest = async () => {
    const [one] = (await (await person()).get('mail/mailMig/get')).list
    assert.ok(one)
    return one
  }
  const doneOf = (folders: readonly MigrationFolder[]) =>
    folders.reduce((sum, { brought, known, noted }) => sum + brought + known + noted, 0)

  await step('Its certificate is shown, and its folders are listed once it is accepted', async () => {
    const na = await person()
    const { certificate } = await na.post('mail/mailMig/test', login)
    assert.equal(certificate?.problem, 'selfSigned')
    login.certificate = certificate.certificate
    const { folders } = await na.post('mail/mailMig/test', login)
    const listed = folders.map(({ names, mails, role }) => `${names.join('/')} ${mails} ${role}`).toSorted()
    const wanted = FOLDERS.map(({ names, mails }) => `${names} ${mails} ${ROLES[names] ?? null}`).toSorted()
    assert.deepEqual(listed, wanted)
    const paths = folders.map(({ path: one }) => one)
    await na.post('mail/mailMig/save', { server: login, paths })
  })
  await step(`It is brought by a server that is killed ${KILLS} times meanwhile`, async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const mark = (MAILS * kill) / (KILLS + 2)
      await until(`${mark} mails are here`, async () => doneOf((await newest()).folders) >= mark)
      await server.kill()
      server = await startServer(data, [], environment)
    }
    await until('the migration has ended', async () => (await newest()).state === 'finished')
  })
  await step('Every mail is here once, in its folder, with its date and marks', () => requireSame(data))
  await step('A second run brings what is new, and nothing twice', async () => {
    const file = path.join(folder, 'dovecot', 'mail', ADDRESS, 'cur', '1700000000.M1.new:2,S')
    writeFileSync(file, 'Subject: after the first run\n\nx\n')
    runProgram('chown', [OWNER, file])
    const { id } = await newest()
    await (await person()).post('mail/mailMig/update', { id, act: 'again', password: OLD_PASSWORD })
    await until('the second run has ended', async () => (await newest()).state === 'finished')
    assert.equal(doneOf((await newest()).folders), MAILS + 1)
    assert.equal(rowsOf(data).length, MAILS + 1)
  })
}

const ROLES: Readonly<Record<string, string>> = { INBOX: 'inbox', Sent: 'sent' }

/** The mails of the new mailbox as the store has them. */
function rowsOf(data: string) {
  const store = new DatabaseSync(path.join(data, 'yanshu.db'), { readOnly: true })
  try {
    return store
      .prepare(
        `select folder.name, mail.received_at as at, mail.seen, mail.replied, mail.color, message.raw_hash as hash
          from mail join folder on folder.id = mail.folder_id join message on message.id = mail.message_id`,
      )
      .all() as { name: string; at: number; seen: number; replied: number; color: number; hash: string }[]
  } finally {
    store.close()
  }
}

const HERE: Readonly<Record<string, string>> = { INBOX: '收件箱', Sent: '已发送' }

/** Compares the store with what was written into the Maildir, mail by mail. Lines end by CRLF over IMAP. */
function requireSame(data: string): void {
  const wanted = FOLDERS.flatMap(({ names, mails }) =>
    Array.from({ length: mails }, (_, at) => {
      // No string of IMAP may hold NUL (RFC 9051 §4.3); Dovecot sends 0x80 in its place.
      const bytes = mailAt(names, at).toString('latin1').replaceAll('\n', '\r\n').replaceAll('\0', '\x80')
      const hash = createHash('sha256').update(Buffer.from(bytes, 'latin1')).digest('hex')
      const marks = [at % 3 === 0, at % 7 === 0, at % 11 === 0].map(Number).join('')
      return `${HERE[names] ?? names} ${FIRST_AT + at * HOUR_MS} ${marks} ${hash}`
    }),
  )
  const found = rowsOf(data).map(
    ({ name, at, seen, replied, color, hash }) => `${name} ${at} ${seen}${replied}${color} ${hash}`,
  )
  assert.deepEqual(found.toSorted(), wanted.toSorted())
}
