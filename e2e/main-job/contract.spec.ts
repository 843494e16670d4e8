import path from 'node:path'
import { expect } from '@playwright/test'
import { defaultOf } from '@yanshu/discovery'
import { contractProblems } from '../../tools/release-remote/contractTest.ts'
import { startStubHost } from '../../tools/release-remote/stubHost.ts'
import { builtManifest } from '../support/manifest.ts'
import { CLIENT } from '../support/startServer.ts'
import { test } from '../support/test.ts'

const manifest = builtManifest()

test('given a host in front of a server that knows nobody, then every remote keeps its contract on it, and what differs is named', async ({
  browser,
}) => {
  const stub = await startStubHost({ host: path.join(CLIENT, 'host'), client: CLIENT, manifest })
  const context = await browser.newContext()
  try {
    const problemsOf = async (remote: string, change: object = {}) => {
      const candidate = defaultOf(manifest.discovery.microFrontends[remote] ?? [])
      if (!candidate) throw new Error(`${remote} was not built`)
      const page = await context.newPage()
      const { contributes } = candidate.extras
      const changed = { ...candidate, extras: { ...candidate.extras, contributes: { ...contributes, ...change } } }
      const problems = await contractProblems(page, stub.url, remote, changed)
      await page.close()
      return problems
    }
    for (const remote of Object.keys(manifest.discovery.microFrontends)) {
      expect(await problemsOf(remote), remote).toEqual([])
    }
    expect((await problemsOf('remote-settings', { intents: { 'mail.open': 1 } })).join()).toContain('mail.open')
  } finally {
    await context.close()
    stub.stop()
  }
})
