// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices, dropQuestions } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReplyPage } from '../src/away/ReplyPage.tsx'
import { FormDialog } from '../src/layout/FormDialog.tsx'
import zh from '../src/messages/zh.ts'

const REPLY = {
  enabled: false,
  startAt: null,
  endAt: null,
  subject: '休假中',
  inside: '<p>下周回来。</p>',
  outsideTo: 'all' as const,
  outside: '',
}

let shell: TestShell
let shown: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-settings', 'zh', zh)
})
afterEach(async () => {
  dropQuestions()
  await shown?.unmount()
  shown = null
  shell.stop()
  clearNotices()
})

const waitFor = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find((one) => one.textContent === name)
const press = (name: string) => act(async () => button(name)?.click())
const pressEscape = () =>
  act(async () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))

async function subjectOf(): Promise<HTMLInputElement> {
  shown = await renderInShell(<ReplyPage />)
  const { container } = shown
  return waitFor(() => {
    const field = container.querySelector<HTMLInputElement>('input[type=text]')
    if (!field) throw new Error('no subject')
    return field
  })
}

test('given an automatic answer that was not saved, when its page is opened again, then it is there until it is discarded', async () => {
  shell.answer({
    'mail/main/generalConfig/getReply': REPLY,
    'mail/main/generalConfig/replyLog': { list: [] },
  })
  const subject = await subjectOf()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(subject, '出差至周五')
    subject.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await shown?.unmount()
  const again = await subjectOf()
  expect(again.value).toBe('出差至周五')
  expect(document.body.textContent).toContain(zh.away.reply.unsaved)
  await press(zh.away.reply.discard)
  expect(again.value).toBe(REPLY.subject)
  await shown?.unmount()
  expect((await subjectOf()).value).toBe(REPLY.subject)
})

test('given a form in which something was written, when it is closed, then it asks; an untouched one closes', async () => {
  const onClose = vi.fn()
  const form = (changed: boolean) => (
    <FormDialog title="规则" changed={changed} onSubmit={() => Promise.resolve()} onClose={onClose}>
      <input />
    </FormDialog>
  )
  shown = await renderInShell(form(true))
  await pressEscape()
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain(zh.discard.title)
  // Escape answers the question, and no more than that.
  await pressEscape()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await press(zh.cancel)
  await press(zh.discard.yes)
  expect(onClose).toHaveBeenCalledOnce()
  await shown.unmount()
  shown = await renderInShell(form(false))
  await pressEscape()
  expect(onClose).toHaveBeenCalledTimes(2)
})
