// @vitest-environment happy-dom
import type { ChangePreview } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act, useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import zh from '../../messages/zh.ts'
import { useScopeQuestion } from './useScopeQuestion.tsx'
import words from './zh.ts'

type Ask = ReturnType<typeof useScopeQuestion>[0]

function Asking({ given }: { given: (ask: Ask) => void }) {
  const [ask, question] = useScopeQuestion()
  useEffect(() => {
    given(ask)
  }, [ask, given])
  return question
}

let shell: TestShell
let show: Rendered
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-calendar', 'zh', zh)
})
afterEach(async () => {
  await show.unmount()
  shell.stop()
})

const preview = (mailed: number): ChangePreview => ({
  scope: 'this',
  times: 1,
  more: false,
  first: Date.UTC(2028, 2, 15),
  last: Date.UTC(2028, 2, 15),
  dropped: 0,
  mailed,
})
const text = () => document.body.textContent ?? ''

test('given a preview that comes when the next question is asked, then it is not shown in that one', async () => {
  let ask: Ask | undefined
  show = await renderInShell(<Asking given={(next) => (ask = next)} />)
  let answer = (_: readonly ChangePreview[]) => {}
  const late = new Promise<readonly ChangePreview[]>((done) => (answer = done))
  const scope = ask?.('move', '晨会', () => late)
  await expect.poll(text).toContain(words.move.replace('{{title}}', '晨会'))
  const cancel = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === zh.cancel)
  await act(async () => cancel?.click())
  expect(await scope).toBeNull()

  void ask?.('delete', '周会', async () => [preview(3)])
  await expect.poll(text).toContain('3 人')
  await act(async () => answer([preview(8)]))
  expect(text()).toContain('3 人')
  expect(text()).not.toContain('8 人')
})
