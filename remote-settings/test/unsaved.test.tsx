// @vitest-environment happy-dom
import { Code } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices, dropQuestions } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReplyPage } from '../src/away/ReplyPage.tsx'
import { FormDialog } from '../src/layout/FormDialog.tsx'
import { useDiscardQuestion } from '../src/layout/useDiscardQuestion.ts'
import zh from '../src/messages/zh.ts'
import { TemplatesPage } from '../src/signatures/TemplatesPage.tsx'

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

function Form({ changed, onClose }: { changed: boolean; onClose: () => void }) {
  const mayDiscard = useDiscardQuestion()
  return (
    <FormDialog
      title="规则"
      mayLeave={async () => !changed || mayDiscard()}
      onSubmit={() => Promise.resolve()}
      onClose={onClose}
    >
      <input />
    </FormDialog>
  )
}

test('given a form in which something was written, when it is closed, then it asks; an untouched one closes', async () => {
  const onClose = vi.fn()
  shown = await renderInShell(<Form changed onClose={onClose} />)
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
  shown = await renderInShell(<Form changed={false} onClose={onClose} />)
  await pressEscape()
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('given a template that another window has changed, when it is saved, then what is there now stays until one is chosen', async () => {
  const mine = { templateId: 3, name: '周报', folder: '', subject: '第 1 周', html: '<p>您好</p>' }
  const theirs = { ...mine, subject: '第 2 周' }
  let stored: typeof mine | null = mine
  shell.answer({
    'mail/template/letterTemplateList': { list: [mine] },
    'mail/template/letterTemplateInfo': () => {
      if (!stored) throw new TestFailure(Code.notFound, '没有了')
      return stored
    },
    'mail/template/saveOrUpdateLetterTemplate': (input: object) => input,
  })
  const saves = () => shell.calls.filter(({ path }) => path === 'mail/template/saveOrUpdateLetterTemplate')
  shown = await renderInShell(<TemplatesPage />)
  const open = async () => {
    await waitFor(() => expect(document.querySelector('[aria-label="修改“周报”"]')).not.toBeNull())
    await act(async () => document.querySelector<HTMLElement>('[aria-label="修改“周报”"]')?.click())
    await waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  }
  await open()
  stored = theirs
  await press(zh.save)
  await waitFor(() => expect(document.body.textContent).toContain(zh.signatures.elsewhere.changed))
  expect(saves()).toEqual([])
  await press(zh.signatures.elsewhere.mine)
  await waitFor(() => expect(saves().map(({ input }) => input)).toEqual([mine]))

  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await open()
  stored = null
  await press(zh.save)
  await waitFor(() => expect(document.body.textContent).toContain(zh.signatures.elsewhere.gone))
  await press(zh.save)
  await waitFor(() => expect(saves().at(-1)?.input).toMatchObject({ templateId: null, subject: theirs.subject }))
})
