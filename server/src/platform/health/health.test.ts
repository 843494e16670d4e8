import { rename } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const TOKEN = 'metrics-token-0123456789'

describe('what a supervisor and a monitor ask', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite', metricsToken: TOKEN })
  })
  afterAll(() => server.stop())

  const get = (path: string, token?: string) =>
    fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })

  test('a process that runs is alive and ready', async () => {
    expect((await get('/healthz')).status).toBe(200)
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ready: true, store: 'ok', files: 'ok', assistant: 'without a model' },
    ])
  })

  test('metrics are for whoever has the token', async () => {
    expect((await get('/metrics')).status).toBe(404)
    expect((await get('/metrics', `${TOKEN}x`)).status).toBe(404)
    const text = await (await get('/metrics', TOKEN)).text()
    expect(text).toMatch(
      /^yanshu_http_request_duration_seconds_count\{route="\/healthz",method="GET",status="200"\} 1$/m,
    )
    expect(text).toMatch(/^yanshu_outgoing_mails\{state="held"\} 0$/m)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
    // What runs by itself waits for its hour.
    expect(text).toMatch(/^yanshu_jobs_due\{kind="store\.sweep"\} 0$/m)
    expect(text).toMatch(/^yanshu_job_late_seconds\{kind="store\.sweep"\} 0$/m)
    expect(text).toContain('yanshu_job_attempts_total')
    expect(text).toMatch(/^yanshu_jobs_failed\{kind="store\.sweep"\} 0$/m)
  })

  test('a process without its folder is alive, not ready, and gives the reason only in the log', async () => {
    const away = `${server.folder}-away`
    await rename(server.folder, away)
    try {
      expect((await get('/healthz')).status).toBe(200)
      const ready = await get('/readyz')
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { ready: false, store: 'ok', files: 'failed', assistant: 'without a model' },
      ])
    } finally {
      await rename(away, server.folder)
    }
    expect(server.problems.splice(0).join()).toContain('ENOENT')
  })
})
