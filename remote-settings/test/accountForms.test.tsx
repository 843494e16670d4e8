// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Phone } from '../src/account/Phone.tsx'
import { ScreenLock } from '../src/account/ScreenLock.tsx'
import zh from '../src/messages/zh.ts'
import { TransferPage } from '../src/transfer/TransferPage.tsx'

let shell: TestShell
let shown: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-settings', 'zh', zh)
})
afterEach(async () => {
  await shown?.unmount()
  shown = null
  shell.stop()
  clearNotices()
})

const waitFor = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })
const sent = () => shell.calls.filter(({ method, path }) => method === 'POST' && path === 'user/bind/phone')
const button = (name: string) => {
  const found = [...document.querySelectorAll<HTMLButtonElement>('button')].find((one) => one.textContent === name)
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const press = async (name: string) => {
  const found = await waitFor(() => button(name))
  await act(async () => found.click())
}

const LOOK = { phoneEnd: '', offered: true }

test('given a phone form that was sent empty, then each field says what it needs; a code that was sent has the focus', async () => {
  const answers = { 'user/bind/phone': ({ phone }: { phone?: unknown }) => (phone ? { token: 'one' } : LOOK) }
  shell.answer(answers)
  shown = await renderInShell(<Phone />)
  await press(zh.account.phone.bind)
  const submit = () =>
    act(async () =>
      document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )
  await submit()
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.textContent).toContain(zh.account.phone.wrong)
  expect(dialog?.textContent).toContain(zh.account.lock.required)
  expect(sent()).toEqual([])
  for (const [field, value] of [
    ['tel', '13900001111'],
    ['password', 'Wild-Goose-7'],
  ]) {
    const input = dialog?.querySelector<HTMLInputElement>(`input[type=${field}]`)
    if (!input) throw new Error(`no ${field}`)
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  await submit()
  await waitFor(() => expect(sent()).toHaveLength(1))
  await waitFor(() =>
    expect(document.activeElement).toBe(document.querySelector('[role=dialog] [autocomplete=one-time-code]')),
  )
})

test('given the password of the screen lock, then its fields take the focus, and the button gets it back', async () => {
  const lock = { flag: false, autoFlag: true, locktime: 10, haspass: false, offered: true, timeLocked: false }
  shell.answer({ 'mail/main/lockScreen/isOpen': lock })
  shown = await renderInShell(<ScreenLock />)
  await press(zh.account.lock.set)
  expect(document.activeElement).toBe(shown.container.querySelector('form input'))
  await press(zh.cancel)
  expect(document.activeElement).toBe(button(zh.account.lock.set))
})

test('given a file of settings, then only an answer about the file says that it is of no use', async () => {
  shown = await renderInShell(<TransferPage />)
  const { container } = shown
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no field')
  const choose = () =>
    act(async () => {
      const files = [new File(['{}'], '设置.json', { type: 'application/json' })]
      Object.defineProperty(input, 'files', { configurable: true, value: files })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
  const said = () => container.querySelector('[role=alert]')?.textContent ?? ''
  for (const [code, words] of [
    [503_001, '服务器正忙'],
    [400_001, zh.transfer.unreadable.replace('{{name}}', '设置.json')],
  ] as const) {
    shell.answer({
      'mail/main/settings/preview': () => {
        throw new TestFailure(code, '服务器正忙')
      },
    })
    await choose()
    await waitFor(() => expect(said()).toBe(words))
  }
})
