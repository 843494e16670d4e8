// @vitest-environment happy-dom
import { APPROVAL_UNDO_MS, type ApprovalRecord } from '@yanshu/contracts'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LinkTab } from './LinkTab.tsx'
import { PartsDialog } from './PartsDialog.tsx'

const RECORD = {
  recordId: 7,
  hash: 'h',
  subject: '合同草案',
  to: [
    { name: '李娜', address: 'li.na@yanshu.test', outside: false },
    { name: '', address: 'buyer@partner.example', outside: true },
  ],
} as unknown as ApprovalRecord

afterEach(() => {
  vi.useRealTimers()
  clearNotices()
})

test('given a mail to people inside and outside, then those outside are held back with a reason, after ten seconds', async () => {
  const shell = await startTestShell({
    responses: { 'mail/main/approval/decideParts': { state: 'passed', heldId: 8 } },
  })
  const onClose = vi.fn()
  const { unmount } = await renderInShell(() => <PartsDialog record={RECORD} onClose={onClose} />)
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
  const boxes = [...(dialog()?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true])
  const pass = async () => {
    const button = [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === '部分通过')
    await act(async () => button?.click())
  }
  await pass()
  expect(dialog()?.textContent).toContain('请填写理由')
  await act(async () => boxes[1]?.click())
  await pass()
  expect(dialog()?.textContent).toContain('请至少选中一位')
  await act(async () => boxes[1]?.click())
  const field = dialog()?.querySelector('textarea')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '未签协议')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  vi.useFakeTimers()
  await pass()
  expect(onClose).toHaveBeenCalled()
  expect(shell.calls.map(({ path }) => path)).not.toContain('mail/main/approval/decideParts')
  await act(async () => vi.advanceTimersByTimeAsync(APPROVAL_UNDO_MS))
  expect(shell.calls.map(({ path, input }) => [path, input])).toContainEqual([
    'mail/main/approval/decideParts',
    { recordId: 7, hash: 'h', reason: '未签协议', hold: ['buyer@partner.example'] },
  ])
  vi.useRealTimers()
  await unmount()
  shell.stop()
})

test('given a link that was used, then it is said, and the desk is offered', async () => {
  const shell = await startTestShell({ responses: {} })
  const { container, unmount } = await renderInShell((props) => <LinkTab {...props} params={{ token: 'x' }} />)
  await vi.waitFor(() => expect(container.textContent).toContain('链接已使用过'))
  expect([...container.querySelectorAll('button')].map(({ textContent }) => textContent)).toContain('邮件审批')
  await unmount()
  shell.stop()
})
