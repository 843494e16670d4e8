import { AI_LENGTHS, AI_REQUEST_TYPES, AI_TONES } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { type DraftWish, draftMail, draftReply } from './draftMail.ts'
import { requestFacts } from './requestFacts.ts'

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

const WISH = { again: 0, writer: '林晓', to: '' } as const
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
  // Others may stand beside them, or the words are no names: nothing is stated.
  ['王芳和李娜讨论预算', ''],
  ['邀请王芳、李娜等人参加', ''],
  ['请各位准时参加', ''],
  ['由于王芳负责', ''],
  ['取消和王芳开会', ''],
])('of %s the people are “%s”', (gist, who) => {
  expect(requestFacts(gist).who).toBe(who)
})

test.each([
  ['下周一到周三休假', '下周一到周三'],
  ['12月3日下午两点开会', '12月3日下午两点'],
  ['12月3日下午两点到四点开会', '12月3日下午两点到四点'],
  ['12月3日下午3-5点', '12月3日下午3-5点'],
  ['12月7到9日休假', '12月7到9日'],
  ['十二月三日上午十点半', '十二月三日上午十点半'],
  ['下周一、周三讨论', '下周一、周三'],
  ['周五下午前交', '周五下午前'],
  ['next Monday to Wednesday', 'next Monday to Wednesday'],
  ['3-5 December', '3-5 December'],
  ['between 9 am and 11 am on Friday', 'between 9 am and 11 am on Friday'],
  ['from 9 to 11 am tomorrow', 'from 9 to 11 am tomorrow'],
  // Each belongs to something else, or is cancelled: only the sentence itself is clear.
  ['12月3日讨论，12月5日定稿', ''],
  ['会议从周三改到周五', ''],
  ['以下三点建议', ''],
  ['3号楼302', ''],
  ['一周一次例会', ''],
])('of “%s” the time is “%s”, as it was written', (request, when) => {
  expect(requestFacts(request).when).toBe(when)
})

test.each([
  ['讨论年度预算，11月30日下午3点在302会议室，邀请王芳和李娜参加', '会议主题：讨论年度预算。'],
  ['年度预算评审，12月3日下午两点，地点：三楼报告厅', '会议主题：年度预算评审。'],
])('the subject of a meeting holds neither its place nor its people: %s', (gist, line) => {
  for (const size of AI_LENGTHS) {
    const text = draftMail({ ...WISH, requestEmail: 'MEETING', size, tone: 'FORMAL', language: 'zh', gist })
    if (size === 'LONG') expect(text).toContain(`一、会议内容\n${line.replace('会议主题：', '')}`)
    else expect(text).toContain(line)
  }
})

test('numbered points of a request keep their numbers, and a line like a heading stays', () => {
  const gist = '进展如下\n\n三、付款12万元\n\n时间与人员'
  const wish: DraftWish = { ...WISH, requestEmail: 'WORK', size: 'LONG', tone: 'FORMAL', language: 'zh', gist }
  expect(draftMail(wish)).toContain(gist)
})

/** A generator of numbers that gives the same ones each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const ATOMS = {
  zh: {
    time: ['12月3日', '下周一到周三', '12月3日下午两点', '明天上午9:30', '11月7日到9日', '周五', '下午3点到5点', '2027-01-05', '月底前', '十点半'],
    place: ['302会议室', '三楼报告厅', '西湖国宾馆', '杭州', '5号楼'],
    people: ['王芳', '李娜和张伟', '王总监', '刘洋、陈杰', '客户代表', 'Tom Baker'],
    money: ['12万元', '3,800元', '¥15,000', '380万'],
    join: ['，', '；', '。', '和', '在', '由', '请', '改到', '、', '邀请', '，邀请', '与', '预算', '讨论', '参加', '负责', '不是', '到', '，地点：'],
  },
  en: {
    time: ['3 December', 'next Monday to Wednesday', 'December 3 at 2 pm', 'tomorrow at 9:30', 'from 9 to 11 am', '3-5 January', 'Friday'],
    place: ['Room 302', 'the main hall', 'Lakeside Hotel', 'Berlin'],
    people: ['Anna Schmidt', 'Tom Baker and Wang Fang', 'the client', 'Mr Li'],
    money: ['$12,000', '1,500 EUR', '3.5 million'],
    join: [', ', '; ', '. ', ' with ', ' in ', ' at ', ' not on ', ' moved to ', ' and ', ' budget ', ' discuss ', ' invite ', ' until '],
  },
} as const // biome-ignore format: lists of words

const FIGURE = /\d+(?:[.,:-]\d+)*/g
const TIME_WORD =
  /(?:周|星期)[一二三四五六日末]|[今明后]天|[上下]午|中午|月底|(?<!这)[一二两三四五六七八九十]点|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:January|November|December|today|tomorrow)\b|\d\s*[ap]m\b/g
/** The numbers of a list that a template makes. */
const LIST_NUMBER = /^\d\. /gm

test.each(['zh', 'en'] as const)(
  'every number, date, hour, place and name of a request in %s is in the draft as it was written, and none is added',
  (language) => {
    const random = numbers(20_261_122)
    const { join, ...kinds } = ATOMS[language]
    const pools: readonly (readonly string[])[] = Object.values(kinds)
    const names = [...kinds.people, ...kinds.place]
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
    for (let round = 0; round < 400; round++) {
      const atoms = Array.from({ length: 1 + random(5) }, () => pick(pick(pools)))
      const gist = atoms.map((atom, at) => (at === 0 ? atom : pick(join) + atom)).join('')
      const manner = pick(manners)
      const mail = pick(['', '样品什么时候能寄出？发票抬头怎么写？', 'When can you ship the samples? Who signs?'])
      const wish: DraftWish = { ...WISH, writer: '', ...manner, language, gist }
      const reply = random(3) === 0
      const draft = reply ? draftReply(wish, mail) : draftMail(wish)
      const name = `${gist}\n\n${draft}`
      for (const atom of atoms) expect(draft, name).toContain(atom)
      const own = draft.replaceAll(LIST_NUMBER, '')
      const given = `${gist} ${reply ? mail : ''}`
      for (const [figure] of own.matchAll(FIGURE)) expect(given, name).toContain(figure)
      for (const [word] of own.matchAll(TIME_WORD)) expect(given, name).toContain(word)
      for (const one of names) if (!given.includes(one)) expect(draft, name).not.toContain(one)
      for (const fact of Object.values(requestFacts(gist))) expect(gist).toContain(fact)
    }
  },
)
