import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import path from 'node:path'
import { freePort } from '../../server/src/testing/freePort.ts'
import { ROOT } from '../steps.ts'
import { type Foreign, until } from './foreignServers.ts'
import { OLD_ADDRESS, OLD_PASSWORD } from './oldDovecot.ts'

const TLS = path.join(ROOT, 'server/src/testing/test-only-tls')
const USER = encodeURIComponent(OLD_ADDRESS)

const card = (at: number) =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:old-${at}\r\nFN:旧 联系人 ${at}\r\nN:旧;联系人 ${at};;;\r\nEMAIL:old${at}@elsewhere.example\r\nEND:VCARD\r\n`
const event = (at: number) =>
  `BEGIN:VEVENT\r\nUID:event-${at}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:2026010${at}T010000Z\r\nDTEND:2026010${at}T020000Z\r\nSUMMARY:旧日程 ${at}\r\nEND:VEVENT\r\n`
const CALENDAR = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//old//EN\r\n${[1, 2].map(event).join('')}END:VCALENDAR\r\n`

/** What the old system has of each kind. */
export const OLD_BOOKS = { contacts: 3, calendars: 2 } as const

/** The script of the old mailbox, as Dovecot's Pigeonhole keeps it. */
export const OLD_SCRIPT =
  'require ["fileinto"];\n# rule:[账单]\nif header :contains "subject" "账单" {\n  fileinto "账单";\n}\n'

/** A Radicale of its own with the contacts and a calendar of the old mailbox, over TLS. */
export async function startRadicale(folder: string): Promise<Foreign> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const users = path.join(folder, 'users')
  writeFileSync(users, `${OLD_ADDRESS}:${OLD_PASSWORD}\n`)
  const conf = path.join(folder, 'radicale.conf')
  writeFileSync(
    conf,
    `[server]
hosts = 127.0.0.1:${port}
ssl = True
certificate = ${path.join(TLS, 'cert.pem')}
key = ${path.join(TLS, 'key.pem')}
[auth]
type = htpasswd
htpasswd_filename = ${users}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${path.join(folder, 'collections')}
`,
  )
  const child = spawn('/usr/bin/radicale', ['-C', conf], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  await until('Radicale answers', async () => (await put(port, '', null)) !== 0)
  assert.equal(await put(port, 'contacts', { type: 'text/vcard', text: [1, 2, 3].map(card).join('') }), 201)
  assert.equal(await put(port, 'calendar', { type: 'text/calendar', text: CALENDAR }), 201)
  return { port, log: () => '', stop }
}

/** Writes a whole collection there; without one it only asks. Answers the status, 0 while nothing listens. */
const put = (port: number, name: string, content: { readonly type: string; readonly text: string } | null) =>
  new Promise<number>((resolve) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, rejectUnauthorized: false, method: content ? 'PUT' : 'GET' },
        path: content ? `/${USER}/${name}/` : '/.web/',
        auth: `${OLD_ADDRESS}:${OLD_PASSWORD}`,
        headers: content ? { 'content-type': `${content.type}; charset=utf-8` } : {},
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    sent.once('error', () => resolve(0))
    sent.end(content?.text)
  })
