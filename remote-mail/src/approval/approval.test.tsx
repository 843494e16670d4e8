// @vitest-environment happy-dom
import {
  APPROVAL_UNDO_MS,
  type ApprovalForecast,
  type ApprovalItem,
  type ApprovalRecord,
  type LetterCheck,
  type LetterContent,
} from '@yanshu/contracts'
import { queryClient } from '@yanshu/shell-api/query'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { clearNotices, undoLast } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApprovalCheck } from './ApprovalCheck.tsx'
import { decideLater } from './decisions.ts'
import { RecordTab } from './RecordTab.tsx'
import { RejectMany } from './RejectMany.tsx'
import { countsKey, records } from './recordKind.ts'
import { refresh } from './useRecords.ts'

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
      'mail/main/approval/detail': RECORD,
    },
  })
  const { container, unmount } = await renderInShell((props) => <RecordTab {...props} params={{ id: '7' }} />)
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
  await vi.waitFor(() => expect(container.textContent).toContain('规则“对外合同”：主题含“合同”'))
  expect(container.textContent).toContain('剩余 2 小时 30 分钟')
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

test('given a list of mails that wait, then it has the counts of all, and what is decided leaves it when it is asked for again', async () => {
  let rows = [{ ...ITEM, recordId: 9 }, ITEM]
  const shell = await startTestShell({
    responses: {
      'mail/main/approval/approverApprovalList': () => ({
        list: rows,
        more: false,
        counts: { ...COUNTS, pending: rows.length },
      }),
    },
  })
  const list = records().lists.get({ side: 'desk', state: 'pending' })
  const stop = records().lists.watch(list)
  list.show(0, 10)
  await vi.waitFor(() => expect(list.loaded()).toEqual([9, 7]))
  expect(queryClient().getQueryData(countsKey('desk'))).toMatchObject({ pending: 2 })
  expect(shell.calls.at(-1)?.input).toMatchObject({ state: 'pending', offset: '0' })
  rows = [ITEM]
  refresh()
  await vi.waitFor(() => expect(list.loaded()).toEqual([7]))
  const { belongs } = records().kind.rulesOf({ side: 'desk', state: 'rejected' })
  const row = { ...ITEM, sortValues: [7] }
  expect(belongs({ ...row, state: 'expired' }, true)).toBe(true)
  expect(belongs({ ...row, state: 'expired' }, false)).toBe(false)
  expect(belongs(row, true)).toBe(false)
  stop()
  shell.stop()
})

test('given several mails of which one needs a comment, then they are rejected with one, and not without', async () => {
  const shell = await startTestShell({ responses: { 'mail/main/approval/decide': { state: 'rejected' } } })
  const decisions = [7, 9].map((recordId) => ({ recordId, hash: 'h', pass: false, comment: '' }))
  const onClose = vi.fn()
  const { unmount } = await renderInShell(() => <RejectMany decisions={decisions} commentRequired onClose={onClose} />)
  const press = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '不通过')?.click()
  await act(async () => press())
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('请填写审批意见')
  const field = document.querySelector('textarea')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '金额不对')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => press())
  expect(onClose).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(APPROVAL_UNDO_MS)
  vi.useRealTimers()
  await vi.waitFor(() =>
    expect(shell.calls.filter(({ path }) => path.endsWith('decide')).map(({ input }) => input)).toEqual([
      { recordId: 7, hash: 'h', pass: false, comment: '金额不对' },
      { recordId: 9, hash: 'h', pass: false, comment: '金额不对' },
    ]),
  )
  await unmount()
  shell.stop()
})

test('given files that are not saved, then they are shown in place, and a file that is no picture is listed', async () => {
  const file = (fileId: string, name: string, contentType: string, contentId: string | null) => ({
    ...{ fileId, name, contentType, size: 3, contentId, kind: 'file' as const },
  })
  const shell = await startTestShell({
    responses: {
      'mail/main/approval/detail': {
        ...RECORD,
        restricted: true,
        mail: {
          ...{ from: ITEM.applicant, text: null, truncated: false },
          html: '<img src="cid:a@x"><img src="cid:b@x">',
          attachments: [
            file('1', '合同.csv', 'text/csv', null),
            file('2', '图.png', 'image/png', 'a@x'),
            file('3', '藏.docx', 'application/octet-stream', 'b@x'),
          ],
        },
      },
      'mail/main/approval/filePreview': { kind: 'blocks', blocks: [{ kind: 'text', text: '一百万元' }], isCut: true },
    },
  })
  const { container, unmount } = await renderInShell((props) => <RecordTab {...props} params={{ id: '7' }} />)
  const button = (name: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)
  await vi.waitFor(() => expect(button('预览 合同.csv')).not.toBeNull())
  expect([button('预览 图.png'), button('下载 合同.csv')]).toEqual([null, null])
  expect(button('预览 藏.docx')).not.toBeNull()
  expect(container.textContent).toContain('邮件限制阅读，附件只能在此查看')
  await act(async () => button('预览 合同.csv')?.click())
  const dialog = () => document.querySelector('[role=dialog]')?.textContent
  await vi.waitFor(() => expect(dialog()).toContain('一百万元'))
  expect(dialog()).toContain('文件较长，仅显示开头部分')
  expect(dialog()).not.toContain('下载')
  expect(shell.calls.at(-1)?.input).toEqual({ recordId: '7', fileId: '1' })
  await unmount()
  shell.stop()
})

test('given a mail that was handed in again, then the desk shows what was changed, what was decided before, and asks its sender', async () => {
  const shell = await startTestShell({
    responses: {
      'mail/main/approval/detail': {
        ...RECORD,
        hits: [{ word: '合同', in: ['subject', 'text'] }],
        mayCompare: true,
        mayAsk: true,
        earlier: [
          { recordId: 3, state: 'rejected', subject: '合同草案', decidedAt: 1, by: '王芳', comment: '金额不对' },
        ],
      },
      'mail/main/approval/difference': {
        before: { subject: '合同草案', text: '金额一百万元', to: ['a@partner.example'], files: [] },
        after: { subject: '合同草案', text: '金额二百万元', to: ['b@partner.example'], files: [] },
      },
      'mail/main/approval/note': {},
    },
  })
  const { container, unmount } = await renderInShell((props) => <RecordTab {...props} params={{ id: '7' }} />)
  const button = (name: string) =>
    [...container.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
  await vi.waitFor(() => expect(container.textContent).toContain('合同 主题、正文'))
  expect(container.querySelector('h2 mark')?.textContent).toBe('合同')
  expect(container.textContent).toContain('王芳金额不对')
  await act(async () => button('查看差异')?.click())
  await vi.waitFor(() => expect(container.querySelector('ins')).not.toBeNull())
  const changed = (kind: string) =>
    [...container.querySelectorAll(kind)].map(({ textContent }) => textContent).join(' ')
  expect(changed('del')).toContain('a@partner.example')
  expect(changed('ins')).toContain('b@partner.example')
  expect(changed('ins')).toContain('二')
  await act(async () => button('向申请人提问')?.click())
  expect(button('提问')?.disabled).toBe(true)
  const field = container.querySelector('textarea')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '含税吗')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => button('提问')?.click())
  await vi.waitFor(() => expect(shell.calls.map(({ path }) => path)).toContain('mail/main/approval/note'))
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
  let answer: ApprovalForecast = { held }
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
  const { signal } = new AbortController()
  const judge = (options: LetterContent['options'] = {}) =>
    checks[0]?.judge?.({ content: { ...content, options }, text: '', files: [], signal })
  expect(await judge()).toMatchObject({
    ask: { text: '主题含“合同”。将交给 王芳 审批，共 2 级，通常 14 分钟内处理。', yes: '提交审批' },
  })
  const later = new Date(2026, 10, 27, 9).getTime()
  const ways = [
    { zh: '去掉“合同”', en: 'without “合同”', sendAt: null },
    { zh: '在工作时间内发送', en: 'sent in working hours', sendAt: later },
  ]
  answer = { held: { ...held, ways } }
  expect(await judge()).toMatchObject({
    ask: { text: expect.stringMatching(/处理。若要直接发出：去掉“合同”；或在工作时间内发送（.+ 起）。$/) },
  })
  // Where the rule leaves the choice, the letter carries what was chosen; what it no longer leaves is dropped.
  const people = ['王芳', '赵敏'].map((name, at) => ({
    name,
    address: `p${at}@yanshu.test`,
    accountId: at + 5,
    away: at === 1,
  }))
  const sent = async (options: LetterContent['options']) =>
    (await checks[0]?.transform?.({ content: { ...content, options }, text: '', files: [], signal }))?.options
  answer = { held: { ...held, candidates: people } }
  const asked = await judge({ 'mail.approver': 6 })
  const choice = asked && 'ask' in asked ? asked.ask.choice : undefined
  expect(choice?.value).toBe('6')
  expect(choice?.options.map(({ label }) => label)).toEqual([
    '由规则指定（不选择）',
    '王芳',
    '赵敏（休假，由代理人审批）',
  ])
  choice?.choose('5')
  expect(await sent({ 'mail.approver': 6 })).toEqual({ 'mail.approver': 5 })
  answer = { held }
  await judge()
  expect(await sent({ 'mail.approver': 6, 'mail.receipt': true })).toEqual({ 'mail.receipt': true })
  answer = { held: { ...held, deciders: [] } }
  expect(await judge()).toMatchObject({ refuse: expect.stringContaining('没有找到可以审批的人') })
  answer = { held: null }
  expect(await judge()).toBeNull()
  await unmount()
  shell.stop()
})
