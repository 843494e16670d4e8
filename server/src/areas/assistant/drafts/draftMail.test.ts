import { AI_LENGTHS, AI_REQUEST_TYPES, AI_TONES } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { type DraftWish, draftMail, draftReply } from './draftMail.ts'
import { gistFacts } from './gistFacts.ts'

const GISTS = {
  zh: {
    WORK: ['青鸾项目联调完成，12月3日上线，预算12万元，由王芳负责', ['青鸾项目', '12月3日', '12万元', '王芳']],
    VACATION: ['家里有事，12月7日到12月9日休假，工作交给李娜负责', ['12月7日到12月9日', '李娜']],
    MEETING: [
      '讨论年度预算，11月30日下午3点在302会议室，邀请王芳和李娜参加',
      ['11月30日下午3点', '302会议室', '王芳和李娜'],
    ],
  },
  en: {
    WORK: [
      'The rollout is on 3 December, the budget is $12,000, with Anna Schmidt',
      ['3 December', '$12,000', 'Anna Schmidt'],
    ],
    VACATION: ['Leave from 7 December to 9 December, handover to Tom Baker', ['7 December to 9 December', 'Tom Baker']],
    MEETING: [
      'Discuss the budget on 30 November at 3 pm in Room 302 with Anna Schmidt',
      ['30 November', '302', 'Anna Schmidt'],
    ],
  },
} as const

const WISH = { again: 0, writer: '林晓', to: '', now: Date.UTC(2026, 10, 22), zone: 8 } as const
const manners = AI_REQUEST_TYPES.flatMap((requestEmail) =>
  AI_LENGTHS.flatMap((size) => AI_TONES.map((tone) => ({ requestEmail, size, tone }))),
)

test.each(['zh', 'en'] as const)(
  '27 templates in %s, each its own, with the facts of the gist in place',
  (language) => {
    const drafts = manners.map((manner) => {
      const [gist, facts] = GISTS[language][manner.requestEmail]
      const wish: DraftWish = { ...WISH, ...manner, language, gist }
      const text = draftMail(wish)
      const name = `${manner.requestEmail} ${manner.size} ${manner.tone}\n${text}`
      for (const fact of facts) expect(text, name).toContain(fact)
      // Nothing is left to fill in, and no line ends behind its name.
      expect(text, name).not.toMatch(/[{}]|undefined|[:：]\s*[。.]/)
      expect(text, name).toContain('林晓')
      expect(draftMail({ ...wish, again: 1 }), name).not.toBe(text)
      return { text, size: manner.size }
    })
    expect(drafts).toHaveLength(27)
    expect(new Set(drafts.map(({ text }) => text)).size).toBe(27)
    for (let at = 0; at < drafts.length; at += 9) {
      const lengths = AI_LENGTHS.map((size) =>
        Math.min(
          ...drafts
            .slice(at, at + 9)
            .filter((one) => one.size === size)
            .map(({ text }) => text.length),
        ),
      )
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    }
  },
)

test('a line whose fact nobody has said is left out, with its heading', () => {
  const wish: DraftWish = {
    ...WISH,
    requestEmail: 'MEETING',
    size: 'LONG',
    tone: 'FORMAL',
    language: 'zh',
    gist: '讨论预算',
  }
  expect(draftMail(wish)).not.toMatch(/时间：|地点：|参会人员/)
})

test.each([
  [
    'zh',
    '样品什么时候能寄出？发票抬头怎么写？',
    '样品周三寄出',
    ['关于“样品什么时候能寄出？”：样品周三寄出。', '关于“发票抬头怎么写？”：这一点我确认后尽快答复。'],
  ],
  [
    'en',
    'When can you ship the samples? Who signs the contract?',
    'The samples ship on Wednesday',
    [
      'On “When can you ship the samples?”: The samples ship on Wednesday.',
      'On “Who signs the contract?”: I will find out and come back to you.',
    ],
  ],
] as const)(
  'an answer in %s goes through the questions of the mail, in every manner',
  (language, mail, gist, lines) => {
    for (const manner of manners) {
      const text = draftReply({ ...WISH, ...manner, language, gist, to: '周涛' }, mail)
      expect(text).toContain('周涛')
      if (manner.size === 'SHORT') expect(text).toContain(gist)
      else for (const line of lines) expect(text).toContain(line)
    }
  },
)

test.each([
  ['请三天年假', ''],
  ['请批准', ''],
  ['调整报价和付款方式', ''],
  ['请尽快跟进合同', ''],
  ['请李娜跟进合同', '李娜'],
  ['周五和王芳、李娜讨论预算', '王芳、李娜'],
  ['预算由王芳负责', '王芳'],
  ['手上的工作交给李娜', '李娜'],
  ['评审会，邀请王芳和李娜', '王芳和李娜'],
])('of %s the people are “%s”', (gist, who) => {
  expect(gistFacts(gist, 'zh', WISH.now, WISH.zone).who).toBe(who)
})
