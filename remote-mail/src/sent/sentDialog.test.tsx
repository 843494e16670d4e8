// @vitest-environment happy-dom
import { messageProblems } from '@yanshu/build/messageProblems'
import type { SentRecipient } from '@yanshu/contracts'
import { intents } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import SentDialog from './SentDialog.tsx'
import { en, zh } from './words.ts'

const one = (name: string, more: Partial<SentRecipient>): SentRecipient => ({
  address: `${name}@yanshu.test`,
  name,
  indirect: false,
  state: 'delivered',
  reason: '',
  status: '',
  read: null,
  gone: null,
  recalledAt: null,
  recall: 'yes',
  ...more,
})
const BEFORE = [
  one('李娜', {}),
  one('陈杰', { read: { by: 'mailbox', at: null }, recall: 'read' }),
  one('王芳', { state: 'failed', reason: '552 5.2.2 over quota', recall: 'not-there' }),
]
const AFTER = [one('李娜', { gone: 'recalled', recalledAt: 1, recall: 'gone' }), ...BEFORE.slice(1)]

let shell: TestShell | null = null
let shown: Rendered | null = null
afterEach(async () => {
  await shown?.unmount()
  shell?.stop()
})

const text = () => document.body.textContent ?? ''
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))

test('the words say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})

test('given a sent mail, then each recipient stands there with their reason, and one press takes it back', async () => {
  shell = await startTestShell({
    responses: {
      'mail/email/sent/recipients': { recipients: BEFORE, total: 3 },
      'mail/email/cancels': { recipients: AFTER, total: 3, left: 0 },
    },
  })
  shown = await renderInShell(<SentDialog mailId={7} onClose={() => undefined} />)
  await expect.poll(text).toContain('共 3 位收件人，1 位可以撤回')
  expect(text()).toContain(zh.recall.read)
  expect(text()).toContain(zh.why.full)
  expect(text()).toContain('552 5.2.2 over quota')
  await act(async () => button('撤回 1 位收件人的邮件')?.click())
  await expect.poll(text).toContain(zh.gone.recalled)
  const calls = shell.calls.filter(({ path }) => path === 'mail/email/cancels')
  expect(calls.map(({ input }) => input)).toEqual([{ mailId: 7, notice: true }])
  expect(button('撤回 ')).toBeUndefined()
})

test('given a person outside who reads on a page, then it stands there how often they have opened it', async () => {
  const opened = { times: 2, of: 3, at: 1, isOver: true }
  const recipients = [one('Jim', { state: 'relayed', recall: 'gone', opened })]
  shell = await startTestShell({ responses: { 'mail/email/sent/recipients': { recipients, total: 1 } } })
  shown = await renderInShell(<SentDialog mailId={7} onClose={() => undefined} />)
  await expect.poll(text).toContain('在网页上打开 2 次，共可 3 次 · 最近 ')
  expect(text()).toContain(zh.openedOver)
  expect(text()).not.toContain(zh.recall.gone)
})

test('given a corrected copy is wanted, then it is written as one of this mail, and nothing is taken back', async () => {
  shell = await startTestShell({ responses: { 'mail/email/sent/recipients': { recipients: BEFORE, total: 3 } } })
  const asked: unknown[] = []
  const stop = intents.provide('remote-compose', {
    'compose.open': async (input) => {
      asked.push(input)
    },
  })
  let closed = false
  shown = await renderInShell(<SentDialog mailId={7} onClose={() => (closed = true)} />)
  await expect.poll(text).toContain('1 位可以撤回')
  const choice = [...document.querySelectorAll('label')].find((label) => label.textContent?.includes('一封更正件'))
  await act(async () => choice?.querySelector('input')?.click())
  expect(button('撤回 1 位')).toBeUndefined()
  await act(async () => button('写更正件')?.click())
  expect(asked).toEqual([{ kind: 'editAgain', mailId: 7, corrects: true }])
  expect(closed).toBe(true)
  expect(shell.calls.some(({ path }) => path === 'mail/email/cancels')).toBe(false)
  stop()
})
