// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import { ThrownErrors } from './ThrownErrors.tsx'

const frames = [{ file: '/mf/mail.js', line: 1, column: 7 }]
const thrown = { remote: 'remote-mail', version: '1.0.0', name: 'TypeError', frames, count: 2, lastAt: 0 }

afterEach(() => {
  vi.restoreAllMocks()
  clearNotices()
})

test('given a page without TLS, when a stack is to be copied, then the page says that the browser refuses', async () => {
  // There the browser has no clipboard at all.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
  const shell = await startTestShell()
  addMessages('remote-operations', 'zh', zh)
  const { container, unmount } = await renderInShell(<ThrownErrors errors={[thrown]} />)
  await act(async () => container.querySelector('button')?.click())
  await vi.waitFor(() => expect(document.body.textContent).toContain(zh.thrown.notCopied))
  await unmount()
  shell.stop()
})
