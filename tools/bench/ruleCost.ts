/**
 * What a thousand rules cost a delivery, in processor time of one core: judging alone, which is all that they add once
 * they are prepared, and preparing them, which happens once after each change. Run it with `node tools/bench/ruleCost.ts`.
 */
import type { MailRule, RuleCondition } from '@yanshu/contracts'
import { compileRules, judgeRules, NO_ACTIONS } from '../../server/src/areas/classification/judgeRules.ts'
import { foldMail, type RuleMail } from '../../server/src/areas/classification/ruleMail.ts'

const RULES = 1_000
const MAILS = 200

const ACTIONS: MailRule['actions'] = { ...NO_ACTIONS, folderId: 1 }

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const SIGNS = 'abcdefghijklmnopqrstuvwxyz项目周报会议合同发票客户报价付款通知'
const next = numbers(7)
const text = (length: number) => Array.from({ length }, () => SIGNS[Math.floor(next() * SIGNS.length)] ?? 'a').join('')

const FIELDS = ['sender', 'recipient', 'subject', 'body'] as const

/** Rules of two conditions; `field` gives all of them the same one. */
const makeRules = (field?: (typeof FIELDS)[number]): MailRule[] =>
  Array.from({ length: RULES }, (_, index) => {
    const condition = (): RuleCondition => ({
      field: field ?? FIELDS[Math.floor(next() * FIELDS.length)] ?? 'subject',
      not: false,
      value: text(6),
    })
    const conditions = [condition(), condition()]
    return {
      ruleId: index + 1,
      ruleName: `${index}`,
      enabled: true,
      match: 'any',
      conditions,
      actions: ACTIONS,
      sort: index,
    }
  })

const makeMail = (length: number): RuleMail => ({
  sender: { name: text(4), address: `${text(8)}@out.example` },
  recipients: [{ name: '张伟', address: 'zhang.wei@yanshu.test' }],
  subject: text(30),
  body: text(length),
  size: length * 2,
  attachmentNames: [],
  hasAttachment: false,
  receivedAt: 1_700_000_000_000,
  header: () => [],
})

/** Milliseconds of processor time for one run of `work`, of `times`. */
function cost(times: number, work: (at: number) => unknown): number {
  const before = process.cpuUsage()
  for (let at = 0; at < times; at++) work(at)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / times
}

console.log(`${RULES} rules of two conditions, ${MAILS} mails; milliseconds of processor time`)
for (const [name, field] of [
  ['all kinds', undefined],
  ['body alone', 'body'],
] as const) {
  const rules = makeRules(field)
  console.log(`  prepare, ${name}: ${cost(5, () => compileRules(rules)).toFixed(2)} once after a change`)
  const compiled = compileRules(rules)
  for (const length of [2_000, 50_000]) {
    const mails = Array.from({ length: MAILS }, () => makeMail(length))
    const judge = (at: number) => judgeRules(compiled, foldMail(mails[at % MAILS] ?? makeMail(length)), 8)
    cost(20, judge)
    console.log(`  judge a mail of ${length} characters, ${name}: ${cost(MAILS, judge).toFixed(3)}`)
  }
}
