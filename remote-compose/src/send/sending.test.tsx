// @vitest-environment happy-dom
import type {
  LetterCheck,
  LetterOptionsPort,
  PostBody,
  RemoteContributes,
  RemoteModule,
  SlotProps,
} from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices, dropQuestions, notify } from '@yanshu/ui'
import { act, useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LetterChecks } from '../letter-slots/LetterChecks.tsx'
import { LetterOptions } from '../letter-slots/LetterOptions.tsx'
import zh from '../messages/zh.ts'
import type { Composer } from '../write/composer.ts'
import { createComposer } from '../write/createComposer.ts'
import { Problems } from '../write/Problems.tsx'
import { testBeginning } from '../write/testBeginning.ts'
import type { WrittenLetter } from '../write/writtenLetter.ts'
import { CHECK_TIMING } from './offeredChecks.ts'

/** After this time the page shows that a letter is on its way. */
const ON_ITS_WAY_MS = 800

const li = { name: '李娜', address: 'li.na@yanshu.test' }
type Offer = SlotProps<'letter.check'>['offer']

function Offering({ offer, check }: { offer: Offer; check: LetterCheck | null }) {
  useEffect(() => (check ? offer(check) : undefined), [offer, check])
  return null
}

/** A remote whose filler offers a check; null declares one that never comes. */
function checking(name: string, check: LetterCheck | null, order = 0) {
  const remote: RemoteModule = {
    contract: { name, major: 1 },
    routes: [],
    i18n: { ns: name, load: async () => ({ default: {} }) },
    slots: { 'letter.check': async () => ({ default: ({ offer }) => <Offering offer={offer} check={check} /> }) },
  }
  const title = { zh: '外发审查', en: 'Review' }
  const contributes: RemoteContributes = { routes: [], slots: [{ slot: 'letter.check', major: 1, order, title }] }
  return { remote, contributes }
}

let shell: TestShell
let show: Rendered
let composer: Composer
const comesMs = CHECK_TIMING.comesMs

async function begin(remotes: ReturnType<typeof checking>[], letter: Partial<WrittenLetter> = {}) {
  shell = await startTestShell({
    remotes,
    responses: {
      'mail/email/drafts': { mailId: 7, revision: 1, savedAt: 1, kept: true },
      'mail/email/send': { sendId: 's', mailId: 7, releaseAt: 1 },
    },
  })
  addMessages('remote-compose', 'zh', zh)
  const beginning = testBeginning({
    letter: { subject: '周报', recipients: { to: [li], cc: [], bcc: [] }, ...letter },
    body: '正文',
  })
  const place = { stepAside: () => {}, comeBack: () => true, show: () => {}, close: () => {} }
  composer = createComposer(beginning, { route: 'new/0', place, openDraft: () => {} })
  show = await renderInShell(
    <>
      <Problems composer={composer} onReplaced={() => {}} />
      <LetterChecks composer={composer} />
      <LetterOptions composer={composer} />
    </>,
  )
}
afterEach(async () => {
  CHECK_TIMING.comesMs = comesMs
  await show.unmount()
  composer.dispose()
  dropQuestions()
  clearNotices()
  shell.stop()
})

const sent = () =>
  shell.calls
    .filter(({ path }) => path === 'mail/email/send')
    .map(({ input }) => input as unknown as PostBody<'mail/email/send'>)
const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog]')
const press = (name: string) =>
  act(async () => [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name)?.click())
const ask = (title: string): LetterCheck => ({
  judge: () => ({ ask: { title, text: '', yes: '发送', no: '返回' } }),
})

test('given checks of other remotes, then they are asked in their order behind those of the product, and "no" has the focus', async () => {
  const titles: string[] = []
  await begin([checking('remote-late', ask('第二问'), 2), checking('remote-early', ask('第一问'), 1)], {
    recipients: { to: [li, { name: '', address: 'wrong' }], cc: [], bcc: [] },
  })
  const going = composer.send()
  for (const [title, yes] of [
    [zh.invalid.title.replace('{{count}}', '1'), zh.invalid.ignore],
    ['第一问', '发送'],
    ['第二问', '发送'],
  ] as const) {
    await expect.poll(() => dialog()?.textContent).toContain(title)
    expect(document.activeElement?.textContent).not.toBe(yes)
    titles.push(title)
    await press(yes)
  }
  await act(async () => going)
  expect(sent().map(({ to }) => to)).toEqual([[li]])
  expect(composer.state.get().letter.recipients.to).toHaveLength(2)
})

test('given a check that refuses, then nothing is sent and its reason stands in the letter', async () => {
  const transform = vi.fn()
  await begin([checking('remote-review', { judge: () => ({ refuse: '含有机密' }), transform })])
  await act(async () => composer.send())
  await expect.poll(() => show.container.textContent).toContain('邮件没有发出：含有机密')
  expect(transform).not.toHaveBeenCalled()
  expect(sent()).toEqual([])
})

test('given a check that transforms, then what it made is sent, and the letter on the screen stays as it was', async () => {
  const transform: LetterCheck['transform'] = ({ content }) => ({ ...content, html: `<b>${content.subject}</b>` })
  await begin([checking('remote-seal', { transform })])
  await act(async () => composer.send())
  expect(sent().map(({ html }) => html)).toEqual(['<b>周报</b>'])
  expect(composer.body().html()).toBe('正文')
})

test('given a transformation that fails, then nothing is sent, and it is said which one', async () => {
  const transform = () => Promise.reject(new Error('没有证书'))
  await begin([checking('remote-seal', { transform })])
  await act(async () => composer.send())
  await expect.poll(() => show.container.textContent).toContain('“外发审查”没有处理好邮件：没有证书')
  expect(sent()).toEqual([])
})

test.each<[string, LetterCheck | null]>([
  ['throws', { judge: () => Promise.reject(new Error('坏了')) }],
  ['never comes', null],
])('given a check that %s, then the letter goes without it only if its writer says so', async (_what, check) => {
  CHECK_TIMING.comesMs = 1
  await begin([checking('remote-review', check)])
  const first = composer.send()
  await expect.poll(() => dialog()?.textContent).toContain('“外发审查”没有完成检查')
  await press(zh.checks.back)
  await act(async () => first)
  expect(sent()).toEqual([])
  const second = composer.send()
  await expect.poll(() => dialog()?.textContent).toContain('“外发审查”没有完成检查')
  await press(zh.checks.send)
  await act(async () => second)
  expect(sent()).toHaveLength(1)
})

test('given a letter that is changed while it is checked, then it is checked again before it goes', async () => {
  const seen: string[] = []
  const judge: LetterCheck['judge'] = ({ content }) => {
    seen.push(content.subject)
    if (seen.length === 1) composer.change({ subject: '月报' })
    return null
  }
  await begin([checking('remote-review', { judge })])
  await act(async () => composer.send())
  expect(seen).toEqual(['周报', '月报'])
  expect(sent().map(({ subject }) => subject)).toEqual(['月报'])
})

test('given a writer who gives up while a check thinks, then nothing is sent', async () => {
  let signal: AbortSignal | undefined
  const judge: LetterCheck['judge'] = (letter) => {
    signal = letter.signal
    return new Promise(() => undefined)
  }
  await begin([checking('remote-review', { judge })])
  const going = composer.send()
  await expect.poll(() => signal).toBeDefined()
  expect(composer.state.get().sending).toBe('checking')
  composer.stopSending()
  await act(async () => going)
  expect(signal?.aborted).toBe(true)
  expect(composer.state.get().sending).toBe('no')
  expect(dialog()).toBeNull()
  expect(sent()).toEqual([])
})

test('given a picture that is still being uploaded, then the letter waits for it', async () => {
  await begin([])
  composer.setPicturesWaiting(1)
  const going = composer.send()
  await expect.poll(() => composer.state.get().sending).toBe('waiting')
  expect(sent()).toEqual([])
  composer.setPicturesWaiting(0)
  await act(async () => going)
  expect(sent()).toHaveLength(1)
})

test('given an option that nothing here acts on, then the letter is not sent without it in silence', async () => {
  await begin([checking('remote-review', {})], {
    options: { 'mail.receipt': true, 'mail.later': 1, 'remote-gone.stamp': 1, 'remote-review.mark': 1 },
  })
  const first = composer.send()
  await expect.poll(() => dialog()?.textContent).toContain('mail.later、remote-gone.stamp')
  await press(zh.strangeOptions.back)
  await act(async () => first)
  expect(sent()).toEqual([])
  const second = composer.send()
  await expect.poll(() => dialog()).not.toBeNull()
  await press(zh.strangeOptions.send)
  await act(async () => second)
  expect(sent().map(({ options }) => options)).toEqual([{ 'mail.receipt': true, 'remote-review.mark': 1 }])
  expect(composer.state.get().letter.options).toHaveProperty(['remote-gone.stamp'])
})

test('given a filler of options, then it reads and sets those of its own remote alone, within what a letter may have', async () => {
  let port: LetterOptionsPort | undefined
  const filler = checking('remote-notes', {})
  await begin(
    [
      {
        remote: {
          ...filler.remote,
          slots: {
            'letter.option': async () => ({
              default: ({ options }: { options: LetterOptionsPort }) => {
                port = options
                return <p>{`印章 ${options.values.stamp ?? '无'}`}</p>
              },
            }),
          },
        },
        contributes: { routes: [], slots: [{ slot: 'letter.option', major: 1 }] },
      },
    ],
    { options: { 'mail.receipt': true, 'remote-notes.stamp': '朱' } },
  )
  await expect.poll(() => show.container.textContent).toContain('印章 朱')
  expect(port?.values).toEqual({ stamp: '朱' })
  await act(async () => port?.set('stamp', '墨'))
  expect(show.container.textContent).toContain('印章 墨')
  expect(composer.state.get().letter.options).toEqual({ 'mail.receipt': true, 'remote-notes.stamp': '墨' })
  expect(() => port?.set('stamp', 'x'.repeat(9_000))).toThrow(RangeError)
  expect(() => port?.set('a b', 1)).toThrow(RangeError)
  await act(async () => port?.set('stamp', undefined))
  expect(composer.state.get().letter.options).toEqual({ 'mail.receipt': true })
})

test('given several findings, then one panel has them all, and what was let pass is not asked again until it changes', async () => {
  let refuses = true
  const refusing: LetterCheck = { judge: () => (refuses ? { refuse: '请稍后' } : null) }
  await begin([checking('remote-review', refusing)], {
    kind: 'replyAll',
    subject: '2026年12月1日星期三开会，见附件',
    recipients: { to: [li, { name: '', address: 'wrong' }], cc: [], bcc: [] },
  })
  const title = (count: number) => zh.together.title.replace('{{count}}', `${count}`)
  let going = composer.send()
  await expect.poll(() => dialog()?.textContent).toContain(title(3))
  for (const words of [zh.invalid.title.replace('{{count}}', '1'), zh.dates.title, '周二', zh.forgotten.title])
    expect(dialog()?.textContent).toContain(words)
  await expect.poll(() => document.activeElement?.textContent).toBe(zh.together.back)
  await press(zh.together.back)
  await act(async () => going)
  expect(sent()).toEqual([])

  // Let pass, but not sent for another reason: the same is not asked again, and a new finding is asked alone.
  going = composer.send()
  await expect.poll(() => dialog()?.textContent).toContain(title(3))
  await press(zh.together.send)
  await act(async () => going)
  expect(sent()).toEqual([])
  refuses = false
  composer.change({ subject: '12月2日星期三和 2026年12月4日星期四开会，见附件' })
  going = composer.send()
  await expect.poll(() => dialog()?.textContent).toContain(zh.dates.title)
  expect(dialog()?.textContent).not.toContain(zh.forgotten.title)
  await press(zh.together.send)
  await act(async () => going)
  expect(sent().map(({ to }) => to)).toEqual([[li]])
})

test('given a letter on its way, when its writer signs out, then who signs in next is not shown that it is', async () => {
  await begin([])
  shell.answer({ 'mail/email/send': () => new Promise(() => {}) })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const shown = vi.spyOn(notify, 'info')
  void composer.send()
  await expect.poll(() => sent().length).toBe(1)
  const late = timers.mock.calls.find(([, ms]) => ms === ON_ITS_WAY_MS)?.[0]
  timers.mockRestore()
  shell.stop()
  expect(late).toBeTypeOf('function')
  if (typeof late === 'function') late()
  expect(shown).not.toHaveBeenCalled()
  shown.mockRestore()
})
