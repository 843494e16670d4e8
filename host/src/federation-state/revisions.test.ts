// @vitest-environment happy-dom
import { tabsHost } from '@yanshu/shell-api'
import { startTestShell } from '@yanshu/shell-api/testing'
import { expect, test } from 'vitest'
import type { Federation } from '../federation/index.ts'
import { followRevisions } from './revisions.ts'

test('given two withdrawn versions, then a tab with unsaved work keeps its own remote alone, until it is saved', async () => {
  const shell = await startTestShell()
  const replaced: string[] = []
  let withdraw = (_: { remote: string; version: string }) => {}
  const federation: Pick<Federation, 'on' | 'refresh' | 'replace'> = {
    on: (event, listener) => {
      if (event === 'revoked') withdraw = listener as typeof withdraw
      return () => undefined
    },
    refresh: async () => undefined,
    replace: (remote) => replaced.push(remote),
  }
  followRevisions(federation as Federation, () => undefined)
  const dirty = tabsHost.visit('/write/new', { title: '', remote: 'remote-compose' })
  tabsHost.visit('/inbox', { title: '', remote: 'remote-mail' })
  const handle = tabsHost.handle(dirty)
  handle.setDirty(true)
  for (const remote of ['remote-compose', 'remote-mail']) withdraw({ remote, version: '1.0.0' })
  expect(replaced).toEqual(['remote-mail'])
  handle.setDirty(false)
  expect(replaced).toEqual(['remote-mail', 'remote-compose'])
  shell.stop()
})
