// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import zh from '../messages/zh.ts'
import { RemoteCard } from './RemoteCard.tsx'
import type { Releases } from './useReleases.ts'

const REMOTE = 'remote-notes'
const version = (label: string, traffic: number) => ({
  ...{ label, stage: null, isDefault: traffic === 0, traffic, departments: [], people: 0 },
})
const revision = { revision: 4, updatedAt: '2026-11-26T00:00:00Z', updatedBy: 'ops', reason: 'x', signedBy: null }
const releasesOf = (status: { signatureNeeded: boolean; canStop?: boolean }): Releases => ({
  status: {
    ...{ ...revision, ...status, seen: 's' },
    remotes: [{ remote: REMOTE, versions: [version('1.1.0-a', 10), version('1.0.0-b', 0)] }],
  },
  history: [],
  summary: { versions: [], errors: [], rule: null, hours: 24, points: [] } as unknown as Releases['summary'],
})

let shell: TestShell
let shown: Rendered
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-operations', 'zh', zh)
})
afterEach(async () => {
  await shown.unmount()
  shell.stop()
})

const { promote, rollback, halt, revoke } = zh.actions
test.each([
  [{ signatureNeeded: false, canStop: false }, [rollback, promote, halt, revoke, revoke]],
  [{ signatureNeeded: true, canStop: false }, []],
  [{ signatureNeeded: true }, []],
  [{ signatureNeeded: true, canStop: true }, [halt, revoke, revoke]],
])('given %o, then a card offers what the server can do', async (status, offered) => {
  shown = await renderInShell(<RemoteCard remote={REMOTE} releases={releasesOf(status)} onWanted={() => undefined} />)
  const buttons = [...shown.container.querySelectorAll('button')].map((one) => one.textContent)
  expect(buttons.filter((text) => Object.values<unknown>(zh.actions).includes(text))).toEqual(offered)
})
