import { expect, test } from 'vitest'
import { messageParts } from './messageParts.ts'
import type { Language, MessageTree } from './remote.ts'

/** A shell in Chinese, and what was added to it. */
function shellOf() {
  const added: [Language, MessageTree][] = []
  const shell = { shown: 'zh' as Language, added }
  const of = {
    addMessages: (_: string, language: Language, messages: MessageTree) => void added.push([language, messages]),
    fetchPart: <T>(load: () => Promise<T>) => load(),
    language: () => shell.shown,
  }
  return { shell, of }
}
const given = (text: string) => async () => ({ default: { text } })

test('given a part that was asked for, then it comes in another language as well, with the first messages of that', async () => {
  const { shell, of } = shellOf()
  const { load, withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: given('后'), other: given('别的') },
    en: { first: given('first'), later: given('later'), other: given('other') },
  })
  expect(await load('zh')).toEqual({ default: { text: '先' } })
  expect(await withPart(async () => 'view', 'later')).toBe('view')
  expect(shell.added).toEqual([['zh', { text: '后' }]])
  expect(await load('en')).toEqual({ default: { text: 'first' } })
  expect(shell.added.slice(1)).toEqual([['en', { text: 'later' }]])
})

test('given a language that changes while a part comes, then the part is there in the new one with its first messages', async () => {
  const { shell, of } = shellOf()
  const slow = Promise.withResolvers<void>()
  const { load, withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: () => slow.promise.then(given('后')) },
    en: { first: given('first'), later: given('later') },
  })
  const waiting = withPart(async () => 'view', 'later')
  await load('en')
  expect(shell.added).toEqual([['en', { text: 'later' }]])
  slow.resolve()
  await waiting
})

test('given a language that is on its way to the screen, then a part that is asked for meanwhile comes in both', async () => {
  const { shell, of } = shellOf()
  const { load, withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: given('后') },
    en: { first: given('first'), later: given('later') },
  })
  await load('en')
  await withPart(async () => 'view', 'later')
  expect(shell.added).toEqual([
    ['zh', { text: '后' }],
    ['en', { text: 'later' }],
  ])
})

test('given a part that does not come, then the view of it fails, the next one asks again, and a language does not wait', async () => {
  const { shell, of } = shellOf()
  let lost = true
  const later = (text: string) => () => (lost ? Promise.reject(new Error('lost')) : given(text)())
  const { load, withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: later('后') },
    en: { first: given('first'), later: later('later') },
  })
  await expect(withPart(async () => 'view', 'later')).rejects.toThrow('lost')
  expect(await load('zh')).toEqual({ default: { text: '先' } })
  lost = false
  expect(await withPart(async () => 'view', 'later')).toBe('view')
  expect(shell.added).toEqual([['zh', { text: '后' }]])
})
