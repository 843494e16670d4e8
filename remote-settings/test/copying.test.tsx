// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientPage } from '../src/account/ClientPage.tsx'
import { SecondStep } from '../src/account/SecondStep.tsx'
import zh from '../src/messages/zh.ts'

let shell: TestShell
let shown: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-settings', 'zh', zh)
  // On a page without TLS the browser has no clipboard at all.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
})
afterEach(async () => {
  await shown?.unmount()
  shown = null
  shell.stop()
  clearNotices()
  vi.restoreAllMocks()
})

const DIALOG = '[role=dialog]'

/** A button of the page, or of the dialog above it, where one behind it may have the same name. */
const press = async (name: string, within = 'body') => {
  const found = await vi.waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>(`${within} button`)]
    const button = all.find(({ textContent }) => textContent === name)
    if (!button) throw new Error(`no button ${name}`)
    return button
  })
  await act(async () => found.click())
}
const says = (words: string) => vi.waitFor(() => expect(document.body.textContent).toContain(words))

test('given a page without TLS, when a code for a program is to be copied, then the page says to select it', async () => {
  const detail = {
    enabled: true,
    left: 5,
    codes: [],
    protocols: [{ scope: 'imap', enabled: true, address: '', servers: [] }],
  }
  shell.answer({
    'user/client/detail': detail,
    'user/client/generatePassword': { code: 'abcd-efgh', detail },
    'user/info': { emailAddr: 'zhang.wei@yanshu.test' },
    'mail/client/list': { list: [] },
  })
  shown = await renderInShell(<ClientPage />)
  await press(zh.account.clients.make)
  await press(zh.account.clients.make, DIALOG)
  await press(zh.account.clients.copy, DIALOG)
  await says(zh.account.clients.notCopied)
})

test('given a page without TLS, when recovery codes are to be copied, then the page says to write them down', async () => {
  shell.answer({
    'user/totp/state': { totp: true, sms: false, smsOffered: false, recoveryCodes: 3, phoneEnd: '' },
    'user/totp/recoveryCodes': { recoveryCodes: ['abcd-efgh'] },
  })
  shown = await renderInShell(<SecondStep />)
  await press(zh.account.second.codes)
  const password = await vi.waitFor(() => {
    const input = document.querySelector<HTMLInputElement>(`${DIALOG} input`)
    if (!input) throw new Error('no field')
    return input
  })
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(password, 'Wild-Goose-7')
    password.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press(zh.account.second.go, DIALOG)
  await press(zh.account.second.copy, DIALOG)
  await says(zh.account.second.notCopied)
})
