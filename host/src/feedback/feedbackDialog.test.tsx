// @vitest-environment happy-dom
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import FeedbackDialog from './FeedbackDialog.tsx'

let shell: TestShell
let shown: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(async () => {
  await shown?.unmount()
  shown = null
  shell.stop()
})

async function open(): Promise<HTMLTextAreaElement> {
  shown = await renderInShell(<FeedbackDialog onClose={() => undefined} />)
  const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
  if (!field) throw new Error('no field')
  return field
}

test('given feedback that was written and not sent, when the dialog is opened again, then it is there', async () => {
  const field = await open()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '搜索很快')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await shown?.unmount()
  expect((await open()).value).toBe('搜索很快')
})
