import { expect, test } from 'vitest'
import { HELP_QUESTIONS, LATER_QUESTIONS } from '../fixtures/helpQuestions.ts'
import { findHelp } from './findHelp.ts'

/** The topic that answers first, null where none does. */
async function answerOf(language: 'zh' | 'en', question: string): Promise<string | null> {
  const [first] = await findHelp(question, language)
  return first?.answers ? first.topic.id : null
}

test.each(['zh', 'en'] as const)(
  'of sixty questions in %s the right topic comes first in nine of ten, and none answers what none is about',
  async (language) => {
    const mine = HELP_QUESTIONS.filter(([of]) => of === language)
    expect(mine).toHaveLength(60)
    const wrong: string[] = []
    const invented: string[] = []
    for (const [, question, topic] of mine) {
      const answer = await answerOf(language, question)
      if (answer === topic) continue
      if (topic === null) invented.push(`${question}: ${answer}`)
      else wrong.push(`${question}: ${answer}, not ${topic}`)
    }
    const answerable = mine.filter(([, , topic]) => topic !== null).length
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(answerable * 0.1)
    expect(invented).toEqual([])
  },
)

test('the same holds for what the product has learnt since', async () => {
  const wrong: string[] = []
  for (const [language, question, topic] of LATER_QUESTIONS) {
    const answer = await answerOf(language, question)
    if (answer !== topic) wrong.push(`${question}: ${answer}, not ${topic}`)
  }
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(LATER_QUESTIONS.length * 0.1)
})

test.each([
  ['en', 'delete my account', 'one word of many'],
  ['en', 'use imap', 'a word that is like another by chance'],
  ['zh', '定时发送怎么弄', 'what the help has no topic of'],
] as const)('in %s “%s” has no answer: %s', async (language, question, _why) => {
  expect(await answerOf(language, question)).toBeNull()
})

test('a question that no topic answers has topics near to it', async () => {
  const found = await findHelp('怎么加密硬盘', 'zh')
  expect(found.some(({ answers }) => answers)).toBe(false)
  expect(found.map(({ topic }) => topic.id)).toContain('folder-password')
})
