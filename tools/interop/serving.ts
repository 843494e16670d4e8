import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:http2'
import type { ApiClient } from '../bench/apiClient.ts'
import { type ServerProcess, startServer } from '../bench/serverProcess.ts'
import { until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import type { Organisation } from './organisation.ts'

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

/** nginx before two servers: HTTP/2, an upgrade under load, and what it says when no server answers. */
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
    for (const path of ['/r/remote-mail/9.9.9-00000000/remoteEntry.js', '/r/', '/mf/nothing.json']) {
      const missing = await fetch(front + path)
      assert.equal(missing.status, 404)
      assert.doesNotMatch(await missing.text(), /<html/i)
    }
  })
  const upgraded = await step('Of two servers each is upgraded under load, and no call fails', () =>
    upgradeBoth(run, organisation),
  )
  await step('Without the server nginx says so in plain text', async () => {
    await upgraded.stop()
    const answer = await fetch(`${front}/r/remote-mail/1.0.0-00000000/main.js`)
    assert.equal(answer.status, 503)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  })
}

/** Takes one server after the other away while people work, and returns the one that is left. */
async function upgradeBoth(run: InteropRun, organisation: Organisation): Promise<ServerProcess> {
  const { page, nginx, server, environment, naClient, weiClient } = organisation
  const data = page.at('/var/lib/yanshu')
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
  run.atEnd(() => first.stop())
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
}
