// @vitest-environment happy-dom
import { RECIPIENTS_MAX } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import type { Composer } from '../write/composer.ts'
import { createComposer } from '../write/createComposer.ts'
import { Problems } from '../write/Problems.tsx'
import { testBeginning } from '../write/testBeginning.ts'

const beginning = testBeginning({ entryKey: 'one', letter: { subject: '周报' } })
const people = (count: number, prefix = 'a') =>
  Array.from({ length: count }, (_, at) => ({ name: '', address: `${prefix}${at}@yanshu.test` }))

let shell: TestShell
let show: Rendered | null = null
let composer: Composer
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-compose', 'zh', zh)
  // What the server answers to what its contract does not take: the name of a field.
  const refuse = () => {
    throw new TestFailure(400, '请求内容有误，请检查后重试：to')
  }
  shell.answer({ 'mail/email/drafts': refuse, 'mail/email/send': refuse })
  const place = { stepAside: () => {}, comeBack: () => true, show: () => {}, close: () => {} }
  composer = createComposer(beginning, { route: 'new/0', place, openDraft: () => {} })
  show = await renderInShell(<Problems composer={composer} onReplaced={() => {}} />)
})
afterEach(async () => {
  await show?.unmount()
  show = null
  composer.dispose()
  shell.stop()
  clearNotices()
})
const says = (...words: readonly string[]) =>
  vi.waitFor(() => {
    for (const word of words) expect(show?.container.textContent).toContain(word)
  })
const asked = () => shell.calls.filter(({ path }) => path.startsWith('mail/email/')).map(({ path }) => path)

test('given more people in a field than the server takes, when the draft is saved, then the number and the limit are said', async () => {
  const now = RECIPIENTS_MAX + 1
  await act(async () => composer.change({ recipients: { to: people(now), cc: [], bcc: [] } }))
  await act(async () => composer.saveDraft())
  const why = zh.excess.recipients.replace('{{max}}', `${RECIPIENTS_MAX}`).replace('{{now}}', `${now}`)
  await says(zh.draft.refusedWhy.replace('{{why}}', why))
  expect(asked()).toEqual([])
})

test('given more people in all fields than a letter may have, when it is sent, then the number and the limit are said', async () => {
  const recipients = { to: people(RECIPIENTS_MAX, 'a'), cc: people(7, 'b'), bcc: [] }
  await act(async () => composer.change({ recipients }))
  await act(async () => composer.send())
  await says(`${RECIPIENTS_MAX + 7}`, `${RECIPIENTS_MAX} 个`)
  expect(asked()).toEqual([])
})
