// @vitest-environment happy-dom
import type { ApprovalNotice } from '@yanshu/contracts'
import { settings } from '@yanshu/shell-api'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useApprovalNotices } from './useApprovalNotices.ts'

afterEach(clearNotices)

function Notices() {
  useApprovalNotices()
  return null
}

test('given an event of a record, then its notice is shown once it is read, without words of a confidential one', async () => {
  const PATH = '/appreply/0/7/1000/all/pending'
  let notice: ApprovalNotice | null = { kind: 'waits', path: PATH, name: '张伟', subject: '合同草案' }
  const shell = await startTestShell({ responses: { 'mail/main/approval/notice': () => ({ notice }) } })
  const { unmount } = await renderInShell(<Notices />)
  const asked = () => shell.calls.filter(({ path }) => path === 'mail/main/approval/notice')
  const happens = (data: unknown) => act(async () => shell.emit({ optType: 'event', name: 'mail.approval', data }))
  await happens({ recordId: 7 })
  await vi.waitFor(() => expect(document.body.textContent).toContain('张伟 的邮件等待您审批：合同草案'))
  expect(asked()).toMatchObject([{ input: { recordId: '7' } }])
  clearNotices()
  notice = { kind: 'rejected', path: PATH, name: '', subject: '' }
  await happens({ recordId: 7 })
  await vi.waitFor(() => expect(document.body.textContent).toContain('您的邮件未通过审批'))
  clearNotices()
  // What was decided meanwhile, what is no event of a record, and a setting that is off.
  notice = null
  await happens({ recordId: 7 })
  await happens({})
  expect(asked()).toHaveLength(3)
  vi.spyOn(settings, 'current').mockReturnValue({
    ...settings.current(),
    general: { ...settings.current().general, notify: false },
  })
  await happens({ recordId: 7 })
  expect(asked()).toHaveLength(3)
  expect(document.body.textContent).not.toContain('审批')
  vi.restoreAllMocks()
  await unmount()
  shell.stop()
})
