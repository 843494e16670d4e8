import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/freePort.ts'
import { runYanshu } from '../testing/yanshuCommand.ts'

/** What the relay answers to recipients, by the part before the @. */
const ANSWERS: Readonly<Record<string, readonly [number, string]>> = {
  unknown: [550, '5.1.1 There is nobody of that name'],
  grey: [451, '4.7.1 Greylisted, come back in 5 minutes'],
}

let folder: string
let relay: SMTPServer
let url: string
/** The envelopes that were named, and how many mails were sent. */
const asked: string[] = []
let mails = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-check-'))
  relay = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) =>
      password === 'Wild-Goose-7' ? callback(null, { user: 'us' }) : callback(new Error('Wrong password')),
    onMailFrom: ({ address }, _session, callback) => {
      asked.push(`from ${address}`)
      callback(
        address.startsWith('stranger@') ? Object.assign(new Error('5.7.1 Not ours'), { responseCode: 553 }) : null,
      )
    },
    onRcptTo: ({ address }, _session, callback) => {
      asked.push(`to ${address}`)
      const [responseCode, message] = ANSWERS[address.split('@')[0] ?? ''] ?? []
      callback(responseCode ? Object.assign(new Error(message), { responseCode }) : null)
    },
    onData: (stream, _session, callback) => {
      mails++
      stream.resume()
      stream.once('end', () => callback(null))
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', () => resolve()))
  url = `smtp://us:Wild-Goose-7@127.0.0.1:${port}`
})
afterAll(async () => {
  await new Promise<void>((resolve) => relay.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const check = async (YANSHU_RELAY: string, ...args: string[]) => {
  const settings = { YANSHU_RELAY, YANSHU_HOSTNAME: 'mail.example.com', YANSHU_DEMO: 'off' }
  asked.length = 0
  const { dataFolder, database } = { dataFolder: path.join(folder, 'data'), database: '' }
  return runYanshu({ dataFolder, database }, ['check', ...args], '', settings)
}

test('an address that the relay takes, refuses or puts off: its answer is shown, and no mail is ever sent', async () => {
  const taken = await check(url, '--to', 'partner@elsewhere.org')
  expect(taken.code).toBe(0)
  expect(taken.out).toMatch(/^ok +the relay answers; `yanshu check --to ADDRESS` asks it/m)
  expect(taken.out).toMatch(
    /^ok +The relay smtp:\/\/us:\*\*\*@.* takes mail from postmaster@mail\.example\.com to partner@elsewhere\.org: 250 .*None was sent$/m,
  )
  expect(asked).toEqual(['from postmaster@mail.example.com', 'to partner@elsewhere.org'])

  const later = await check(url, '--to', 'grey@elsewhere.org', '--from', 'li.na@example.com')
  expect(later.code).toBe(0)
  expect(later.out).toMatch(
    /^ok .*from li\.na@example\.com to grey@.* tries again by itself\. .*recipient.*: 451 4\.7\.1 Greyl/m,
  )

  const refused = await check(url, '--to', 'unknown@elsewhere.org')
  expect(refused.code).toBe(1)
  expect(refused.out).toMatch(/^FAILED .*answer about the recipient: 550 5\.1\.1 There is nobody of that name\. /m)

  const stranger = await check(url, '--to', 'partner@elsewhere.org', '--from', 'stranger@example.com')
  expect(stranger.out).toMatch(/^FAILED .*answer about the sender: 553 5\.7\.1 Not ours\. /m)
  expect(asked).toEqual(['from stranger@example.com'])
  expect(mails).toBe(0)
}, 120_000)

test('no answer about an address is a failure that says why', async () => {
  const wrong = await check(url.replace('Wild-Goose-7', 'Wild-Goose-8'), '--to', 'partner@elsewhere.org')
  expect(wrong.out).toMatch(/^FAILED .*gave no answer about mail to partner@elsewhere\.org: 535 /m)
  expect(wrong.out + wrong.err).not.toContain('Wild-Goose')
  expect(asked).toEqual([])

  // Greets, and goes away at the first command.
  const rude = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 rude\r\n')
    socket.once('data', () => socket.end())
  })
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', () => resolve()))
  const address = rude.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const gone = await check(`smtp://127.0.0.1:${port}`, '--to', 'partner@elsewhere.org')
  expect(gone.out).toMatch(/^FAILED .*gave no answer about mail to partner@elsewhere\.org: /m)
  await new Promise((resolve) => rude.close(resolve))

  expect((await check('', '--to', 'partner@elsewhere.org')).out).toMatch(/^FAILED .*YANSHU_RELAY is not set$/m)
  expect((await check(url, '--to', 'nobody')).out).toMatch(/^FAILED +--to nobody is not a mail address$/m)
}, 120_000)
