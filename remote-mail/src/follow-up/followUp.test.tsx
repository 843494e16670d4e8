// @vitest-environment happy-dom
import type { FollowUp } from '@yanshu/contracts'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import { FollowUpList } from './FollowUpList.tsx'

const ITEM: FollowUp = {
  followUpId: 3,
  mailId: 7,
  mailboxId: 2,
  state: 'open',
  dueAt: Date.UTC(2026, 9, 8, 1),
  note: '催一下',
  unlessAnswered: true,
  snoozed: false,
  workdays: 3,
  sent: true,
  subject: '报价',
  from: { name: '张伟', address: 'zhang.wei@yanshu.test' },
  to: [{ name: '李娜', address: 'li.na@yanshu.test' }],
  toCount: 1,
  date: Date.UTC(2026, 8, 29),
  away: { name: '李娜', until: Date.UTC(2026, 9, 5) },
  answeredBy: '',
  endedAt: null,
}

afterEach(clearNotices)

test('given a mail that waits for a colleague on leave, then the list says so, and ends several at once', async () => {
  const shell = await startTestShell({
    responses: {
      'mail/pending/pendingMailList': {
        list: [ITEM, { ...ITEM, followUpId: 4, mailId: 8, subject: '合同', away: null }],
        more: false,
        counts: { open: 2, due: 0 },
      },
      'mail/pending/overPending': { ended: 2 },
    },
  })
  const { container, unmount } = await renderInShell((props) => <FollowUpList {...props} />)
  await vi.waitFor(() => expect(container.textContent).toContain('李娜 休假至'))
  expect(container.textContent).toContain('发给 李娜')
  expect(container.textContent).toContain('催一下')
  for (const box of container.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
    await act(async () => box.click())
  }
  const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === '结束')
  await act(async () => button?.click())
  const call = shell.calls.find(({ path }) => path === 'mail/pending/overPending')
  expect(call).toMatchObject({ input: { followUpIds: [3, 4] } })
  await unmount()
  shell.stop()
})

test('given a moment that is missing or past, then nothing is saved, and a snooze waits for no answer', async () => {
  const shell = await startTestShell({
    responses: {
      'mail/pending/mailSchedule': { dueAt: ITEM.dueAt },
      'mail/pending/saveOrUpdatePendingInfo': { dueAt: ITEM.dueAt, followUpIds: [3] },
    },
  })
  const { unmount } = await renderInShell(() => (
    <FollowUpDialog mailIds={[7]} before={null} sent={false} onClose={() => undefined} />
  ))
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
  const labelled = (text: string) =>
    [...(dialog()?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent?.includes(text))
  const save = async () => {
    const form = dialog()?.querySelector('form')
    await act(async () => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  }
  await act(async () => labelled('指定时间')?.querySelector('input')?.click())
  await save()
  expect(dialog()?.textContent).toContain('请选择时间')
  expect(shell.calls.map(({ path }) => path)).not.toContain('mail/pending/saveOrUpdatePendingInfo')
  await act(async () => labelled('5 个工作日后')?.querySelector('input')?.click())
  await act(async () => labelled('移出收件箱')?.querySelector('input')?.click())
  await save()
  await vi.waitFor(() =>
    expect(shell.calls.find(({ path }) => path === 'mail/pending/saveOrUpdatePendingInfo')).toMatchObject({
      input: { mailIds: [7], when: { kind: 'workdays', days: 5 }, snooze: true, unlessAnswered: false },
    }),
  )
  await unmount()
  shell.stop()
})
