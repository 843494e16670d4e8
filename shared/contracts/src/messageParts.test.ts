import { expect, test } from 'vitest'
import { messageParts } from './messageParts.ts'
import type { Language, MessageTree } from './remote.ts'

/** A shell in Chinese, and what was added to it. */
function shellOf() {
  const added: [Language, MessageTree][] = []
  const shell = { shown: 'zh' as Language, added }
  const of = {
    addMessages: (_: string, language: Language, messages: MessageTree) => void added.push([language, messages]),
    language: () => shell.shown,
  }
  return { shell, of }
}
const given = (text: string) => async () => ({ default: { text } })

test('given a part that was asked for, then it comes once, and again in another language with the first messages of that', async () => {
  const { shell, of } = shellOf()
  const { load, withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: given('后'), other: given('别的') },
    en: { first: given('first'), later: given('later'), other: given('other') },
  })
  expect(await load('zh')).toEqual({ default: { text: '先' } })
  expect(await Promise.all([withPart('later', Promise.resolve(1)), withPart('later', Promise.resolve(2))])).toEqual([
    1, 2,
  ])
  expect(shell.added).toEqual([['zh', { text: '后' }]])
  expect(await load('en')).toEqual({ default: { text: 'first' } })
  expect(shell.added.slice(1)).toEqual([['en', { text: 'later' }]])
})

test('given a language that changes while a part comes, then the part is there in the new one when it is waited for', async () => {
  const { shell, of } = shellOf()
  const slow = Promise.withResolvers<void>()
  const { withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: () => slow.promise.then(given('后')) },
    en: { first: given('first'), later: given('later') },
  })
  const waiting = withPart('later', Promise.resolve())
  shell.shown = 'en'
  slow.resolve()
  await waiting
  expect(shell.added).toEqual([
    ['zh', { text: '后' }],
    ['en', { text: 'later' }],
  ])
})

test('given a part that does not come, then the wait fails, and the next one asks again', async () => {
  const { shell, of } = shellOf()
  let lost = true
  const { withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: () => (lost ? Promise.reject(new Error('lost')) : given('后')()) },
    en: { first: given('first'), later: given('later') },
  })
  await expect(withPart('later', Promise.resolve())).rejects.toThrow('lost')
  lost = false
  expect(await withPart('later', Promise.resolve('view'))).toBe('view')
  expect(shell.added).toEqual([['zh', { text: '后' }]])
})

test('given a language that is on its way to the screen, then a part that is asked for meanwhile comes in both', async () => {
  const { shell, of } = shellOf()
  const { load, withPart } = messageParts('a', of, {
    zh: { first: given('先'), later: given('后') },
    en: { first: given('first'), later: given('later') },
  })
  await load('en')
  await withPart('later', Promise.resolve())
  expect(shell.added).toEqual([
    ['zh', { text: '后' }],
    ['en', { text: 'later' }],
  ])
})
