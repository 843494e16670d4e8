import { AI_FINISHED, type AssistantMessage } from '@yanshu/contracts'
import { summarise } from '../../server/src/areas/assistant/summary/summarise.ts'
import { checkRisk } from '../../server/src/areas/risk-check/checkRisk.ts'
import { LABELLED_HALVES, labelledMails, measureRisk } from '../../server/src/areas/risk-check/labelledMails.ts'
import type { ApiClient } from './apiClient.ts'
import type { Results } from './measurement.ts'

const RUNS = 50
const SENTENCES = [
  '合同草案已经由法务审完，主要改了付款条款和违约责任。',
  '首付款为12万元，验收后三十天内付清余款。',
  '请在下周五前回复是否同意，并提供开票信息。',
  '项目组本周完成了接口联调，下周开始压力测试。',
  '评审会定在11月28日下午两点，地点是三楼报告厅。',
]

/** A mail of 5,000 characters whose sentences differ. */
function longMail(): string {
  let text = ''
  for (let n = 0; text.length < 5_000; n++) text += `第${n}点，${SENTENCES[n % SENTENCES.length]}`
  return text.slice(0, 5_000)
}

/** How fast the assistant answers without a model, and how well the risk check separates mails. */
export function measureAssistant(results: Results): void {
  const group = 'Assistant'
  const text = longMail()
  const times = Array.from({ length: RUNS }, () => {
    const began = performance.now()
    summarise(text, { sentAt: Date.UTC(2026, 10, 22), zone: 8, people: [] })
    return performance.now() - began
  })
  results.add(
    { id: 'assistant.summary', group, title: 'summary of 5,000 characters', unit: 'ms', style: 'percentiles' },
    times,
  )
  for (const half of LABELLED_HALVES) {
    const mails = labelledMails(half)
    const began = performance.now()
    const quality = measureRisk(mails, ({ mail, around }) => ['medium', 'high'].includes(checkRisk(mail, around).grade))
    const each = (performance.now() - began) / mails.length
    const row = (name: string, value: number) =>
      results.add(
        {
          id: `assistant.risk.${half}.${name}`,
          group,
          title: `risk check, ${half}: ${name} in percent`,
          unit: 'count',
          style: 'range',
        },
        [Math.round(value * 100)],
      )
    row('precision', quality.precision)
    row('recall', quality.recall)
    row('newsletters marked', quality.newsletters)
    results.add(
      { id: `assistant.risk.${half}.time`, group, title: `risk check, ${half}: one mail`, unit: 'ms', style: 'range' },
      [each],
    )
  }
}

/** Answers that are waited for; an account may ask twenty times in a minute. */
const ANSWERS = 12
const ANSWER_WITHIN_MS = 30_000
const QUESTIONS = ['怎样撤回刚发出的邮件', '附件最多能加多少', '合同什么时候签', '预算是多少', '怎么识别钓鱼邮件']

/** What a person waits for an answer over the socket, in the mailbox that is measured. */
export async function measureAnswers(results: Results, client: ApiClient): Promise<void> {
  const socket = new WebSocket(`${client.url.replace(/^http/, 'ws')}/ws/ai`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the socket of the assistant could not be opened')))
  })
  const first: number[] = []
  const whole: number[] = []
  try {
    for (let run = 0; run < ANSWERS; run++) {
      const began = performance.now()
      const question = QUESTIONS[run % QUESTIONS.length] ?? ''
      const ticket = await client.post('mail/main/ai/question', { question, user: '', language: 'zh' })
      const { firstAt, endedAt } = await answerOf(socket, ticket)
      if (run === 0) continue
      first.push(firstAt - began)
      whole.push(endedAt - began)
    }
  } finally {
    socket.close()
  }
  const row = (id: string, title: string) => ({ id, group: 'Assistant', title, unit: 'ms', style: 'range' }) as const
  results.add(row('assistant.first', 'question to the first text, without a model'), first)
  results.add(row('assistant.whole', 'question to the whole answer, without a model'), whole)
}

/** Sends a ticket and notes when its first piece, and its end, came. */
function answerOf(socket: WebSocket, ticket: string): Promise<{ firstAt: number; endedAt: number }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer of the assistant came')), ANSWER_WITHIN_MS)
    let firstAt = 0
    const hear = ({ data }: MessageEvent) => {
      const message: AssistantMessage = JSON.parse(JSON.parse(String(data)))
      if (message.id !== ticket || message.ack) return
      if (firstAt === 0) firstAt = performance.now()
      if (message.content !== AI_FINISHED) return
      clearTimeout(timer)
      socket.removeEventListener('message', hear)
      resolve({ firstAt, endedAt: performance.now() })
    }
    socket.addEventListener('message', hear)
    socket.send(ticket)
  })
}
