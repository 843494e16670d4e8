// @vitest-environment happy-dom
import { messageProblems } from '@yanshu/build/messageProblems'
import type { MailDetail, OpenedLetter, RestrictedState } from '@yanshu/contracts'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchParts } from '../on-demand/onDemand.ts'
import RestrictedCard from './RestrictedCard.tsx'
import { en, zh } from './words.ts'

const FREE: RestrictedState = {
  hasPassword: false,
  readsLeft: null,
  until: null,
  burn: false,
  secret: false,
  isOpen: false,
  mayFilesBeSaved: true,
  over: null,
}
const letterOf = (state: RestrictedState): OpenedLetter => ({
  state,
  subject: '薪酬',
  html: null,
  text: '正文',
  truncated: false,
  attachments: [{ fileId: 'f', name: '表.txt', contentType: 'text/plain', size: 3, contentId: null, kind: 'file' }],
})

let shell: TestShell | null = null
let shown: Rendered | null = null
afterEach(async () => {
  await shown?.unmount()
  shell?.stop()
  shown = null
  shell = null
})

async function show(state: RestrictedState, opened: RestrictedState = { ...state, isOpen: true }) {
  shell = await startTestShell({
    responses: {
      'mail/email/restricted/get': state,
      'mail/email/restricted/open': letterOf(opened),
      'mail/email/restricted/close': { deleted: true },
    },
  })
  await fetchParts()
  const mail = { mailId: 7 } as unknown as MailDetail
  shown = await renderInShell(() => <RestrictedCard mail={mail} port={undefined as never} />)
  return shown.container
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
const calls = () => shell?.calls ?? []
const asked = () => calls().filter(({ path }) => path === 'mail/email/restricted/open')

test('the words say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})

test('given conditions that count nothing, then the letter opens with its mail, and its files may be saved', async () => {
  const container = await show({ ...FREE, until: Date.UTC(2027, 0, 2) })
  await vi.waitFor(() => expect(container.textContent).toContain('表.txt'))
  expect(container.textContent).toContain('到期')
  expect(asked()).toHaveLength(1)
})

test('given a number of readings, then it waits for a press, and shows what is left', async () => {
  const container = await show(
    { ...FREE, reads: 5, readsLeft: 2, burn: true, mayFilesBeSaved: false },
    {
      ...FREE,
      ...{ readsLeft: 0, burn: true, mayFilesBeSaved: false, isOpen: true },
    },
  )
  await vi.waitFor(() => expect(container.textContent).toContain('已读 3 次，共可读 5 次'))
  expect(asked()).toEqual([])
  await act(async () => button(zh.openCounted)?.click())
  await vi.waitFor(() => expect(container.textContent).toContain(zh.lastReading))
  expect(container.textContent).toContain(zh.filesShown)
  await act(async () => button(zh.burnNow)?.click())
  expect(calls().map(({ path }) => path)).toContain('mail/email/restricted/close')
})

test('given a reading password, then nothing is asked of the server without it, and files stay shut', async () => {
  const container = await show({ ...FREE, hasPassword: true, mayFilesBeSaved: false })
  await vi.waitFor(() => expect(container.querySelector('input[type=password]')).not.toBeNull())
  await act(async () => button(zh.open)?.click())
  expect(container.textContent).toContain(zh.passwordRequired)
  expect(asked()).toEqual([])
  const field = container.querySelector<HTMLInputElement>('input[type=password]')
  await act(async () => {
    if (!field) return
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '开门')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => button(zh.open)?.click())
  await vi.waitFor(() => expect(container.textContent).toContain('附件 表.txt 不能预览和下载'))
  expect(asked()[0]).toMatchObject({ input: { mailId: 7, password: '开门' } })
})

test.each(['read', 'expired', 'person', 'recipient'] as const)(
  'given a letter that is over (%s), then a notice is shown and nothing to press',
  async (over) => {
    const container = await show({ ...FREE, over })
    await vi.waitFor(() => expect(container.textContent).toContain(zh.over[over]))
    expect(container.querySelector('button')).toBeNull()
    expect(asked()).toEqual([])
  },
)
