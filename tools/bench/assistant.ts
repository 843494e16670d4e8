import { summarise } from '../../server/src/areas/assistant/summary/summarise.ts'
import { checkRisk } from '../../server/src/areas/risk-check/checkRisk.ts'
import { LABELLED_HALVES, labelledMails, measureRisk } from '../../server/src/areas/risk-check/labelledMails.ts'
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

/** What the assistant takes without a model, and how well the risk check tells mails apart. */
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
