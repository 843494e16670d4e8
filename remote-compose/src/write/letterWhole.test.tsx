// @vitest-environment happy-dom
import type { PostData } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { JSDOM } from 'jsdom'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import zh from '../messages/zh.ts'
import type { Composer } from './composer.ts'
import { createComposer } from './createComposer.ts'
import { testBeginning } from './testBeginning.ts'

/** Options of a remote that this one knows nothing of. */
const STAMP = { 'remote-notes.stamp': { ink: '朱' } }
const li = { name: '李娜', address: 'li.na@yanshu.test' }

let shell: TestShell
let composer: Composer
beforeEach(async () => {
  shell = await startTestShell({
    responses: { 'mail/email/drafts': { mailId: 7, revision: 2, savedAt: 1, kept: true } },
  })
  addMessages('remote-compose', 'zh', zh)
  const place = { stepAside: () => {}, comeBack: () => true, show: () => {}, close: () => {} }
  const beginning = testBeginning({
    // Whose parser cleans as those of browsers do.
    window: new JSDOM('').window,
    letter: { subject: '周报', recipients: { to: [li], cc: [], bcc: [] }, options: { 'mail.receipt': true, ...STAMP } },
    draft: { mailId: 7, revision: 1 },
  })
  composer = createComposer(beginning, { route: 'draft/7', place, openDraft: () => {} })
})
afterEach(() => {
  composer.dispose()
  shell.stop()
  clearNotices()
})

test('given options of another remote, then they are saved, and a server of before finds the two that it knows', async () => {
  await act(async () => composer.change({ subject: '月报' }))
  await act(async () => composer.saveQuietly())
  expect(shell.calls.find(({ path }) => path === 'mail/email/drafts')?.input).toMatchObject({
    subject: '月报',
    options: { 'mail.receipt': true, ...STAMP },
    priority: 3,
    requestReceipt: true,
  })
})

test('given another version on the server, when it is taken, then every part of the letter is that of the server', async () => {
  const theirs: PostData<'mail/email/editAgain'> = {
    kind: 'draft',
    sourceMailId: 3,
    mailId: 7,
    revision: 5,
    from: '',
    to: [],
    cc: [li],
    bcc: [],
    subject: '别处改过',
    html: '<div data-yanshu-body="plain" data-yanshu-spacing="large" data-yanshu-size="18"><p>别处</p></div>',
    quoted: null,
    attachments: [],
    options: { 'mail.priority': 1, 'remote-notes.seal': true },
    priority: 1,
    requestReceipt: false,
  }
  shell.answer({ 'mail/email/editAgain': theirs })
  await act(async () => composer.takeTheirs())
  expect(composer.state.get().letter).toMatchObject({
    kind: 'draft',
    sourceMailId: 3,
    subject: '别处改过',
    recipients: { to: [], cc: [li], bcc: [] },
    options: { 'mail.priority': 1, 'remote-notes.seal': true },
    plain: true,
    spacing: 'large',
    wordSize: 18,
  })
})
