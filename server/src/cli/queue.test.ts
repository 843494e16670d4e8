import path from 'node:path'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { start } from '../start.ts'
import { sending } from '../testing/letters.ts'
import { engines } from '../testing/testDatabase.ts'
import { openTestRelay } from '../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { runYanshu, runYanshuHere } from '../testing/yanshuCommand.ts'

const elsewhere = (local: string) => ({ name: '', address: `${local}@elsewhere.example` })

describe.each(engines)('an operator looks after the queue, on %s', (engine) => {
  let relay: SMTPServer
  let relayed: string[]
  let busy: boolean
  let mailServer: TestServer
  beforeEach(async () => {
    relayed = []
    busy = true
    relay = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo({ address }, _session, callback) {
        const refused = address.startsWith('busy') && busy
        callback(refused ? Object.assign(new Error('mailbox is being moved'), { responseCode: 450 }) : null)
      },
      onData(stream, session, callback) {
        relayed.push(...session.envelope.rcptTo.map(({ address }) => address))
        stream.resume()
        stream.on('end', () => callback(null))
      },
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
    const address = relay.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    mailServer = await startTestServer({ engine, still: true, relay: `smtp://127.0.0.1:${port}` })
  })
  afterEach(async () => {
    await mailServer.stop()
    await new Promise<void>((resolve) => relay.close(() => resolve()))
  })

  const yanshu = (...args: string[]) => runYanshuHere(mailServer.context.config, args)
  const runDue = async () => {
    mailServer.wait(UNDO_SEND_MS + 1_000)
    await mailServer.dispatcher.runDue()
  }
  const idOf = (list: string) => list.split('\t', 1)[0] ?? ''

  test('given a recipient who is tried again later, then list and log say why, retry and drop do what they say', async () => {
    const wei = await mailServer.addUser('zhang.wei')
    const asWei = await mailServer.as(wei)
    await asWei.post('mail/email/send', sending({ to: [elsewhere('busy'), elsewhere('free')] }))
    await runDue()
    expect(relayed).toEqual(['free@elsewhere.example'])
    const { out: waiting } = await yanshu('queue', 'list')
    expect(waiting).toMatch(
      /\tzhang\.wei@yanshu\.test\tbusy@elsewhere\.example\tqueued\t1 attempts\tnext in .*450.*being moved\n$/,
    )
    const { out: log } = await yanshu('queue', 'log')
    expect(log).toMatch(/<.*>\tzhang\.wei@yanshu\.test\tbusy@elsewhere\.example\tlater\t.*450/)
    expect(log).toMatch(/free@elsewhere\.example\trelayed\t250/)
    expect((await yanshu('queue', 'log', '--recipient', 'Busy@elsewhere.example')).out.trim().split('\n')).toHaveLength(
      1,
    )

    const limit = await yanshu('queue', 'limit', '9', '--account', 'zhang.wei@yanshu.test')
    expect(limit.out).toBe('everybody\t2000\nzhang.wei@yanshu.test\t9\n')
    expect((await yanshu('queue', 'limit', '0')).err).toContain('expected a number from 1 on')
    expect((await yanshu('queue', 'retry')).err).toContain('Name one mail, or give --all')
    expect(await yanshu('queue', 'retry', '--all')).toMatchObject({ code: 0, out: expect.stringContaining('1 mails') })
    await mailServer.dispatcher.runDue()
    expect((await yanshu('queue', 'list')).out).toContain('2 attempts')
    const id = idOf(waiting)
    expect((await yanshu('queue', 'drop', id)).out).toContain('Dropped for 1 recipients')
    await mailServer.dispatcher.runDue()
    expect((await yanshu('queue', 'list')).out).toBe('Nothing waits\n')
    const [report] = await mailServer.mailsOf(wei)
    expect(report?.text).toContain('An administrator has taken this mail out of the queue')
    expect(await yanshu('queue', 'drop', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not on its way'),
    })
  }, 240_000)

  test('given a hold, then people here reach each other, nothing leaves until it is released, and one mail can be held', async () => {
    const wei = await mailServer.addUser('zhang.wei')
    const na = await mailServer.addUser('li.na')
    const asWei = await mailServer.as(wei)
    expect((await yanshu('queue', 'hold')).code).toBe(0)
    await asWei.post(
      'mail/email/send',
      sending({ to: [elsewhere('free'), { name: '', address: 'li.na@yanshu.test' }] }),
    )
    await runDue()
    expect(await mailServer.mailsOf(na)).toHaveLength(1)
    expect(relayed).toEqual([])
    const { out } = await yanshu('queue', 'list')
    expect(out).toMatch(/^Nothing leaves for other systems/)
    const id = idOf(out.split('\n')[1] ?? '')
    expect(await yanshu('queue', 'hold', id)).toMatchObject({ err: '', out: '1 mails are on hold\n' })
    expect((await yanshu('queue', 'release')).out).toBe('Mail leaves for other systems again\n')
    await mailServer.dispatcher.runDue()
    expect(relayed).toEqual([])
    expect((await yanshu('queue', 'list')).out).toContain('on hold')
    expect((await yanshu('queue', 'release', id)).code).toBe(0)
    await mailServer.dispatcher.runDue()
    expect(relayed).toEqual(['free@elsewhere.example'])
    expect(await yanshu('queue', 'release', 'nonsense')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no mail'),
    })
  }, 240_000)
})

test('drill: given a backup with mail on its way, then a restored system sends nothing of it until an operator lets it', async () => {
  const relay = await openTestRelay()
  // The relay is out of reach while the backup is made.
  const mailServer = await startTestServer({ engine: 'sqlite', still: true, relay: 'smtp://127.0.0.1:1' })
  const { context, folder } = mailServer
  try {
    const wei = await mailServer.addUser('zhang.wei')
    await mailServer.addUser('li.na')
    const asWei = await mailServer.as(wei)
    await asWei.post('mail/email/send', sending({ to: [elsewhere('partner')] }))
    mailServer.wait(UNDO_SEND_MS + 1_000)
    await mailServer.dispatcher.runDue()
    await asWei.post('mail/email/send', sending({ subject: '还可撤回', to: [elsewhere('later')] }))
    const backup = path.join(folder, 'backup')
    expect(await runYanshu(context.config, ['backup', backup])).toMatchObject({ code: 0, err: '' })
    expect(await runYanshu(context.config, ['backup', 'verify', backup])).toMatchObject({
      code: 0,
      out: expect.stringContaining('is whole'),
    })

    const dataFolder = path.join(folder, 'restored')
    const config = {
      ...readConfig({ YANSHU_DATA: dataFolder, YANSHU_HOST: '127.0.0.1', YANSHU_RELAY: relay.url, YANSHU_DEMO: 'off' }),
      port: 0,
      smtpPort: 0,
    }
    expect(await runYanshu(config, ['restore', backup])).toMatchObject({ code: 0, err: '' })
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const later = () => Date.now() + 3 * 24 * 3_600_000
    const running = await start({
      config,
      mailTransport: { lmtpPort: null, trustSpamFlag: false, trustAuthentication: false },
      log,
      now: later,
    })
    try {
      const { out } = await runYanshu(config, ['queue', 'list'])
      expect(out).toMatch(/^Nothing leaves for other systems/)
      expect(out.match(/on hold/g)).toHaveLength(2)
      expect(relay.relayed).toEqual([])
      expect((await runYanshu(config, ['queue', 'release'])).code).toBe(0)
      expect((await runYanshu(config, ['queue', 'list'])).out.match(/on hold/g)).toHaveLength(2)
      expect(relay.relayed).toEqual([])
      const partner = out.split('\n').find((line) => line.includes('partner@'))
      expect((await runYanshu(config, ['queue', 'release', partner?.split('\t', 1)[0] ?? ''])).code).toBe(0)
      await expect.poll(() => relay.relayed, { timeout: 60_000 }).toEqual(['partner@elsewhere.example'])
    } finally {
      await running.stop()
    }
  } finally {
    await mailServer.stop()
    await relay.close()
  }
}, 240_000)
