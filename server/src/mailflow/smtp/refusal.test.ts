import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { Decision } from '../steps/deliveryStep.ts'
import { rawClient } from './rawClient.ts'
import { refusals } from './refusal.ts'

const ENDING = '收件人拒收此邮件 / The recipient does not take this mail'
const CHINESE = `10月9日起请写新地址 new@partner.example · ${ENDING}`

test.each([
  [CHINESE, 'The recipient does not take this mail'],
  [`not my project · ${ENDING}`, 'not my project / The recipient does not take this mail'],
  ['发信太多 / too many mails', 'too many mails'],
  ['只有中文，10 9 a@b.example', 'the mail is refused'],
])('of %j an answer in ASCII has %j', (reason, text) => {
  expect(refusals.refusedByStep('a@b.example', '5.7.1', reason).message).toBe(`<a@b.example>: ${text}`)
})

describe('the reason of a recipient who refuses', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite', metricsToken: 'metrics-token-0123456789' })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    const refuse: Decision = { refuse: { status: '5.7.1', reason: CHINESE } }
    server.steps.register([
      { name: 'refuses', judge: (_mail, recipients) => new Map(recipients.map(({ address }) => [address, refuse])) },
    ])
  })
  afterAll(() => server.stop())

  const send = async ({ parameters = '', fields = [] as string[] }) => {
    const { port } = await server.startSmtp({ trustAuthentication: true })
    const client = await rawClient(port)
    await client.say('EHLO mx.partner.example')
    await client.say(`MAIL FROM:<li.na@yanshu.test>${parameters}`)
    await client.say('RCPT TO:<zhang.wei@yanshu.test>')
    await client.say('DATA')
    const answer = await client.say([...fields, 'From: li.na@yanshu.test', 'Subject: x', '', 'text', '.'].join('\r\n'))
    client.close()
    return answer
  }
  const reports = async () => {
    const na = await server.login('li.na')
    return (await na.get('mail/email/mailbox/list', { pageSize: 10 })).list.length
  }

  test('a client that reads UTF-8 gets it whole', async () => {
    expect(await send({ parameters: ' SMTPUTF8' })).toContain('10月9日起请写新地址 new@partner.example')
  })

  test('another gets a sentence, and the sender a report where the border has found who it is', async () => {
    expect(await send({})).toMatch(/^550 5\.7\.1 <zhang\.wei@yanshu\.test>: The recipient does not take this mail/)
    expect(await reports()).toBe(0)
    await send({ fields: [`Authentication-Results: ${server.context.config.hostname}; spf=pass`] })
    expect(await reports()).toBe(1)
  })

  test('what was refused is counted by its status', async () => {
    const headers = { authorization: 'Bearer metrics-token-0123456789' }
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
    expect(text).toMatch(/^yanshu_smtp_refused_total\{status="5\.7\.1"\} [1-9]/m)
    expect(text).toMatch(/^yanshu_smtp_taken_total 0$/m)
  })
})
