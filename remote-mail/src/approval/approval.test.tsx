// @vitest-environment happy-dom
import { APPROVAL_UNDO_MS, type ApprovalItem, type ApprovalRecord, type LetterCheck } from '@yanshu/contracts'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices, undoLast } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApprovalCheck } from './ApprovalCheck.tsx'
import { decideLater } from './decisions.ts'
import { Desk } from './Records.tsx'

const ITEM: ApprovalItem = {
  recordId: 7,
  state: 'pending',
  subject: '合同草案',
  applicant: { name: '张伟', address: 'zhang.wei@yanshu.test' },
  recipients: 2,
  outside: 1,
  hasAttachment: false,
  size: 1_200,
  createdAt: 1_000,
  dueAt: 9_000,
  minutesLeft: 150,
  decidedAt: null,
  why: { zh: '主题含“合同”', en: '“合同” in the subject' },
  waitsFor: ['王芳'],
  mine: true,
}
const RECORD: ApprovalRecord = {
  ...ITEM,
  hash: 'h',
  ruleName: '对外合同',
  levels: [],
  level: 0,
  history: [],
  to: [{ name: '', address: 'buyer@partner.example', outside: true }],
  words: ['合同'],
  commentRequired: true,
  mayDecide: true,
  mayWithdraw: false,
  mayWriteAgain: false,
  mayRemind: false,
  mayDownload: false,
  candidates: [],
  mail: null,
}
const COUNTS = { all: 1, pending: 1, passed: 0, rejected: 0, withdrawn: 0 }

afterEach(() => {
  vi.useRealTimers()
  clearNotices()
})

test('given a mail that waits, then the desk shows why, and a rejection without its comment is not sent', async () => {
  const shell = await startTestShell({
    responses: {
      'mail/main/approval/approverApprovalList': { list: [ITEM], more: false, counts: COUNTS },
      'mail/main/approval/detail': RECORD,
    },
  })
  const { container, unmount } = await renderInShell((props) => <Desk {...props} />)
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
  await vi.waitFor(() => expect(container.textContent).toContain('剩余 2 小时 30 分钟'))
  await act(async () => button('合同草案')?.click())
  await vi.waitFor(() => expect(container.textContent).toContain('规则“对外合同”：主题含“合同”'))
  expect(container.textContent).toContain('buyer@partner.example · 外部')
  await act(async () => button('不通过')?.click())
  const dialog = () => document.querySelector('[role=dialog]')
  await act(async () => {
    ;[...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === '不通过')?.click()
  })
  expect(dialog()?.textContent).toContain('请填写审批意见')
  expect(shell.calls.map(({ path }) => path)).not.toContain('mail/main/approval/decide')
  await unmount()
  shell.stop()
})

test('given a decision, then it is sent once after ten seconds, and not at all when it was taken back', async () => {
  const shell = await startTestShell({ responses: { 'mail/main/approval/decide': { state: 'passed' } } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const decision = { recordId: 7, hash: 'h', pass: true, comment: '' }
  const sent = () => shell.calls.filter(({ path }) => path === 'mail/main/approval/decide').length
  const onEnd = vi.fn()
  decideLater('已通过', [decision], onEnd)
  undoLast()
  await vi.advanceTimersByTimeAsync(APPROVAL_UNDO_MS)
  expect(sent()).toBe(0)
  decideLater('已通过', [decision], onEnd)
  await vi.advanceTimersByTimeAsync(APPROVAL_UNDO_MS)
  vi.useRealTimers()
  await vi.waitFor(() => expect(sent()).toBe(1))
  shell.stop()
})

test('given a letter that a rule would hold, then the writer is asked before it is sent, with who decides and why', async () => {
  const held = {
    ruleName: '对外合同',
    why: ITEM.why,
    deciders: ['王芳'],
    levels: 2,
    dueAt: null,
    usualMinutes: 14,
  }
  let answer: { held: typeof held | null } = { held }
  const shell = await startTestShell({ responses: { 'mail/main/approval/preview': () => answer } })
  const checks: LetterCheck[] = []
  const { unmount } = await renderInShell(
    <ApprovalCheck
      offer={(check) => {
        checks.push(check)
        return () => {}
      }}
    />,
  )
  const content = {
    kind: 'new' as const,
    sourceMailId: null,
    from: '',
    to: [{ name: '', address: 'buyer@partner.example' }],
    cc: [],
    bcc: [],
    subject: '合同',
    html: '',
    fileIds: [],
    options: {},
  }
  const judge = () => checks[0]?.judge?.({ content, text: '', files: [], signal: new AbortController().signal })
  expect(await judge()).toMatchObject({
    ask: { text: '主题含“合同”。将交给 王芳 审批，共 2 级，通常 14 分钟内处理。', yes: '提交审批' },
  })
  answer = { held: { ...held, deciders: [] } }
  expect(await judge()).toMatchObject({ refuse: expect.stringContaining('没有找到可以审批的人') })
  answer = { held: null }
  expect(await judge()).toBeNull()
  await unmount()
  shell.stop()
})
