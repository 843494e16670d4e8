import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Code } from '@yanshu/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { unseal } from '../../platform/secrets/serverKey.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { startImapServer } from '../../testing/imapServer.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { migrationJob, secretName } from './migrationJob.ts'

const mails = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    uid: at + 1,
    source: `From: li@far.example\r\nSubject: Old ${at + 1}\r\n\r\nText\r\n`,
    date: '02-Nov-2026 10:00:00 +0800',
  }))

/** What a provider renews tokens by (RFC 6749 §6). Each refresh token is good once. */
async function startTokens(issue: (access: string) => void) {
  const state = { refresh: 'refresh-1', answers: [] as string[], revoked: false }
  let issued = 0
  const server = createServer(async (request, response) => {
    const asked = new URLSearchParams(await text(request))
    const isRight =
      !state.revoked &&
      asked.get('refresh_token') === state.refresh &&
      asked.get('client_id') === 'yanshu' &&
      asked.get('client_secret') === 'a secret'
    const body = isRight
      ? { access_token: `access-${++issued}`, refresh_token: `refresh-${issued + 1}`, expires_in: 3_600 }
      : { error: 'invalid_grant' }
    if (isRight) {
      state.refresh = `refresh-${issued + 1}`
      issue(`access-${issued}`)
    }
    state.answers.push(JSON.stringify(body))
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { state, port: (server.address() as AddressInfo).port }
}

test.each(engines)(
  'given a refresh token, then access tokens are renewed in the middle of a migration, and one that was revoked pauses it until there is a new one, on %s',
  async (engine) => {
    const other = await startImapServer([{ path: 'INBOX', uidValidity: 7, mails: mails(60) }])
    onTestFinished(() => other.stop())
    const tokens = await startTokens((access) => {
      other.token = access
    })
    const server = await startTestServer({
      ...{ engine, still: true, failing: true, migrationHosts: ['127.0.0.1'] },
      migrationTokens: [
        {
          host: '127.0.0.1',
          url: `http://127.0.0.1:${tokens.port}/token`,
          clientId: 'yanshu',
          clientSecret: 'a secret',
        },
      ],
    })
    onTestFinished(() => server.stop())
    const id = await server.addUser('zhang.wei')
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
    const zhang = await server.as(id)
    const login = (password: string) => ({
      ...{ host: '127.0.0.1', port: other.port, security: 'tls' as const, user: 'zhang@old.example', password },
      ...{ certificate: other.certificate, login: 'refresh' as const },
    })
    const newest = async () => (await zhang.get('mail/mailMig/get')).list[0]
    const run = async () => {
      await jobsOf(server.context).runDue([migrationJob])
      return newest()
    }
    expect(await zhang.post('mail/mailMig/test', login('refresh-1'))).toMatchObject({ renewed: 'refresh-2' })
    expect((await zhang.attempt('mail/mailMig/test', login('refresh-1'))).code).toBe(Code.migrationLogin)
    const { id: migrationId } = await zhang.post('mail/mailMig/save', { server: login('refresh-2'), paths: ['INBOX'] })
    const { db } = server.context.store
    const sealed = async () => {
      const { secret } = await db.selectFrom('migration').select('secret').executeTakeFirstOrThrow()
      return secret === '' ? '' : unseal(server.context.config, secretName(migrationId), secret)
    }
    expect(await sealed()).toBe('refresh-3')
    // The connection breaks once mails have come; with the next one the token is another.
    other.bytesUntilCut = 3_000
    expect((await run())?.state).toBe('migrating')
    other.bytesUntilCut = Number.POSITIVE_INFINITY
    expect(await sealed()).toBe(tokens.state.refresh)
    tokens.state.revoked = true
    server.wait(600_000)
    expect(await run()).toMatchObject({ state: 'paused', reason: 'token' })
    tokens.state.revoked = false
    await zhang.post('mail/mailMig/update', { id: migrationId, act: 'resume', password: tokens.state.refresh })
    const done = await run()
    expect(done).toMatchObject({ state: 'finished', reason: '' })
    expect(done?.folders.map(({ total, brought }) => [total, brought])).toEqual([[60, 60]])
    expect(await sealed()).toBe('')
    // No secret stands in what was logged.
    expect(server.problems.filter((problem) => /refresh-|access-|a secret/.test(problem))).toEqual([])
  },
)
