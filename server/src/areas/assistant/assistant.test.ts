import {
  AI_FINISHED,
  AI_LENGTHS,
  AI_REQUESTS_PER_MINUTE,
  AI_TICKET_MS,
  GENERAL_DEFAULTS,
  SOCKET_UNAUTHORIZED,
  UNDO_SEND_SECONDS,
} from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { putMail } from '../../testing/putMail.ts'
import { type AssistantSocket, openAssistantSocket } from '../../testing/testAssistant.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const language = 'zh' as const
const draft = {
  type: 2,
  requestEmail: 'WORK',
  size: 'MEDIUM',
  tone: 'FORMAL',
  language,
  newMailType: 'new',
  user: '',
} as const

describe.each(engines)('the assistant without a model, on %s', (engine) => {
  let server: TestServer
  let socket: AssistantSocket
  let accountId = 0
  let person: TestClient
  let other: TestClient

  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('me', { name: '林晓' })
    person = await server.as(accountId)
    other = await server.as(await server.addUser('other'))
    socket = await openAssistantSocket(server.url)
  })
  afterAll(async () => {
    socket.close()
    await server.stop()
  })
  /** Requests are limited by the minute; the clock goes on so that each test begins with none. */
  const later = () => server.wait(61_000)

  const ask = async (question: string, lang: 'zh' | 'en' = 'zh') =>
    socket.answer(await person.post('mail/main/ai/question', { question, user: '', language: lang }))

  test('a call gives a ticket; its answer is acknowledged, streamed and ended by the mark', async () => {
    const { messages, extra, text } = await ask('怎样撤回刚发出的邮件？')
    expect(messages[0]).toMatchObject({ ack: true, content: '', type: 1 })
    expect(messages.at(-1)?.content).toBe(AI_FINISHED)
    expect(text).toContain('10 秒')
    expect(extra.sources?.[0]).toMatchObject({ kind: 'help', id: 'undo-send' })
  })

  test('a question is answered from the own mail, with the mail and its words as the source', async () => {
    later()
    const { mailId } = await putMail(server.context, accountId, {
      subject: '季度评审安排',
      text: '各位好：\n季度评审会定在三楼报告厅举行，时间是11月28日下午两点。\n请提前准备材料。',
    })
    const { text, extra } = await ask('季度评审会在哪里开')
    expect(extra.sources?.[0]).toMatchObject({ kind: 'mail', mailId, title: '季度评审安排' })
    expect(text).toContain('三楼报告厅')
    later()
    const ticket = await other.post('mail/main/ai/question', { question: '季度评审会在哪里开', user: '', language })
    expect((await socket.answer(ticket)).extra.sources ?? []).toEqual([])
  })

  test('what nobody has written about has no answer: one empty message, no source', async () => {
    later()
    const { messages, extra } = await ask('火星上的咖啡馆几点打烊')
    expect(extra).toEqual({})
    expect(messages.map(({ content }) => content)).toEqual(['', '', AI_FINISHED])
  })

  test('a question that no topic answers well gets no text: the nearest topics, each with the way to its setting', async () => {
    later()
    const { text, extra } = await ask('怎么加密硬盘')
    expect(text).toBe('')
    expect(extra.sources).toBeUndefined()
    expect(extra.nearest).toContainEqual({
      kind: 'help',
      id: 'folder-password',
      title: '给文件夹设置密码',
      path: '/set/foldermanagement?at=ownFolders',
    })
  })

  test('a figure of the product is answered as the contract has it', async () => {
    later()
    const { text, extra } = await ask('邮件发出后多久可以撤回发送')
    expect(extra.sources?.[0]).toMatchObject({ id: 'undo-send', path: '/set/normalset?at=undoSeconds' })
    for (const seconds of [
      Math.min(...UNDO_SEND_SECONDS),
      Math.max(...UNDO_SEND_SECONDS),
      GENERAL_DEFAULTS.undoSeconds,
    ])
      expect(text).toContain(`${seconds} 秒`)
  })

  test('a summary is made of sentences of the mail, with what it names and asks for', async () => {
    later()
    const { mailId } = await putMail(server.context, accountId, {
      subject: '合同',
      from: { name: '李娜', address: 'li.na@yanshu.test' },
      text: '林晓你好：\n合同草案已经由法务审完，主要改了付款条款。首付款为12万元，验收后付清。\n请在11月27日前回复是否同意。\n今天天气不错。\n李娜\n\n> 原来的话',
      receivedAt: Date.UTC(2026, 10, 22, 2),
    })
    const { extra } = await socket.answer(
      await person.post('mail/main/ai/digest/mail', { type: 4, content: '', user: '', language, mailId }),
    )
    expect(extra.sentences).toContain('请在11月27日前回复是否同意。')
    expect(extra.sentences?.join('')).not.toContain('原来的话')
    const facts = extra.facts ?? []
    expect(facts.find(({ kind }) => kind === 'money')?.quote).toBe('12万元')
    expect(facts.find(({ kind }) => kind === 'action')).toMatchObject({ at: Date.UTC(2026, 10, 27, 10) })
    expect(facts.find(({ kind }) => kind === 'person')?.label).toBe('李娜')
  })

  test('a mail that may be a fraud has a warning in the place of a summary, and nothing that it asks for', async () => {
    later()
    const text = '您的邮箱即将停用。请在今天18:00前点击下面的链接确认密码：http://203.0.113.7/login 否则邮件将被删除。'
    const { mailId } = await putMail(server.context, accountId, {
      subject: '紧急：邮箱升级',
      from: { name: '系统管理员', address: 'admin@yanshu-security.top' },
      text,
      html: '<p>您的邮箱即将停用。请在今天18:00前点击<a href="http://203.0.113.7/login">https://mail.yanshu.test</a>确认密码，否则邮件将被删除。</p>',
      receivedAt: Date.UTC(2026, 10, 22, 2),
    })
    const call = { type: 4 as const, content: '', user: '', language, mailId }
    const { extra, text: answer } = await socket.answer(await person.post('mail/main/ai/digest/mail', call))
    expect(answer.split('\n')[0]).toBe('这封邮件有诈骗嫌疑，所以没有列出要点、待办、日期和链接。')
    expect(extra.sentences ?? []).toEqual([])
    expect(extra.facts ?? []).toEqual([])
    expect(extra.risk?.reasons.length).toBeGreaterThan(0)
    expect(answer).not.toMatch(/18:00|确认密码/)
  })

  test('an answer to a mail that may be a fraud is not drafted: a warning says why, and confirms, pays and opens nothing', async () => {
    later()
    const text = '请今天18:00前把货款转到新账户6222 0202，并点击链接确认：http://203.0.113.7/login 否则合同作废。'
    const { mailId } = await putMail(server.context, accountId, {
      subject: '紧急：付款账户变更',
      from: { name: '系统管理员', address: 'admin@yanshu-security.top' },
      text,
      html: '<p>请今天18:00前把货款转到新账户6222 0202，并点击<a href="http://203.0.113.7/login">https://mail.yanshu.test</a>确认密码，否则邮箱将被停用。</p>',
    })
    for (const size of AI_LENGTHS) {
      later()
      const call = {
        ...draft,
        type: 3 as const,
        newMailType: 'reply' as const,
        size,
        mailId,
        content: text,
        gist: '同意付款',
      }
      const { extra, text: answer } = await socket.answer(await person.post('mail/main/ai/assistant/mail', call))
      expect(answer.split('\n')[0]).toContain('这封邮件有诈骗嫌疑，所以没有起草回复')
      expect(extra.risk?.reasons.length).toBeGreaterThan(0)
      expect(answer).not.toMatch(/18:00|6222|同意付款|http/)
    }
  })

  test('a question that only a mail fits that may be a fraud gets a warning, and none of its words', async () => {
    later()
    const words = '青羚计划的兑付账户'
    const risky = {
      subject: `${words}：邮箱升级`,
      from: { name: '系统管理员', address: 'admin@yanshu-security.top' },
      text: `${words}是6222 0202，请点击链接确认密码。`,
      html: `<p>${words}是6222 0202。请在今天18:00前点击<a href="http://203.0.113.7/login">https://mail.yanshu.test</a>确认密码，否则邮箱将被停用。</p>`,
    }
    const { mailId } = await putMail(server.context, accountId, risky)
    const { text, extra } = await ask(`${words}是多少`)
    expect(text.split('\n')[0]).toBe('与问题相符的邮件有诈骗嫌疑，所以没有引用其中的话。')
    expect(text).not.toMatch(/6222|18:00/)
    expect(extra.sources).toMatchObject([{ kind: 'mail', mailId, quote: '' }])
    // Beside an honest mail that answers it is left out.
    const honest = {
      subject: words,
      from: { name: '李娜', address: 'li.na@yanshu.test' },
      text: `${words}没有变化，见合同第八条。`,
    }
    const { mailId: honestId } = await putMail(server.context, accountId, honest)
    later()
    const second = await ask(`${words}是多少`)
    expect(second.text).toContain('没有变化')
    expect(second.extra.sources?.map((source) => (source.kind === 'mail' ? source.mailId : 0))).toEqual([honestId])
  })

  test('a draft has the facts of its gist, a reply answers the questions of the mail', async () => {
    later()
    const { text } = await socket.answer(
      await person.post('mail/main/ai/assistant/mail', {
        ...draft,
        requestEmail: 'MEETING',
        gist: '讨论年度预算，11月30日下午3点在302会议室，邀请王芳和李娜参加',
      }),
    )
    expect(text).toMatch(/时间：11月30日下午3点。\n地点：302会议室。\n参会人员：王芳和李娜。/)
    expect(text).toContain('林晓')
    const { mailId } = await putMail(server.context, accountId, {
      from: { name: '周涛', address: 'zhou.tao@partner.example' },
      text: '你好，样品什么时候能寄出？发票抬头怎么写？',
    })
    const reply = await socket.answer(
      await person.post('mail/main/ai/assistant/mail', {
        ...draft,
        type: 3,
        newMailType: 'reply',
        mailId,
        gist: '样品周三寄出',
      }),
    )
    const english = await socket.answer(
      await person.post('mail/main/ai/assistant/mail', { ...draft, language: 'en', gist: '讨论年度预算' }),
    )
    expect(english.text).toContain('[Your words in English go here]')
    expect(english.text.replace('林晓', '')).not.toMatch(/\p{Script=Han}/u)
    expect(reply.text).toContain('尊敬的周涛')
    expect(reply.text).toContain('关于“你好，样品什么时候能寄出？”：样品周三寄出。')
    expect(reply.text).toContain('关于“发票抬头怎么写？”：这一点我确认后尽快答复。')
  })

  test('a risky mail is graded, with its very words; a long one is checked by rules all the same', async () => {
    later()
    const { mailId } = await putMail(server.context, accountId, {
      subject: '邮箱即将停用',
      from: { name: '管理员', address: 'admin@yanshu-mail.top' },
      text: `请在24小时内点击验证密码。${'长'.repeat(5_001)}`,
      html: `<p>请在24小时内<a href="http://yanshu-mail.top/x">mail.yanshu.test</a>验证密码。${'长'.repeat(5_001)}</p>`,
    })
    const { extra, text } = await socket.answer(
      await person.post('mail/main/ai/fishing/mail', {
        type: 5,
        content: '',
        sender: '',
        subject: '',
        sendTime: null,
        user: '',
        language,
        mailId,
      }),
    )
    expect(extra.risk).toMatchObject({ grade: 'high', tooLong: true })
    expect(extra.risk?.reasons.find(({ rule }) => rule === 'linkText')?.quotes).toEqual(['mail.yanshu.test'])
    expect(text).toContain('系统无法检测全文')
  })

  test("another's mail is refused before anything is read, and so is who is not logged in", async () => {
    const { mailId } = await putMail(server.context, accountId, { text: '只给我看的话。' })
    const mail = { content: '', user: '', language, mailId }
    const risk = { ...mail, type: 5, sender: '', subject: '', sendTime: null } as const
    for (const [path, body] of [
      ['mail/main/ai/digest/mail', { ...mail, type: 4 }],
      ['mail/main/ai/fishing/mail', risk],
      ['mail/main/ai/translate/mail', { type: 6, to: 'zh', language, mailId }],
      ['mail/main/ai/assistant/mail', { ...draft, type: 3, gist: '好', mailId }],
    ] as const) {
      expect(await other.refused('POST', path, body)).toBe(404_002)
      expect(await server.anybody.refused('POST', path, body)).toBe(401_002)
    }
    expect(await server.anybody.refused('GET', 'mail/main/ai/state')).toBe(401_002)
    expect(await other.get('mail/main/ai/state')).toEqual({ modelHost: null, translates: false, sent: [] })
  })

  test.each([
    ['no question', { question: '  ', user: '', language }],
    ['an emoji', { question: '😀 你好', user: '', language }],
    ['ten megabytes', { question: 'x'.repeat(10_000_000), user: '', language }],
    ['a wrong type', { question: 7, user: '', language }],
  ])('%s is refused', async (_what, body) => {
    await person.refused('POST', 'mail/main/ai/question', body)
  })

  test('requests are limited by the minute', async () => {
    later()
    const question = { question: '怎么写邮件', user: '', language }
    for (let n = 0; n < AI_REQUESTS_PER_MINUTE; n++) await person.post('mail/main/ai/question', question)
    expect(await person.refused('POST', 'mail/main/ai/question', question)).toBe(429_001)
    later()
    await person.post('mail/main/ai/question', question)
  })

  test('a ticket that is unknown, too old, or of a login that has ended closes the socket for good', async () => {
    later()
    const refusedBy = async (ticket: string) => {
      const one = await openAssistantSocket(server.url)
      one.socket.send(ticket)
      return one.closed
    }
    expect(await refusedBy('nobody-knows-this-ticket')).toBe(SOCKET_UNAUTHORIZED)
    const old = await person.post('mail/main/ai/question', { question: '怎么写邮件', user: '', language })
    server.wait(AI_TICKET_MS + 1)
    expect(await refusedBy(old)).toBe(SOCKET_UNAUTHORIZED)
    const leaver = await server.login('other')
    const last = await leaver.post('mail/main/ai/question', { question: '怎么写邮件', user: '', language })
    await leaver.get('oauth/logout')
    expect(await refusedBy(last)).toBe(SOCKET_UNAUTHORIZED)
  })

  test('a page of another site gets no socket', async () => {
    const one = await openAssistantSocket(server.url, { origin: 'https://evil.example' })
    expect(await one.closed).toBe(4_403)
    expect(server.problems.splice(0).every((problem) => problem.startsWith('warn'))).toBe(true)
  })

  test('a ticket that comes again over a new socket is answered again, from the beginning', async () => {
    later()
    const ticket = await person.post('mail/main/ai/question', { question: '怎样撤回邮件', user: '', language })
    const dying = await openAssistantSocket(server.url)
    dying.socket.send(ticket)
    dying.socket.terminate()
    expect((await socket.answer(ticket)).text).toContain('撤回')
  })

  test('switched off, every call is refused', async () => {
    later()
    await setSwitch(
      server.context,
      { scope: 'user', id: accountId },
      { name: 'assistantEnable', value: false, locked: false },
    )
    expect(await person.refused('POST', 'mail/main/ai/question', { question: '好', user: '', language })).toBe(403_001)
    expect(await person.refused('GET', 'mail/main/ai/state')).toBe(403_001)
  })
})
