import { expect, type Page, test } from '@playwright/test'
import en from '../../remote-ai/src/messages/en.ts'
import zh from '../../remote-ai/src/messages/zh.ts'
import { DONE, delta, says, startTestModel, type TestModel } from '../../server/src/testing/testModel.ts'
import { deliver, rowOf } from '../mail/mailing.ts'
import { violations } from '../support/axe.ts'
import { newUser } from '../support/people.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'

const LANGUAGES = { zh, en } as const
const USERS = { zh: 'chen.jie', en: 'wang.fang' } as const
const BY_MODEL = { zh: '模型写的话', en: 'Words of the model' } as const
const TEXT = {
  zh: '陈洁你好：\n合同草案已经由法务审完。首付款为12万元，验收后付清。\n请在12月18日前回复是否同意。\n样品什么时候能寄出？',
  en: 'Hello,\nThe draft of the contract was reviewed by our lawyers. The first payment is $12,000.\nPlease reply by 18 December.\nWhen can you ship the samples?',
} as const
const GIST = { zh: '样品周三寄出，同意合同条款', en: 'samples ship on Wednesday, contract agreed' } as const

let server: OwnServer
let model: TestModel
const smtpBefore = process.env.YANSHU_SMTP_URL

test.beforeAll(async () => {
  model = await startTestModel()
  server = await startServer({ settings: { YANSHU_AI_URL: model.url, YANSHU_AI_MODEL: 'scripted' } })
  process.env.YANSHU_SMTP_URL = server.smtpUrl
})
test.afterAll(async () => {
  if (smtpBefore === undefined) delete process.env.YANSHU_SMTP_URL
  else process.env.YANSHU_SMTP_URL = smtpBefore
  await server.remove()
  await model.stop()
})

/** The five functions, one after the other; what each has shown. */
async function useAll(page: Page, language: 'zh' | 'en', round: string) {
  const words = LANGUAGES[language]
  const panel = page.getByRole('complementary', { name: words.title })
  const make = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  // All five are free again when an answer is whole: only then its rating stands below it.
  const whole = () => expect(panel.getByRole('button', { name: words.rating.good, exact: true }).last()).toBeVisible()

  await panel.getByRole('tab', { name: words.tab.summary }).click()
  await make(round === 'first' ? words.summary.make : words.summary.again)
  await whole()
  const summary = (await panel.getByRole('tabpanel').textContent()) ?? ''

  await panel.getByRole('tab', { name: words.tab.risk }).click()
  await make(round === 'first' ? words.risk.make : words.risk.again)
  await whole()
  const risk = (await panel.getByRole('tabpanel').textContent()) ?? ''

  await panel.getByRole('tab', { name: words.tab.write }).click()
  const drafts: string[] = []
  for (const kind of [words.write.reply, words.write.new]) {
    await panel.getByText(kind, { exact: true }).click()
    await panel.getByRole('textbox', { name: words.write.gist }).fill(GIST[language])
    await make(words.write.make)
    const draft = panel.getByRole('region', { name: words.write.result })
    await expect(draft.getByRole('button', { name: words.write.open })).toBeVisible()
    drafts.push((await draft.textContent()) ?? '')
  }

  await panel.getByRole('tab', { name: words.tab.chat }).click()
  await panel.getByRole('textbox', { name: words.chat.ask }).fill(words.chat.one)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: words.chat.send })).toBeVisible()
  await whole()
  const answer = (await panel.getByRole('tabpanel').textContent()) ?? ''
  return { summary, risk, drafts, answer }
}

for (const language of ['zh', 'en'] as const) {
  test(`the five functions answer with a model, and with its cable out, in ${language}`, async ({ browser }) => {
    // Ten answers, and two windows.
    test.setTimeout(120_000)
    const words = LANGUAGES[language]
    const byModel = BY_MODEL[language]
    const subject = `五个功能 ${language}`
    await deliver({
      subject,
      to: `${USERS[language]}@yanshu.test`,
      from: '"周涛" <zhou.tao@partner.example>',
      text: TEXT[language],
      attachments: [{ filename: '绝密.txt', content: '绝密的附件' }],
    })
    model.script = says(byModel.slice(0, 3), byModel.slice(3))
    const person = await newUser(browser, { user: USERS[language], language, server: server.url })
    const { page } = person
    await rowOf(page, subject).click()
    // The keys are the button's: they work once it is there.
    await page.getByRole('button', { name: words.title, exact: true }).waitFor()
    await page.keyboard.press('Control+j')
    const first = await useAll(page, language, 'first')
    for (const shown of [first.summary, first.risk, ...first.drafts, first.answer]) expect(shown).toContain(byModel)
    expect(await violations(page, { include: 'aside' })).toEqual([])

    // What left is what its user sees, and no attachment or address was in it.
    const panel = page.getByRole('complementary', { name: words.title })
    await panel.getByText(words.sent).click()
    await expect(panel.getByRole('list', { name: words.sentTitle }).getByRole('listitem')).toHaveCount(5)
    expect(model.received.join()).not.toMatch(/绝密|zhou\.tao@/)

    // A model that stops in the middle: the answer without it stands, and everything is free again.
    model.script = (response) => {
      response.write(delta({ content: byModel }))
      response.destroy()
    }
    const second = await useAll(page, language, 'second')
    expect(second.summary).toContain(words.summary.points)
    expect(second.risk).toMatch(new RegExp(`${words.risk.grades.none}|${words.risk.grades.low}`))
    expect(second.drafts[0]).toMatch(language === 'zh' ? /样品周三寄出/ : /samples ship on Wednesday/i)
    expect(second.answer).toMatch(/10|ten/)

    // Earlier answers are found by their words, and stand again in another window of the same browser.
    await panel.getByRole('button', { name: words.history.title, exact: true }).click()
    await panel.getByRole('textbox', { name: words.history.search }).fill(GIST[language])
    await expect(panel.getByRole('list', { name: words.history.title }).getByRole('listitem')).toHaveCount(4)
    expect(await violations(page, { include: 'aside' })).toEqual([])
    const other = await person.context.newPage()
    await other.goto(`${server.url}/#/inbox`)
    await rowOf(other, subject).click()
    const beside = other.getByRole('complementary', { name: words.title })
    await expect(beside).toBeVisible()
    await beside.getByRole('tab', { name: words.tab.summary }).click()
    await expect(beside.getByRole('heading', { name: words.summary.points })).toBeVisible()
    await beside
      .getByRole('button', { name: /close|关闭/i })
      .first()
      .click()
    await expect(panel).toBeHidden()
    await person.context.close()
  })
}

test('without any model, and without a network: the help opens at its topic, and the page says what it cannot do', async ({
  browser,
}) => {
  model.script = (response) => void response.end(DONE)
  const person = await newUser(browser, { user: 'li.na', server: server.url })
  const { page, context } = person
  await page.getByRole('button', { name: zh.title, exact: true }).click()
  const panel = page.getByRole('complementary', { name: zh.title })
  await panel.getByRole('button', { name: zh.chat.one }).click()
  await panel
    .getByRole('button', { name: /撤回刚发出的邮件/ })
    .last()
    .click()
  const help = page.getByRole('dialog', { name: '帮助' })
  await expect(help.locator('details[open] summary')).toHaveText('撤回刚发出的邮件')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: zh.rating.bad }).click()
  await panel.getByRole('textbox', { name: zh.rating.why }).fill('没有说手机上怎么做')
  await page.keyboard.press('Enter')
  await expect(page.getByText(zh.rating.thanks)).toBeVisible()

  await context.setOffline(true)
  await panel.getByRole('textbox', { name: zh.chat.ask }).fill('附件最多能加多少？')
  await page.keyboard.press('Enter')
  await expect(panel.getByText(zh.error.none)).toBeVisible()
  await expect(panel.getByRole('button', { name: zh.chat.send })).toBeVisible()
  await context.setOffline(false)
  await panel.getByRole('textbox', { name: zh.chat.ask }).fill('附件最多能加多少？')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('40', { exact: false }).first()).toBeVisible()
  await context.close()
})
