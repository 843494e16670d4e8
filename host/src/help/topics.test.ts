import moreEn from '@yanshu/help/en'
import moreZh from '@yanshu/help/zh'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { findTopics, withTopics } from './topics.ts'
import { zh } from './zh.ts'

test('both languages have the same topics in the same order, each with a text', () => {
  expect(en.map(({ id }) => id)).toEqual(zh.map(({ id }) => id))
  for (const topic of [...zh, ...en]) expect(topic.text.join('').length).toBeGreaterThan(20)
})

test.each([
  ['撤回', 'recall'],
  ['拖动', 'move'],
  ['ＣＴＲＬ+K', 'keyboard'],
  ['钓鱼', 'phishing'],
])('%s finds first what is called or known by it', (typed, id) => {
  expect(findTopics(zh, typed)[0]?.id).toBe(id)
})

test('every word has to be there, nothing typed finds everything, nonsense nothing', () => {
  expect(findTopics(en, 'trash restore').map(({ id }) => id)).toContain('delete')
  expect(findTopics(en, '')).toHaveLength(en.length)
  expect(findTopics(en, 'zzz')).toEqual([])
})

test('every topic that an answer of the assistant may name can be opened, once', () => {
  for (const [own, more] of [
    [zh, moreZh],
    [en, moreEn],
  ] as const) {
    const ids = withTopics(own, more).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id } of more) expect(ids).toContain(id)
  }
})
