import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { diskNote } from './diskFigures.ts'

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

  test('every figure of the dashboard is one that a running server gives', async () => {
    const text = await (await get('/metrics', TOKEN)).text()
    const given = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const file = path.resolve(import.meta.dirname, '../../../../deploy/grafana/yanshu.json')
    const dashboard = JSON.parse(await readFile(file, 'utf8')) as { panels: { targets: { expr: string }[] }[] }
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const names = expressions.flatMap((one) => one.match(/\b(?:yanshu|nodejs|process)_[a-z0-9_]+/g) ?? [])
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !given.has(name.replace(/_(?:bucket|count)$/, '')))).toEqual([])
    expect(text).toMatch(/^yanshu_build_info\{version="\d+\.\d+\.\d+",node="[\d.]+",engine="sqlite"\} 1$/m)
    expect(text).toMatch(/^yanshu_pool_size\{pool="long reads"\} [1-9]\d*$/m)
    expect(text).toMatch(/^yanshu_pool_waiting\{pool="receiving of mail"\} 0$/m)
    expect(Number(/^yanshu_disk_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toMatch(/^yanshu_index_backlog \d+$/m)
  })

  test('a disk that is nearly full is a note, with what is left', async () => {
    const left = (free: number) => diskNote('/data', async () => ({ free, size: 1e12 }))
    expect(await left(1e12)).toEqual({})
    expect(await left(100 * 1_024 * 1_024)).toEqual({ disk: 'nearly full, 100 MiB left' })
    // What cannot be measured is no alarm.
    expect(await diskNote('/no/such/folder')).toEqual({})
  })
})
