// @vitest-environment happy-dom
import type { RemoteContributes, RemoteModule } from '@yanshu/contracts'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, expect, test } from 'vitest'
import { RecipientHints } from './RecipientHints.tsx'
import type { RecipientLists } from './recipientLists.ts'
import { useRecipientMarks } from './useRecipientMarks.ts'

const remote: RemoteModule = {
  contract: { name: 'remote-hints', major: 1 },
  routes: [],
  i18n: { ns: 'remote-hints', load: async () => ({ default: {} }) },
  slots: { 'recipient.hint': async () => ({ default: ({ address }) => <p>away: {address}</p> }) },
}
const contributes: RemoteContributes = { routes: [], slots: [{ slot: 'recipient.hint', major: 1 }] }
const MANY = 200
const lists: RecipientLists = {
  to: Array.from({ length: MANY }, (_, at) => ({ name: '', address: `C${at}@yanshu.test` })),
  cc: [],
  bcc: [],
}

let shell: TestShell
let shown: Rendered
afterEach(async () => {
  await shown.unmount()
  shell.stop()
})

function Fields() {
  useRecipientMarks(lists, null)
  return <RecipientHints lists={lists} />
}

test.each([
  ['one of them is hinted at', { hinted: ['c7@yanshu.test'] }, 1],
  ['an older server that names none', {}, MANY],
] as const)('given two hundred pasted recipients and %s, then one call asks about all', async (_, answer, hints) => {
  shell = await startTestShell({
    remotes: [{ remote, contributes }],
    responses: { 'mail/email/recipientMarks': { list: [], blindCopy: false, ...answer } },
  })
  shown = await renderInShell(<Fields />)
  await expect.poll(() => shown.container.textContent?.match(/away:/g)?.length).toBe(hints)
  expect(shown.container.textContent).toContain('away: C7@yanshu.test')
  expect(shell.calls.filter(({ path }) => path === 'mail/email/recipientMarks')).toHaveLength(1)
})
