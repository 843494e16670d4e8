import assert from 'node:assert/strict'
import path from 'node:path'
import type { ApiClient } from '../bench/apiClient.ts'
import { openPush } from '../bench/pushSocket.ts'
import { run as runProgram, until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { type Organisation, TLS } from './organisation.ts'
import { DOMAIN, LI_NA, PARTNER, PASSWORD, ZHANG_WEI } from './people.ts'

const STRANGER = ['--from', 'a@elsewhere.example']

/** The subjects in a person's inbox. */
const subjectsOf = async (person: ApiClient) =>
  (await person.get('mail/email/mailbox/list', { pageSize: 50 })).list.map(({ subject }) => subject)
const arrives = (person: ApiClient, subject: string) =>
  until(`“${subject}” lies in the inbox of ${person.address}`, async () => (await subjectsOf(person)).includes(subject))

/** swaks, msmtp, curl and Postfix hand mail in, and take what leaves. */
export async function exchangeMail(run: InteropRun, organisation: Organisation): Promise<void> {
  await deliver(run, organisation)
  await submit(run, organisation)
  await passOn(run, organisation)
}

async function deliver(run: InteropRun, { naClient, server }: Organisation): Promise<void> {
  const { step } = run
  const here = ['--server', `127.0.0.1:${server.smtpPort}`]
  const push = await step('The push socket opens through nginx', () => openPush(naClient))
  run.atEnd(() => push.close())
  await step('swaks delivers by SMTP, and the push socket tells of it', async () => {
    const arrived = push.nextMail()
    const file = ['--attach-type', 'application/pdf', '--attach', '@/etc/hostname']
    runProgram('/usr/bin/swaks', [...here, ...STRANGER, '--to', LI_NA, '--header', 'Subject: by swaks', ...file])
    await arrived
    await arrives(naClient, 'by swaks')
    const [row] = (await naClient.get('mail/email/mailbox/list', { pageSize: 1 })).list
    assert.equal(row?.hasAttachment, true)
  })
  await step('swaks is refused for somebody who is not there, with 550 5.1.1', () => {
    assert.throws(() => runProgram('/usr/bin/swaks', [...here, '--to', `nobody@${DOMAIN}`]), /550 5\.1\.1/)
  })
  await step('msmtp delivers a mail in Chinese', async () => {
    const subject = `=?utf-8?B?${Buffer.from('你好，雁书').toString('base64')}?=`
    const raw = `From: a@elsewhere.example\nTo: ${LI_NA}\nSubject: ${subject}\nContent-Type: text/plain; charset=utf-8\n\n正文\n`
    const host = ['--host=127.0.0.1', `--port=${server.smtpPort}`, '--from=a@elsewhere.example', '--file=/dev/null']
    runProgram('/usr/bin/msmtp', [...host, '--tls=off', '--auth=off', LI_NA], raw)
    await arrives(naClient, '你好，雁书')
  })
  await step('A mail to the alias reaches who has it', async () => {
    const to = ['--to', `info@${DOMAIN}`, '--header', 'Subject: to the alias']
    runProgram('/usr/bin/swaks', [...here, ...STRANGER, ...to])
    await arrives(naClient, 'to the alias')
  })
}

async function submit({ step }: InteropRun, { naClient, weiClient, environment }: Organisation): Promise<void> {
  const { code } = await naClient.get('user/client/generatePassword', { name: 'interop', scopes: 'smtp' })
  await step('curl sends for somebody by submission, encrypted from the first byte', async () => {
    const raw = `From: ${LI_NA}\r\nTo: ${ZHANG_WEI}\r\nSubject: by curl\r\n\r\nx\r\n`
    const name = `mail.yanshu.test:${environment.YANSHU_SUBMISSIONS_PORT}`
    const send = (from: string) => {
      const trust = ['--connect-to', `${name}:127.0.0.1:`, '--cacert', path.join(TLS, 'cert.pem')]
      const mail = ['--mail-from', from, '--mail-rcpt', ZHANG_WEI, '--upload-file', '-', '--user', `${LI_NA}:${code}`]
      runProgram('/usr/bin/curl', ['-sS', `smtps://${name}`, ...trust, ...mail], raw)
    }
    send(LI_NA)
    await arrives(weiClient, 'by curl')
    assert.throws(() => send(ZHANG_WEI), /553/)
  })
  await step('msmtp sends by submission with STARTTLS; the password of the account opens nothing', async () => {
    const raw = `From: ${LI_NA}\nTo: ${ZHANG_WEI}\nBcc: ${LI_NA}\nSubject: by msmtp\n\nx\n`
    const host = ['--host=127.0.0.1', `--port=${environment.YANSHU_SUBMISSION_PORT}`, `--from=${LI_NA}`]
    const trust = ['--tls=on', '--tls-starttls=on', `--tls-trust-file=${path.join(TLS, 'cert.pem')}`]
    const who = ['--tls-host-override=mail.yanshu.test', '--auth=plain', `--user=${LI_NA}`]
    const send = (password: string) => {
      const more = [`--passwordeval=echo ${password}`, '--read-recipients', '--file=/dev/null']
      runProgram('/usr/bin/msmtp', [...host, ...trust, ...who, ...more], raw)
    }
    send(code)
    await arrives(weiClient, 'by msmtp')
    await arrives(naClient, 'by msmtp')
    assert.throws(() => send(PASSWORD), /535/)
  })
}

async function passOn({ step }: InteropRun, { naClient, weiClient, postfix, relay }: Organisation): Promise<void> {
  const front = ['--server', `127.0.0.1:${postfix.port}`]
  await step('Postfix hands mail in by LMTP, to each of two people', async () => {
    const to = ['--to', `${LI_NA},${ZHANG_WEI}`, '--header', 'Subject: by Postfix']
    runProgram('/usr/bin/swaks', [...front, ...STRANGER, ...to])
    await arrives(naClient, 'by Postfix')
    await arrives(weiClient, 'by Postfix')
  })
  await step('Postfix reports to its sender whom LMTP refused, and the others have the mail', async () => {
    const to = ['--to', `nobody@${DOMAIN},${ZHANG_WEI}`, '--header', 'Subject: to one of two']
    runProgram('/usr/bin/swaks', [...front, '--from', LI_NA, ...to])
    await arrives(weiClient, 'to one of two')
    await arrives(naClient, 'Undelivered Mail Returned to Sender')
  })
  await step('What somebody sends to another organisation leaves by Postfix', async () => {
    const to = [`partner@${PARTNER}`, ZHANG_WEI].map((address) => ({ name: '', address }))
    await naClient.post('mail/email/send', {
      ...{ kind: 'new', sourceMailId: null, mailId: null, requestId: 'interop-1', cc: [], bcc: [], fileIds: [] },
      ...{ to, subject: '给外面', html: '<p>您好</p>' },
    })
    await arrives(weiClient, '给外面')
    await until('the next hop has it', async () => relay.relayed.includes(`partner@${PARTNER}`))
  })
  await step('PostgreSQL searches the Chinese words of what came', async () => {
    const found = await naClient.get('mail/email/search', { searchKeyword: '雁书', pageSize: 15 })
    assert.deepEqual(
      found.list.map(({ subject }) => subject),
      ['你好，雁书'],
    )
  })
}
