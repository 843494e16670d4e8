import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:http2'
import path from 'node:path'
import type { ApiClient } from '../bench/apiClient.ts'
import { type ServerProcess, startServer } from '../bench/serverProcess.ts'
import { run as runProgram, until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import type { Organisation } from './organisation.ts'
import { makeServerBuilds, type ServerBuilds, UNDO } from './serverBuilds.ts'

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
  /** What was answered in the place of 200, by the calls that read and those that write. */
  const failures = { reading: [] as string[], writing: [] as string[] }
  const work = async (person: ApiClient) => {
    while (!stopped) {
      const read = await statusOf(person, 'mail/email/mailbox/list?pageSize=15').catch(String)
      if (read !== 200) failures.reading.push(String(read))
      const setting = { key: 'mailCount', value: 15 }
      const written = await statusOf(person, 'mail/main/generalConfig/single/update', setting).catch(String)
      if (written !== 200) failures.writing.push(String(written))
      calls += 2
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

/** nginx before two servers: HTTP/2, an upgrade under load, and what it answers when no server does. */
export async function serveByNginx(run: InteropRun, organisation: Organisation): Promise<void> {
  const { step } = run
  const { nginx, front, naClient } = organisation
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
  await step('Below /r/ and /mf/ nginx never answers a page', async () => {
    for (const place of ['/r/remote-mail/9.9.9-00000000/remoteEntry.js', '/r/', '/mf/nothing.json']) {
      const missing = await fetch(front + place)
      assert.equal(missing.status, 404)
      assert.doesNotMatch(await missing.text(), /<html/i)
    }
  })
  const builds = makeServerBuilds(organisation.page.at('/tmp/yanshu'), path.join(run.folder, 'server-builds'))
  const upgraded = await step('Two servers are brought to two other builds under load, and no call fails', () =>
    upgradeBoth(run, organisation, builds),
  )
  const alone = await step(
    'One of two servers is restarted, the other killed and started again: no call that reads fails',
    () => restartAndKill(run, organisation, upgraded),
  )
  await step('Without the server nginx says so in plain text, and calls it as soon as it is back', async () => {
    await alone.stop()
    const answer = await fetch(`${front}/r/remote-mail/1.0.0-00000000/main.js`)
    assert.equal(answer.status, 503)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
    const back = await startAgain(organisation, alone, organisation.environment)
    run.atEnd(() => back.stop())
    assert.equal(await statusOf(naClient, 'mail/email/mailbox/list?pageSize=15'), 200)
  })
}

/** Another process in the place of one that has ended, at the same address. */
const startAgain = (
  { page }: Organisation,
  { url }: ServerProcess,
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> =>
  startServer(page.at('/var/lib/yanshu'), [], { ...environment, YANSHU_PORT: new URL(url).port })

/** Ports for mail belong to one server of a machine. */
const withoutMailPorts = ({ environment }: Organisation) => ({
  ...environment,
  YANSHU_LMTP_PORT: '',
  YANSHU_SUBMISSION_PORT: '',
  YANSHU_SUBMISSIONS_PORT: '',
})

/**
 * Restarts one of two servers and kills the other as soon as the first is back, twice, while people work and nginx is not
 * touched. Returns the server that is left.
 */
async function restartAndKill(
  run: InteropRun,
  organisation: Organisation,
  server: ServerProcess,
): Promise<ServerProcess> {
  const { page, nginx, environment, naClient, weiClient } = organisation
  const people = [naClient, weiClient]
  const other = withoutMailPorts(organisation)
  let first = server
  let second = await startServer(page.at('/var/lib/yanshu'), [], other)
  run.atEnd(() => Promise.all([first.stop(), second.stop()]))
  nginx.use([first.url, second.url])
  const load = startLoad(people)
  const settle = () => {
    const goal = load.calls() + 50
    return until('calls go on', async () => load.calls() >= goal)
  }
  const KILLS = 2
  for (let at = 0; at < KILLS; at++) {
    await settle()
    await first.stop()
    first = await startAgain(organisation, first, environment)
    await second.kill()
    second = await startAgain(organisation, second, other)
  }
  await settle()
  const { calls, failures } = await load.stop()
  assert.deepEqual(failures.reading, [])
  // Each person has one call on its way when a server is killed.
  assert.ok(failures.writing.length <= KILLS * people.length, failures.writing.join(', '))
  assert.ok(
    failures.writing.every((status) => status === '503'),
    failures.writing.join(', '),
  )
  console.log(`   ${calls} calls, of which ${failures.writing.length} that wrote were lost with their server`)
  nginx.use([first.url])
  await second.stop()
  return first
}

/**
 * Upgrades two servers to a build that adds to the schema, and then to one that removes from it, one server after the other,
 * while people work. The second build is refused while a server of the first one answers. Returns a server of the first build
 * on the store as it was.
 */
async function upgradeBoth(run: InteropRun, organisation: Organisation, builds: ServerBuilds): Promise<ServerProcess> {
  const { page, nginx, server, environment, naClient, weiClient } = organisation
  const data = page.at('/var/lib/yanshu')
  const start = (build: string, settings: Readonly<Record<string, string>> = withoutMailPorts(organisation)) =>
    startServer(data, [], settings, build)
  let running = [server, await start(builds.before)]
  run.atEnd(() => Promise.all(running.map((one) => one.stop())))
  nginx.use(running.map(({ url }) => url))
  const load = startLoad([naClient, weiClient])
  // nginx answers what it has begun with the servers that it knew then.
  const settle = () => {
    const goal = load.calls() + 50
    return until('calls go on', async () => load.calls() >= goal)
  }
  const refused = () => assert.rejects(start(builds.contracting), /2 of them still answer \(0\.1\.0 since/)
  await settle()
  await refused()
  for (const build of [builds.expanding, builds.contracting]) {
    for (const old of running) {
      const others = running.filter((one) => one !== old)
      nginx.use(others.map(({ url }) => url))
      await settle()
      await old.stop()
      running = [...others, await start(build)]
      nginx.use(running.map(({ url }) => url))
      await settle()
    }
  }
  const { calls, failures } = await load.stop()
  assert.deepEqual(failures, { reading: [], writing: [] })
  console.log(`   ${calls} calls`)
  for (const one of running) await one.stop()
  runProgram('psql', [environment.DATABASE_URL ?? '', '-c', UNDO])
  running = [await start(builds.before, environment)]
  const [first] = running
  assert.ok(first)
  nginx.use([first.url])
  return first
}
