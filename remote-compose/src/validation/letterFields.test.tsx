// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices, dropQuestions } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import zh from '../messages/zh.ts'
import type { Composer } from '../write/composer.ts'
import { createComposer } from '../write/createComposer.ts'
import { Problems } from '../write/Problems.tsx'
import { testBeginning } from '../write/testBeginning.ts'
import { mailProblems } from './refusals.ts'

const { letter, ...beginning } = testBeginning({
  entryKey: 'fields',
  letter: { subject: '给{{收件人}}的周报' },
  body: '{{收件人}}，您好',
})
const li = { name: '李娜', address: 'li.na@yanshu.test' }
const zhang = { name: '张伟', address: 'zhang.wei@yanshu.test' }

let shell: TestShell
let show: Rendered | null = null
let composer: Composer
const begin = async (recipients = letter.recipients, body = beginning.body) => {
  const place = { stepAside: () => {}, comeBack: () => true, show: () => {}, close: () => {} }
  composer = createComposer(
    { ...beginning, letter: { ...letter, recipients }, body },
    { route: 'new/0', place, openDraft: () => {} },
  )
  show = await renderInShell(<Problems composer={composer} onReplaced={() => {}} />)
}
const sent = () => shell.calls.filter(({ path }) => path === 'mail/email/send')

beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-compose', 'zh', zh)
})
afterEach(async () => {
  await show?.unmount()
  show = null
  composer.dispose()
  shell.stop()
  dropQuestions()
  clearNotices()
})

test('given a field for the recipient, when recipients come later, then it is filled in with all of them once they are chosen', async () => {
  await begin()
  await act(async () => composer.change({ recipients: { to: [li], cc: [], bcc: [] } }))
  await act(async () => composer.change({ recipients: { to: [li, zhang], cc: [], bcc: [] } }))
  expect(composer.body().html()).toBe('{{收件人}}，您好')
  await act(async () => composer.fillRecipients())
  expect(composer.body().html()).toBe('李娜、张伟，您好')
  expect(composer.state.get().letter.subject).toBe('给李娜、张伟的周报')
})

test('given a letter without anybody in To, then the field is named, it is not sent, and a text without the field is fine', async () => {
  await begin({ to: [], cc: [li], bcc: [] })
  await act(async () => composer.send())
  await expect.poll(() => show?.container.textContent).toContain(zh.problems['recipient-field'])
  expect(sent()).toEqual([])
  await act(async () => {
    composer.change({ subject: '周报' })
    composer.body().replace('各位好')
    composer.bodyChanged()
  })
  await expect.poll(() => show?.container.textContent).not.toContain(zh.problems['recipient-field'])
})

test('given another field of a template, then it is named before it goes, and nothing has gone while the question stands', async () => {
  await begin({ to: [li], cc: [], bcc: [] }, '{{客户}}，您好')
  void composer.send()
  await expect.poll(() => document.body.textContent).toContain('{{客户}}')
  expect(document.body.textContent).toContain(zh.openFields.back)
  expect(sent()).toEqual([])
})

test('in a letter that goes to each separately the fields stay, for the server fills them in for each', async () => {
  const separate = {
    ...letter,
    options: { 'mail.separately': true },
    recipients: { ...letter.recipients, to: [li, zhang] },
  }
  const place = { stepAside: () => {}, comeBack: () => true, show: () => {}, close: () => {} }
  composer = createComposer({ ...beginning, letter: separate }, { route: 'separate/0', place, openDraft: () => {} })
  composer.fillRecipients()
  expect(composer.state.get().letter.subject).toBe('给{{收件人}}的周报')
  expect(composer.body().html()).toContain('{{收件人}}')
  expect(mailProblems({ ...composer.state.get(), maxMessageSize: 1, ...composer.body() })).not.toContain(
    'recipient-field',
  )
})
