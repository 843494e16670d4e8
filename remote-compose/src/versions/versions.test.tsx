// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { createComposer } from '../write/createComposer.ts'
import { testBeginning } from '../write/testBeginning.ts'
import { letterLines } from './letterLines.ts'
import OtherWindows from './OtherWindows.tsx'
import VersionsPanel from './VersionsPanel.tsx'
import { en, zh } from './words.ts'

let shell: TestShell
let shown: Rendered | null = null
let end = () => {}
afterEach(async () => {
  await shown?.unmount()
  shown = null
  end()
  shell.stop()
})

const VERSION = {
  ...{ to: [{ name: '李娜', address: 'li.na@yanshu.test' }], cc: [], bcc: [], subject: '第一稿', options: {} },
  html: '<p>会议在<b>周三</b></p>',
  files: [{ name: '旧.txt', size: 3, isKept: false }],
}

async function begin() {
  const now = Date.UTC(2026, 2, 8, 6, 5)
  shell = await startTestShell({
    responses: {
      'mail/email/draft/versions': {
        list: [{ versionId: 4, savedAt: now, device: 'Chrome · Windows', person: '', size: 2_048, files: 1 }],
      },
      'mail/email/draft/version': VERSION,
      'mail/email/draft/windows': { others: [{ device: 'Safari · iOS', person: '', changedAt: now }] },
    },
  })
  addMessages('remote-compose', 'zh', zh)
  addMessages('remote-compose', 'en', en)
  const beginning = { ...testBeginning({ body: '会议在周五' }), draft: { mailId: 7, revision: 3 } }
  const place = { stepAside: () => {}, comeBack: () => true, show: () => {}, close: () => {} }
  const composer = createComposer(beginning, { route: 'draft/7', place, openDraft: () => {} })
  end = () => composer.dispose()
  return composer
}

test('given a version, then what would come back and what would go is marked, field by field', async () => {
  const composer = await begin()
  shown = await renderInShell(<VersionsPanel composer={composer} onClose={() => {}} onReplaced={() => {}} />)
  const dialog = () => document.querySelector('[role=dialog]')
  await vi.waitFor(() => expect(dialog()?.querySelector('ins')).not.toBeNull())
  const marked = (name: string) =>
    [...(dialog()?.querySelectorAll(name) ?? [])].map(({ textContent }) => textContent?.trim())
  expect(marked('ins')).toEqual(['李娜 <li.na@yanshu.test>', '第一稿', '旧.txt（已不再保存，恢复后没有）', '周三'])
  expect(marked('del')).toEqual(['周五'])
  expect(dialog()?.textContent).toContain('Chrome · Windows · 2 KB · 1 个附件')
  expect(document.activeElement?.textContent).toBe(zh.history.cancel)
})

test('given another window with the draft, then its device and its last change are named', async () => {
  const composer = await begin()
  shown = await renderInShell(<OtherWindows composer={composer} onHeld={() => {}} onReplaced={() => {}} />)
  await vi.waitFor(() => expect(document.querySelector('[role=status] p')).not.toBeNull())
  expect(document.querySelector('[role=status]')?.textContent).toContain('这封草稿也在 Safari · iOS 打开，最近修改于')
})

test('the text of a letter has a line for each block, whatever is nested, and nothing that is not shown', () => {
  const lines = (html: string) => letterLines(html, window)
  expect(lines('<div>甲<p>乙 <b>丙</b></p>丁<br>戊</div><style>p{}</style>')).toBe('甲\n乙 丙\n丁\n戊')
  expect(lines('<table><tr><td>1</td></tr><tr><td>2</td></tr></table>')).toBe('1\n2')
  expect(lines(`${'<div>'.repeat(3_000)}x`)).toBe('x')
})
