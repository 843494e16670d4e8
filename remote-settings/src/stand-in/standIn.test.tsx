// @vitest-environment happy-dom
import { messageProblems } from '@yanshu/build/messageProblems'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import StandIn from './StandIn.tsx'
import { standInEn, standInZh } from './standInWords.ts'

afterEach(clearNotices)

test('the words of the stand-in say the same in both languages', () => {
  expect(messageProblems([standInZh], standInEn)).toEqual([])
})

test('given a stand-in, then the page shows who it is, and an empty field removes them', async () => {
  const shell = await startTestShell({
    settings: { mailApproval: true },
    responses: {
      'mail/main/approval/standIn': { standIn: { name: '李娜', address: 'li.na@yanshu.test' } },
      'mail/main/approval/standIn/remove': {},
    },
  })
  const { container, unmount } = await renderInShell(<StandIn />)
  await vi.waitFor(() => expect(container.querySelector('input')?.value).toBe('li.na@yanshu.test'))
  const field = container.querySelector('input')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(field, '')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () =>
    container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  await vi.waitFor(() => expect(shell.calls.map(({ path }) => path)).toContain('mail/main/approval/standIn/remove'))
  await unmount()
  shell.stop()
})
