// @vitest-environment happy-dom
import type { MailDetail } from '@yanshu/contracts'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { QuickReply } from './QuickReply.tsx'

const MAIL: MailDetail = {
  ...rowOf(5),
  sender: null,
  replyTo: [],
  cc: [],
  bcc: [],
  sentAt: null,
  messageId: '',
  html: null,
  text: '',
  truncated: false,
  attachments: [],
  readReceiptTo: null,
  threadCount: 1,
  sendId: null,
  releaseAt: null,
  deliveries: [],
}

let shell: TestShell
let shown: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(async () => {
  await shown?.unmount()
  shown = null
  shell.stop()
  clearNotices()
})

test('given an answer on its way, then nothing can be typed that would go with it', async () => {
  const sent = Promise.withResolvers<unknown>()
  shell.answer({ 'mail/email/quickSend': () => sent.promise })
  shown = await renderInShell(<QuickReply detail={MAIL} onDirty={() => undefined} />)
  const { container } = shown
  await act(async () => container.querySelector('button')?.click())
  const field = container.querySelector('textarea')
  if (!field) throw new Error('no field')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '收到')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })),
  )
  expect(field.readOnly).toBe(true)
  await act(async () => sent.resolve({ sendId: 's', mailId: 6, releaseAt: 0 }))
  await expect.poll(() => container.querySelector('textarea')).toBeNull()
})
