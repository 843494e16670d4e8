// @vitest-environment happy-dom
import { FREE_READING, type LetterReading, withOption } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { CheckedLetter } from '../send/sendCheck.ts'
import { createComposer } from '../write/createComposer.ts'
import { testBeginning } from '../write/testBeginning.ts'
import ReadingPanel from './ReadingPanel.tsx'
import { judgeReading } from './readingCheck.ts'
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

async function begin(reading: LetterReading | null = null) {
  shell = await startTestShell({ responses: {} })
  addMessages('remote-compose', 'zh', zh)
  addMessages('remote-compose', 'en', en)
  const beginning = testBeginning({ letter: { options: withOption({}, 'mail.reading', reading) }, body: '正文' })
  const place = { stepAside: () => {}, comeBack: () => true, show: () => {}, close: () => {} }
  const composer = createComposer(beginning, { route: 'new/0', place, openDraft: () => {} })
  end = () => composer.dispose()
  return composer
}
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
const readingOf = (composer: Awaited<ReturnType<typeof begin>>) => composer.state.get().letter.options['mail.reading']

test('given the panel, then beside each condition stands what it holds, and what is chosen is an option of the letter', async () => {
  const composer = await begin()
  let closed = 0
  shown = await renderInShell(
    <ReadingPanel
      composer={composer}
      onClose={() => {
        closed += 1
      }}
    />,
  )
  const dialog = document.querySelector('[role=dialog]')
  const { reading } = zh
  for (const words of [reading.passwordHint, reading.readsHint, reading.daysHint, reading.noForwardHint])
    expect(dialog?.textContent).toContain(words)
  for (const words of [reading.burnHint, reading.secretHint, reading.cannot, reading.outsideOff])
    expect(dialog?.textContent).toContain(words)
  const [noForward, burn] = [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')]
  await act(async () => noForward?.click())
  await act(async () => burn?.click())
  await press(reading.keep)
  expect(readingOf(composer)).toEqual({ ...FREE_READING, noForward: true, burn: true })
  expect(closed).toBe(1)
})

test('given a draft whose password is not kept, then the panel asks for it, and all conditions go in one press', async () => {
  const composer = await begin({ ...FREE_READING, password: '', days: 3 })
  shown = await renderInShell(<ReadingPanel composer={composer} onClose={() => {}} />)
  expect(document.body.textContent).toContain(zh.reading.passwordAgain)
  await press(zh.reading.keep)
  expect(readingOf(composer)).toMatchObject({ password: '', days: 3 })
  await press(zh.reading.clear)
  expect(readingOf(composer)).toBeUndefined()
})

test('given what a writer may have overlooked, then it is asked before the letter is sent', async () => {
  await begin()
  const judged = (reading: Partial<LetterReading>, { text = '正文', files = 0 } = {}) =>
    judgeReading({ ...FREE_READING, ...reading }, {
      letter: { subject: '主题' },
      attachments: Array.from({ length: files }, () => ({ name: 'a', size: 1, state: 'done' })),
      html: () => text,
      text: () => text,
    } as unknown as CheckedLetter)
  const title = (verdict: ReturnType<typeof judged>) => (verdict?.kind === 'ask' ? verdict.question.title : null)
  expect(judged({ days: 2 }, { files: 1 })).toBeNull()
  expect(judged({ password: '' })).toEqual({ kind: 'refuse', message: zh.reading.passwordMissing })
  expect(title(judged({ password: '开门' }, { text: '密码是开门' }))).toBe(zh.reading.inText)
  expect(title(judged({ password: '开门' }, { files: 1 }))).toBe(zh.reading.files)
  expect(title(judged({ burn: true }, { files: 1 }))).toBe(zh.reading.filesSave)
})
