import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgresServer } from '../../server/src/testing/postgresServer.ts'
import { createDatabase } from '../../server/src/testing/testDatabase.ts'
import { openTestRelay } from '../../server/src/testing/testRelay.ts'
import { ApiClient } from '../bench/apiClient.ts'
import { openPush } from '../bench/pushSocket.ts'
import { startServer } from '../bench/serverProcess.ts'
import { makePackage } from '../package/main.ts'
import { ROOT } from '../steps.ts'
import { runDavClients } from './davClients.ts'
import { freePort, run, startNginx, startPostfix, until } from './foreignServers.ts'
import { ensurePrograms } from './packages.ts'

/**
 * `npm run interop`: the real server with programs of others around it. PostgreSQL of Debian holds the store, Postfix hands
 * mail in by LMTP and takes it on as the relay, swaks and msmtp send, nginx stands in front, vdirsyncer, khal and khard read
 * and write calendars and addresses. Prints what it did, and ends
 * with 1 when a single thing fails.
 */
const DOMAIN = 'interop.test'
const PASSWORD = 'Wild-Goose-7'
const LI_NA = `li.na@${DOMAIN}`
const ZHANG_WEI = `zhang.wei@${DOMAIN}`
/** A key and a certificate of its own signature. */
const TLS = path.join(ROOT, 'server/src/testing/test-only-tls')

const folder = mkdtempSync(path.join(tmpdir(), 'yanshu-interop-'))
// Postfix and nginx run as users of their own.
chmodSync(folder, 0o755)
const closers: (() => unknown)[] = []
let done = 0

async function step<T>(title: string, work: () => T | Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  // A program that was waited for held the event loop: connections that others have closed meanwhile are seen here.
  await new Promise((resolve) => setImmediate(resolve))
  done += 1
  console.log(`✓  ${title} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`)
  return result
}

/** The subjects in somebody's inbox. */
const subjectsOf = async (person: ApiClient) =>
  (await person.get('mail/email/mailbox/list', { pageSize: 50 })).list.map(({ subject }) => subject)
const arrives = (person: ApiClient, subject: string) =>
  until(`“${subject}” lies in the inbox of ${person.address}`, async () => (await subjectsOf(person)).includes(subject))

/** The status of one call over a connection of its own: a browser repeats what a closed one lost, a test would not. */
const statusOf = ({ url, accessToken }: ApiClient, path: string, body?: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const call = request(`${url}/api/${path}`, { method: body ? 'POST' : 'GET', headers, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    call.once('error', reject)
    call.end(body ? JSON.stringify(body) : undefined)
  })

/** People who go on reading and writing until they are stopped. */
function startLoad(people: readonly ApiClient[]) {
  let calls = 0
  let stopped = false
  const failures: string[] = []
  const work = async (person: ApiClient) => {
    while (!stopped) {
      const answers = [
        await statusOf(person, 'mail/email/mailbox/list?pageSize=15').catch(String),
        await statusOf(person, 'mail/main/generalConfig/single/update', { key: 'mailCount', value: 15 }).catch(String),
      ]
      failures.push(...answers.filter((answer) => answer !== 200).map(String))
      calls += answers.length
    }
  }
  const working = people.map(work)
  return {
    calls: () => calls,
    stop: async () => {
      stopped = true
      await Promise.all(working)
      return { calls, failures }
    },
  }
}

async function main(): Promise<void> {
  const { postgres } = await step(
    'Debian has Postfix, swaks, msmtp, nginx, PostgreSQL, vdirsyncer, khal and khard',
    ensurePrograms,
  )
  const database = await step(`PostgreSQL of Debian runs (${postgres})`, async () => {
    const server = await startPostgresServer(postgres)
    closers.push(() => server.stop())
    return { server: server.address, address: await createDatabase(server.address, 'yanshu') }
  })
  const relay = await openTestRelay()
  closers.push(() => relay.close())
  const lmtpPort = await freePort()
  const nextHop = Number(new URL(relay.url).port)
  const postfix = await step('Postfix runs, with LMTP to the server and a next hop', async () => {
    const started = await startPostfix(path.join(folder, 'postfix'), { domain: DOMAIN, lmtpPort, nextHop })
    closers.push(() => started.stop())
    return started
  })
  const environment = {
    DATABASE_URL: database.address,
    YANSHU_LMTP_PORT: String(lmtpPort),
    YANSHU_RELAY: `smtp://127.0.0.1:${postfix.port}`,
    YANSHU_TRUST_PROXY: '1',
    YANSHU_TLS_KEY: path.join(TLS, 'key.pem'),
    YANSHU_TLS_CERT: path.join(TLS, 'cert.pem'),
    YANSHU_HOSTNAME: 'mail.yanshu.test',
    YANSHU_SUBMISSION_PORT: String(await freePort()),
    YANSHU_SUBMISSIONS_PORT: String(await freePort()),
    // Calls and the socket alone: nothing has to be built.
    YANSHU_CLIENT: '',
  }
  const data = path.join(folder, 'data')
  const server = await step('The server starts on it', async () => {
    const started = await startServer(data, [], environment)
    closers.push(() => started.stop())
    return started
  })
  const pathWithPostgres = `${postgres}:${process.env.PATH}`
  const command = (more: Readonly<Record<string, string>>, input: string, ...parameters: string[]) => {
    const all = { ...environment, PATH: pathWithPostgres, YANSHU_DATA: data, ...more }
    const settings = Object.entries(all).map(([name, value]) => `${name}=${value}`)
    return run('env', [...settings, process.execPath, path.join(ROOT, 'server/src/cli/main.ts'), ...parameters], input)
  }
  const yanshu = (input: string, ...parameters: string[]) => command({}, input, ...parameters)
  await step('An operator adds the domain and two people', () => {
    yanshu('', 'domain', 'add', DOMAIN)
    yanshu(`${PASSWORD}\n`, 'user', 'add', LI_NA, '--name', '李娜')
    yanshu(`${PASSWORD}\n`, 'user', 'add', ZHANG_WEI, '--name', '张伟')
  })
  const nginx = await step('nginx stands in front', async () => {
    const started = await startNginx(path.join(folder, 'nginx'), [server.url])
    closers.push(() => started.stop())
    return started
  })
  const front = `http://127.0.0.1:${nginx.port}`
  const naClient = await step('Somebody logs in through nginx', () => ApiClient.logIn(front, LI_NA, PASSWORD))
  const weiClient = await ApiClient.logIn(front, ZHANG_WEI, PASSWORD)

  const push = await step('The push socket opens through nginx', () => openPush(naClient))
  closers.push(() => push.close())
  await step('swaks delivers by SMTP, and the push socket tells of it', async () => {
    const arrived = push.nextMail()
    run('/usr/bin/swaks', [
      ...['--server', `127.0.0.1:${server.smtpPort}`, '--from', 'a@elsewhere.example', '--to', LI_NA],
      ...['--header', 'Subject: by swaks', '--attach-type', 'application/pdf', '--attach', '@/etc/hostname'],
    ])
    await arrived
    await arrives(naClient, 'by swaks')
    const [row] = (await naClient.get('mail/email/mailbox/list', { pageSize: 1 })).list
    assert.equal(row?.hasAttachment, true)
  })
  await step('swaks is refused for somebody who is not there, with 550 5.1.1', () => {
    assert.throws(
      () => run('/usr/bin/swaks', ['--server', `127.0.0.1:${server.smtpPort}`, '--to', `nobody@${DOMAIN}`]),
      /550 5\.1\.1/,
    )
  })
  await step('msmtp delivers a mail in Chinese', async () => {
    const raw = `From: a@elsewhere.example\nTo: ${LI_NA}\nSubject: =?utf-8?B?${Buffer.from('你好，雁书').toString('base64')}?=\nContent-Type: text/plain; charset=utf-8\n\n正文\n`
    const host = ['--host=127.0.0.1', `--port=${server.smtpPort}`, '--from=a@elsewhere.example', '--file=/dev/null']
    run('/usr/bin/msmtp', [...host, '--tls=off', '--auth=off', LI_NA], raw)
    await arrives(naClient, '你好，雁书')
  })
  const { code } = await naClient.get('user/client/generatePassword', { name: 'interop', scopes: 'smtp' })
  await step('curl sends for somebody by submission, encrypted from the first byte', async () => {
    const raw = `From: ${LI_NA}\r\nTo: ${ZHANG_WEI}\r\nSubject: by curl\r\n\r\nx\r\n`
    const to = ['--mail-from', LI_NA, '--mail-rcpt', ZHANG_WEI, '--upload-file', '-']
    const name = `mail.yanshu.test:${environment.YANSHU_SUBMISSIONS_PORT}`
    const trust = ['--connect-to', `${name}:127.0.0.1:`, '--cacert', path.join(TLS, 'cert.pem')]
    run('/usr/bin/curl', ['-sS', `smtps://${name}`, ...trust, '--user', `${LI_NA}:${code}`, ...to], raw)
    await arrives(weiClient, 'by curl')
    const asOther = [...to.slice(2), '--mail-from', ZHANG_WEI, '--user', `${LI_NA}:${code}`]
    assert.throws(() => run('/usr/bin/curl', ['-sS', `smtps://${name}`, ...trust, ...asOther], raw), /553/)
  })
  await step(
    'msmtp sends for somebody by submission with STARTTLS; the password of the account opens nothing',
    async () => {
      const raw = `From: ${LI_NA}\nTo: ${ZHANG_WEI}\nBcc: ${LI_NA}\nSubject: by msmtp\n\nx\n`
      const send = (password: string) =>
        run(
          '/usr/bin/msmtp',
          [
            ...[
              '--host=127.0.0.1',
              `--port=${environment.YANSHU_SUBMISSION_PORT}`,
              `--from=${LI_NA}`,
              '--file=/dev/null',
            ],
            ...['--tls=on', '--tls-starttls=on', `--tls-trust-file=${path.join(TLS, 'cert.pem')}`],
            ...['--tls-host-override=mail.yanshu.test', '--auth=plain', `--user=${LI_NA}`],
            ...[`--passwordeval=echo ${password}`, '--read-recipients'],
          ],
          raw,
        )
      send(code)
      await arrives(weiClient, 'by msmtp')
      await arrives(naClient, 'by msmtp')
      assert.throws(() => send(PASSWORD), /535/)
    },
  )
  await step('Postfix hands mail in by LMTP, to each of two people', async () => {
    const to = ['--to', `${LI_NA},${ZHANG_WEI}`, '--header', 'Subject: by Postfix']
    run('/usr/bin/swaks', ['--server', `127.0.0.1:${postfix.port}`, '--from', 'a@elsewhere.example', ...to])
    await arrives(naClient, 'by Postfix')
    await arrives(weiClient, 'by Postfix')
  })
  await step('Postfix reports to its sender whom LMTP refused, and the others have the mail', async () => {
    const to = ['--to', `nobody@${DOMAIN},${ZHANG_WEI}`, '--header', 'Subject: to one of two']
    run('/usr/bin/swaks', ['--server', `127.0.0.1:${postfix.port}`, '--from', LI_NA, ...to])
    await arrives(weiClient, 'to one of two')
    await arrives(naClient, 'Undelivered Mail Returned to Sender')
  })
  await step('What somebody sends to another organisation leaves by Postfix', async () => {
    await naClient.post('mail/email/send', {
      kind: 'new',
      sourceMailId: null,
      mailId: null,
      requestId: 'interop-1',
      to: [
        { name: '', address: 'partner@elsewhere.example' },
        { name: '', address: ZHANG_WEI },
      ],
      cc: [],
      bcc: [],
      subject: '给外面',
      html: '<p>您好</p>',
      fileIds: [],
    })
    await arrives(weiClient, '给外面')
    await until('the next hop has it', async () => relay.relayed.includes('partner@elsewhere.example'))
  })
  await step('PostgreSQL searches the Chinese words of what came', async () => {
    const found = await naClient.get('mail/email/search', { searchKeyword: '雁书', pageSize: 15 })
    assert.deepEqual(
      found.list.map(({ subject }) => subject),
      ['你好，雁书'],
    )
  })
  await step('A table of people makes accounts, and an alias reaches one of them', async () => {
    const table = path.join(folder, 'staff.csv')
    writeFileSync(table, `address,name,department\nwang.fang@${DOMAIN},王芳,总部 / 研发\n`)
    assert.match(yanshu('', 'user', 'import', table, '--dry-run'), /^Would be made: 1 accounts, 2 departments/)
    yanshu('', 'user', 'import', table, '--passwords', path.join(folder, 'passwords.csv'))
    yanshu('', 'alias', 'add', `info@${DOMAIN}`, LI_NA)
    const to = ['--to', `info@${DOMAIN}`, '--header', 'Subject: to the alias']
    run('/usr/bin/swaks', ['--server', `127.0.0.1:${server.smtpPort}`, '--from', 'a@elsewhere.example', ...to])
    await arrives(naClient, 'to the alias')
  })
  await step('The delivery log has the reply of Postfix', () => {
    const log = yanshu('', 'queue', 'log', '--recipient', 'partner@elsewhere.example')
    assert.match(log, /partner@elsewhere\.example\trelayed\t250 .*queued as/)
  })
  await step('The commands for people, mailboxes and mail on its way do what operations.md says', () => {
    const wang = `wang.fang@${DOMAIN}`
    const renamed = `wang.f@${DOMAIN}`
    const service = `service@${DOMAIN}`
    const branch = `branch.${DOMAIN}`
    yanshu('', 'user', 'set', wang, '--name', '王芳', '--quota', '2048', '--department', '总部 / 研发', '--admin')
    yanshu('', 'user', 'rename', wang, renamed)
    assert.match(yanshu('', 'user', 'list'), new RegExp(`${renamed}.*admin`))
    assert.match(yanshu('', 'alias', 'list'), new RegExp(`${wang}\\t${renamed}`))
    yanshu('', 'mailbox', 'create', service, '--name', '客户服务')
    yanshu('', 'mailbox', 'grant', service, LI_NA, renamed)
    yanshu('', 'mailbox', 'revoke', service, renamed)
    assert.match(yanshu('', 'mailbox', 'list'), new RegExp(`${service}.*${LI_NA}`))
    yanshu('', 'associate', 'add', LI_NA, ZHANG_WEI, '--type', '1')
    yanshu('', 'domain', 'add', branch)
    yanshu('', 'domain', 'remove', branch)
    assert.doesNotMatch(yanshu('', 'domain', 'list'), /branch/)
    yanshu('', 'user', 'delete', renamed, '--yes')
    assert.doesNotMatch(yanshu('', 'user', 'list'), /wang/)
    assert.doesNotMatch(yanshu('', 'alias', 'list'), /wang/)
    assert.match(yanshu('', 'announcement', 'publish', '周六 22:00 停机维护', '两小时'), /^Published/)
    assert.match(yanshu('', 'check'), /^ok +/m)
  })
  await runDavClients(step, { front, folder, person: weiClient })
  await step('Below /r/ nginx never answers a page', async () => {
    const missing = await fetch(`${front}/r/remote-mail/9.9.9-00000000/remoteEntry.js`)
    assert.equal(missing.status, 404)
    assert.doesNotMatch(await missing.text(), /<html/i)
  })
  await step('A backup holds PostgreSQL, is whole, and a system restored from it sends nothing', async () => {
    const backup = path.join(folder, 'backup')
    yanshu('', 'queue', 'hold')
    await naClient.post('mail/email/send', {
      kind: 'new',
      sourceMailId: null,
      mailId: null,
      requestId: 'interop-2',
      to: [{ name: '', address: 'later@elsewhere.example' }],
      cc: [],
      bcc: [],
      subject: '还在路上',
      html: '<p>您好</p>',
      fileIds: [],
    })
    assert.match(yanshu('', 'backup', backup), /^Backed up/)
    assert.match(yanshu('', 'backup', 'verify', backup), /is whole/)
    const restored = {
      DATABASE_URL: await createDatabase(database.server, 'restored'),
      YANSHU_DATA: path.join(folder, 'restored'),
    }
    assert.match(command(restored, '', 'restore', backup), /on hold/)
    assert.match(command(restored, '', 'queue', 'list'), /later@elsewhere\.example\ton hold/)
    assert.match(command(restored, '', 'user', 'list'), new RegExp(LI_NA))
    assert.throws(() => command(restored, '', 'restore', backup), /is not empty/)
    yanshu('', 'queue', 'release')
    await until('the next hop has what was held here', async () => relay.relayed.includes('later@elsewhere.example'))
  })
  await step('HTTPS speaks HTTP/2, and calls go through it', async () => {
    const session = connect(`https://127.0.0.1:${nginx.tlsPort}`, { rejectUnauthorized: false })
    try {
      const status = await new Promise((resolve, reject) => {
        session.once('error', reject)
        const call = session.request({ ':path': '/api/user/info', authorization: `Bearer ${naClient.accessToken}` })
        call.once('response', (headers) => resolve(headers[':status']))
        call.resume()
      })
      assert.equal(session.alpnProtocol, 'h2')
      assert.equal(status, 200)
    } finally {
      session.close()
    }
  })
  const upgraded = await step('Of two servers each is upgraded under load, and no call fails', async () => {
    // Ports for mail belong to one server of a machine.
    const other = { ...environment, YANSHU_LMTP_PORT: '', YANSHU_SUBMISSION_PORT: '', YANSHU_SUBMISSIONS_PORT: '' }
    const second = await startServer(data, [], other)
    nginx.use([server.url, second.url])
    const load = startLoad([naClient, weiClient])
    // nginx answers what it has begun with the servers that it knew then.
    const settle = () => {
      const goal = load.calls() + 50
      return until('calls go on', async () => load.calls() >= goal)
    }
    await settle()
    nginx.use([second.url])
    await settle()
    await server.stop()
    const first = await startServer(data, [], environment)
    closers.push(() => first.stop())
    nginx.use([first.url, second.url])
    await settle()
    nginx.use([first.url])
    await settle()
    await second.stop()
    await settle()
    const { calls, failures } = await load.stop()
    assert.deepEqual(failures, [])
    console.log(`   ${calls} calls`)
    return first
  })
  await step('Without the server nginx says so in plain text', async () => {
    await upgraded.stop()
    const answer = await fetch(`${front}/r/remote-mail/1.0.0-00000000/main.js`)
    assert.equal(answer.status, 503)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  })
  await step('An installation that nobody can write to runs as a user without rights', async () => {
    const installation = path.join(folder, 'opt')
    await makePackage(installation)
    run('chmod', ['-R', 'a-w', installation])
    const own = path.join(folder, 'own')
    mkdirSync(own)
    run('chown', ['nobody', own])
    const port = await freePort()
    const settings = [
      `YANSHU_DATA=${own}`,
      `YANSHU_PORT=${port}`,
      'YANSHU_SMTP_PORT=0',
      'YANSHU_DEMO=off',
      'YANSHU_CLIENT=',
    ]
    const asNobody = (name: string, ...parameters: string[]) =>
      [
        '-u',
        'nobody',
        '--',
        'env',
        '-C',
        '/',
        ...settings,
        path.join(installation, 'bin', name),
        ...parameters,
      ] as const
    assert.match(run('runuser', asNobody('yanshu', 'check')), /^ok +the data folder/m)
    run('runuser', asNobody('yanshu', 'domain', 'add', DOMAIN))
    const started = spawn('runuser', asNobody('yanshu-server'), { stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve) => started.once('exit', resolve))
    await until('it is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
    started.kill('SIGTERM')
    await ended
    const unit = path.join(folder, 'yanshu.service')
    const template = readFileSync(path.join(ROOT, 'deploy/systemd/yanshu.service'), 'utf8')
    writeFileSync(unit, template.replaceAll('/opt/yanshu', installation).replace(/^(User|Group)=.*$/gm, '$1=root'))
    assert.equal(run('systemd-analyze', ['verify', '--recursive-errors=no', unit]), '')
  })
}

try {
  await main()
  console.log(`\n${done} of ${done} done`)
} catch (error) {
  console.error(error)
  console.error(`\n${done} done, then FAILED. What was logged stands in ${folder}`)
  process.exitCode = 1
} finally {
  for (const close of closers.reverse()) await close()
  if (process.exitCode !== 1) rmSync(folder, { recursive: true, force: true })
}
