import type { RuleActions, RuleCondition } from '@yanshu/contracts'
import { ruleCondition } from '@yanshu/contracts/schemas'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { deliverySteps } from '../../deliverySteps.ts'
import { transact } from '../../store/database/transact.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { NO_ACTIONS } from './judgeRules.ts'
import { caughtBy } from './preview.service.ts'
import { renewBook } from './ruleBooks.ts'

const RULES = 500
const MAILS = 200

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { below: (n: number) => Math.floor(next() * n), chance: (p: number) => next() < p }
}

const WORDS =
  '合同 报销 周报 会议 发票 紧急 Report Invoice ＷＥＥＫＬＹ meeting straße İstanbul 𠮷野家 café 100% a.b@c (1) "quoted" \\back x'.split(
    ' ',
  )
const PEOPLE = [
  'zhang@out.example',
  '王芳 <wang.fang@partner.example>',
  'no-reply@shop.example',
  '"李, 娜" <li@x.example>',
]

const random = numbers(20_260_314)
const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T

function mailText(index: number): string {
  const words = Array.from({ length: 1 + random.below(6) }, () => pick(WORDS))
  const encoded = `=?utf-8?B?${Buffer.from(words.join(' ')).toString('base64')}?=`
  const body = Array.from({ length: random.below(200) }, () => pick(WORDS)).join(random.chance(0.3) ? '\r\n' : ' ')
  const attached = random.chance(0.25)
  const head = [
    `From: ${pick(PEOPLE)}`,
    `To: ${random.chance(0.5) ? 'Wei <wei@yanshu.test>' : 'all@out.example'}`,
    ...(random.chance(0.3) ? [`Cc: ${pick(PEOPLE)}`] : []),
    `Subject: ${encoded}`,
    `Message-ID: <${index}@out.example>`,
    ...(random.chance(0.3) ? [`X-Project: ${pick(['Alpha', 'alpha-2', '=?utf-8?Q?=E9=9B=81?='])}`] : []),
    'MIME-Version: 1.0',
  ]
  const text = (type: string) => `Content-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`
  if (!attached) return `${head.join('\r\n')}\r\n${text(random.chance(0.3) ? 'text/html' : 'text/plain')}`
  const name = pick(['报表.xlsx', 'Invoice.PDF', 'a.zip'])
  const file = `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${'x'.repeat(random.below(5_000))}\r\n`
  return `${head.join('\r\n')}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${text('text/plain')}${file}--b--\r\n`
}

function condition(): RuleCondition {
  const not = random.chance(0.3)
  const fields = ['sender', 'recipient', 'subject', 'body', 'header', 'attachment', 'size', 'time'] as const
  const field = pick(fields)
  const value = pick([...WORDS, 'wang', 'EXAMPLE', '会', 'weekly', 'STRASSE', 'i'])
  const made = (): unknown => {
    switch (field) {
      case 'header':
        return { field, not, name: pick(['X-Project', 'subject', 'List-Id']), value: pick(['', 'ALPHA', '雁']) }
      case 'attachment':
        return { field, not, value: pick(['', '.pdf', '报表']) }
      case 'size':
        return { field, not, kb: 1 + random.below(6) }
      case 'time':
        return {
          field,
          not,
          from: random.below(1_440),
          to: random.below(1_440),
          days: [1, 2, 3, 4, 5, 6, 7].slice(random.below(5)),
        }
      default:
        return { field, not, value }
    }
  }
  const fits = ruleCondition.safeParse(made())
  // A word that §5 does not allow in a condition.
  return fits.success ? fits.data : condition()
}

const ACTIONS: RuleActions = { ...NO_ACTIONS, read: true }

test.each(engines)(
  'given 500 random rules and 200 mails, then what a preview shows is what delivery did, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    const wei = await server.addUser('wei')
    server.steps.register(deliverySteps)
    const rules = Array.from({ length: RULES }, () => ({
      match: pick(['all', 'any'] as const),
      conditions: Array.from({ length: 1 + random.below(3) }, condition),
    }))
    const ids = await transact(server.context, async (trx) => {
      const rows = rules.map(({ match, conditions }, index) => ({
        account_id: wei,
        name: `${index}`,
        enabled: 1,
        match,
        conditions: JSON.stringify(conditions),
        actions: JSON.stringify(ACTIONS),
        sort: index,
      }))
      const made = await trx.insertInto('mail_rule').values(rows).returning(['id', 'sort']).execute()
      await renewBook(trx, wei)
      return made.sort((a, b) => a.sort - b.sort).map(({ id }) => id)
    })
    const { port } = await server.startSmtp()
    const smtp = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true })
    server.closing(() => smtp.close())
    for (let index = 0; index < MAILS; index++) {
      server.wait(3_701_000)
      await smtp.sendMail({ envelope: { from: 'a@out.example', to: 'wei@yanshu.test' }, raw: mailText(index) })
    }
    const verdicts = await server.context.store.db
      .selectFrom('delivery_verdict')
      .select(['key', 'mail_id'])
      .where('account_id', '=', wei)
      .where('outcome', '=', 'matched')
      .execute()
    const delivered = Map.groupBy(verdicts, ({ key }) => Number(key))
    let caught = 0
    for (const [index, rule] of rules.entries()) {
      const shown = await caughtBy(server.context, systemActor(wei), rule)
      const done = delivered.get(ids[index] ?? 0)?.map(({ mail_id }) => mail_id) ?? []
      expect(shown.looked).toBe(MAILS)
      expect(
        shown.caught.sort((a, b) => a - b),
        JSON.stringify(rule),
      ).toEqual(done.sort((a, b) => (a ?? 0) - (b ?? 0)))
      caught += shown.caught.length
    }
    // The rules are no empty ones.
    expect(caught).toBeGreaterThan(RULES * 10)
    await server.stop()
  },
  120_000,
)
