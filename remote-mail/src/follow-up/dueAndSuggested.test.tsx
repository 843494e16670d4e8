// @vitest-environment happy-dom
import type { FolderLists, MailDetail, MailPort } from '@yanshu/contracts'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { DueBar } from './DueBar.tsx'
import { FollowUpCard } from './FollowUpCard.tsx'
import { FollowUpMark } from './FollowUpMark.tsx'
import { followUp } from './followUpAsked.ts'
import { useNoteOf } from './followUpState.ts'

const SENT = 9
const FOLDERS: FolderLists = {
  folderList: [
    { folderId: SENT, folderName: '已发送', role: 'sent', mail: 1, unread: 0, spaceSize: 1, pwd: false, state: 0 },
  ],
  customList: [],
  labelList: [],
  folderOutList: [],
}
const MAIL: MailDetail = {
  ...rowOf(5, { mailboxId: SENT, date: Date.now() - 60_000 }),
  sender: null,
  replyTo: [],
  cc: [],
  bcc: [],
  sentAt: null,
  messageId: '',
  html: null,
  text: '合同什么时候能好？',
  truncated: false,
  attachments: [],
  readReceiptTo: null,
  threadCount: 1,
  sendId: null,
  releaseAt: null,
  deliveries: [],
}
const PORT: MailPort = {
  text: () => '',
  mark: () => () => undefined,
  scrollTo: () => undefined,
  clear: () => undefined,
}
const NONE = { list: [], more: false, counts: { open: 0, due: 0 } }

afterEach(clearNotices)

function Row({ mailId }: { mailId: number }) {
  const note = useNoteOf(mailId)
  return note !== undefined && <FollowUpMark note={note} />
}

const press = async (container: HTMLElement, name: string) => {
  const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`no button ${name}`)
  await act(async () => button.click())
}

test('given a sent mail that asks something, then a reminder is offered, and one press turns offers off', async () => {
  const shell = await startTestShell({
    folders: FOLDERS,
    responses: {
      'mail/pending/pendingMailList': NONE,
      'mail/pending/saveOrUpdatePendingInfo': { dueAt: 1, followUpIds: [1] },
      'mail/main/generalConfig/single/update': {},
    },
  })
  const shown = await renderInShell(<FollowUpCard mail={MAIL} port={PORT} />)
  const { container } = shown
  await vi.waitFor(() => expect(container.textContent).toContain('这封邮件似乎在等答复'))
  await press(container, '3 个工作日无人答复时提醒我')
  expect(shell.calls.find(({ path }) => path === 'mail/pending/saveOrUpdatePendingInfo')).toMatchObject({
    input: { mailIds: [5], when: { kind: 'workdays', days: 3 }, unlessAnswered: true },
  })
  await press(container, '不再建议')
  expect(container.textContent).toBe('')
  expect(shell.calls.find(({ path }) => path === 'mail/main/generalConfig/single/update')).toMatchObject({
    input: { key: 'suggestFollowUp', value: false },
  })
  await shown.unmount()
  // A mail that asks nothing, or that was received, offers none.
  for (const mail of [
    { ...MAIL, text: '收到，谢谢。' },
    { ...MAIL, mailboxId: 1 },
  ]) {
    const other = await renderInShell(<FollowUpCard mail={mail} port={PORT} />)
    await act(async () => undefined)
    expect(other.container.textContent).toBe('')
    await other.unmount()
  }
  shell.stop()
})

test('given mails that are due, then the inbox names them with their notes, and other places do not', async () => {
  const due = {
    ...{ followUpId: 3, mailId: 7, mailboxId: SENT, state: 'due', dueAt: 1, note: '催一下', unlessAnswered: true },
    ...{ snoozed: false, workdays: 3, sent: true, subject: '报价', from: { name: '张伟', address: 'wei@yanshu.test' } },
    ...{ to: [{ name: '李娜', address: 'na@yanshu.test' }], toCount: 1, date: 1, away: null, answeredBy: '' },
    endedAt: null,
  }
  const shell = await startTestShell({
    responses: {
      'mail/pending/pendingMailList': { list: [due], more: false, counts: { open: 0, due: 1 } },
      'mail/pending/overPending': { ended: 1 },
    },
  })
  const inbox = await renderInShell(<DueBar />)
  await vi.waitFor(() => expect(inbox.container.textContent).toContain('1 封邮件需要跟进'))
  for (const text of ['李娜', '报价', '催一下']) expect(inbox.container.textContent).toContain(text)
  await press(inbox.container, '结束跟进')
  expect(shell.calls.find(({ path }) => path === 'mail/pending/overPending')).toMatchObject({
    input: { followUpIds: [3] },
  })
  await inbox.unmount()
  const elsewhere = await renderInShell(<DueBar />, { path: '/outbox' })
  await act(async () => undefined)
  expect(elsewhere.container.textContent).toBe('')
  await elsewhere.unmount()
  shell.stop()
})

test('given one mail after the other, then the two lists answer for all, and a mail of theirs shows its follow-up', async () => {
  const due = {
    ...{ followUpId: 3, mailId: 9, mailboxId: 1, state: 'due', dueAt: 1, note: '催一下', unlessAnswered: true },
    ...{
      snoozed: false,
      workdays: 3,
      sent: false,
      subject: '报价',
      from: { name: '张伟', address: 'wei@yanshu.test' },
    },
    ...{ to: [{ name: '李娜', address: 'na@yanshu.test' }], toCount: 1, date: 1, away: null, answeredBy: '' },
    endedAt: null,
  }
  const shell = await startTestShell({
    folders: FOLDERS,
    responses: { 'mail/pending/pendingMailList': { list: [due], more: false, counts: { open: 0, due: 1 } } },
  })
  const asked = () => shell.calls.filter(({ path }) => path === 'mail/pending/pendingMailList')
  for (const mailId of [9, 10, 11]) {
    const shown = await renderInShell(<FollowUpCard mail={{ ...MAIL, mailId, mailboxId: 1 }} port={PORT} />)
    await vi.waitFor(() => expect(asked()).toHaveLength(2))
    if (mailId === 9) await vi.waitFor(() => expect(shown.container.textContent).toContain('催一下'))
    else expect(shown.container.textContent).toBe('')
    await shown.unmount()
  }
  expect(asked().map(({ input }) => input)).toMatchObject([{ state: 'active' }, { state: 'answered' }])
  shell.stop()
})

test('given a mail that is followed up, then its row shows the note, and a menu opens the choice for several mails', async () => {
  const open = {
    ...{ followUpId: 3, mailId: 7, mailboxId: SENT, state: 'open', dueAt: 1, note: '催一下', unlessAnswered: true },
    ...{ snoozed: false, workdays: 3, sent: true, subject: '报价', from: { name: '张伟', address: 'wei@yanshu.test' } },
    ...{ to: [], toCount: 0, date: 1, away: null, answeredBy: '', endedAt: null },
  }
  const shell = await startTestShell({
    responses: {
      'mail/pending/pendingMailList': { list: [open], more: false, counts: { open: 1, due: 0 } },
      'mail/pending/mailSchedule': { dueAt: Date.UTC(2026, 9, 8, 1) },
      'mail/pending/saveOrUpdatePendingInfo': { dueAt: 1, followUpIds: [1, 2] },
    },
  })
  const { container, unmount } = await renderInShell(() => (
    <>
      <DueBar />
      <p>
        <Row mailId={7} />
      </p>
      <b>
        <Row mailId={8} />
      </b>
    </>
  ))
  await vi.waitFor(() => expect(container.querySelector('p')?.textContent).toContain('催一下'))
  expect(container.querySelector('b')?.textContent).toBe('')
  await act(async () => followUp([7, 8], true))
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
  const other = [...(dialog()?.querySelectorAll('label') ?? [])].find((one) => one.textContent === '其他天数')
  await act(async () => other?.querySelector('input')?.click())
  const form = dialog()?.querySelector('form')
  await act(async () => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await vi.waitFor(() =>
    expect(shell.calls.find(({ path }) => path === 'mail/pending/saveOrUpdatePendingInfo')).toMatchObject({
      input: { mailIds: [7, 8], when: { kind: 'workdays', days: 10 }, unlessAnswered: true },
    }),
  )
  await vi.waitFor(() => expect(dialog()).toBeNull())
  await unmount()
  shell.stop()
})
