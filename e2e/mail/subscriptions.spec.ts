import { expect, type Page, test } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { apiOf } from '../support/api.ts'
import { enter, takeBack } from '../support/people.ts'
import { portOf, THIS_WORKER } from '../support/ports.ts'
import { goTo, READER, unique } from './mailing.ts'

/** Mails of a list, at once. */
async function arrive(from: string, count: number, headers: Record<string, string> = {}): Promise<void> {
  const transport = createTransport(process.env.YANSHU_SMTP_URL ?? `smtp://localhost:${portOf(THIS_WORKER) + 1}`)
  const list = { 'List-Id': '<test.list.example>', ...headers }
  for (let at = 0; at < count; at++) {
    await transport.sendMail({ from, to: READER.mail, subject: unique('简报'), text: 'x', headers: list })
  }
  transport.close()
}

const rowOf = (page: Page, address: string) => page.getByRole('listitem').filter({ hasText: address })

test('mail of lists', async ({ page, baseURL }) => {
  await test.step('mail of lists stands by sender, is cleared in one go and taken back, and its list is left', async () => {
    const word = unique('list').replace(/\s/g, '').toLowerCase()
    const [paged, mailed] = [`${word}@paged.example`, `${word}@mailed.example`]
    await arrive(`"周刊" <${paged}>`, 3, { 'List-Unsubscribe': '<https://paged.example/u>' })
    await arrive(mailed, 1, { 'List-Unsubscribe': `<mailto:leave@mailed.example?subject=${word}>` })
    await enter(page, READER.account, '/subscriptions')
    await expect(rowOf(page, paged)).toContainText('3 封 · 3 封未读')

    await rowOf(page, paged).getByRole('button', { name: '清理 周刊 的旧邮件' }).click()
    await page.getByRole('menuitem', { name: '30 天前的' }).click()
    await expect(page.getByText('没有要清理的邮件')).toBeVisible()
    await rowOf(page, paged).getByRole('button', { name: '清理 周刊 的旧邮件' }).click()
    await page.getByRole('menuitem', { name: '全部' }).click()
    const question = page.getByRole('alertdialog', { name: '将 周刊 的 3 封邮件移至回收站？' })
    await question.getByRole('button', { name: '移至回收站' }).click()
    await expect(rowOf(page, paged)).toHaveCount(0)
    await takeBack(page, /已将 3 封邮件移至回收站/)
    await expect(page.getByText('已恢复 3 封邮件')).toBeVisible()
    await page.getByRole('button', { name: '刷新' }).filter({ visible: true }).click()
    await expect(rowOf(page, paged)).toContainText('3 封')

    await rowOf(page, paged).getByRole('button', { name: '退订 周刊' }).click()
    await expect(page.getByRole('button', { name: '打开网页' })).toBeVisible()
    await rowOf(page, paged).getByRole('button', { name: '屏蔽 周刊' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '屏蔽' }).click()
    await expect(page.getByText(`已屏蔽 ${paged}`)).toBeVisible()
    const api = await apiOf(baseURL ?? '', READER.account)
    await api.post('mail/mailClassify/senders/delete', { patterns: [paged] })

    await rowOf(page, mailed)
      .getByRole('button', { name: `退订 ${mailed}` })
      .click()
    await expect(page.getByText('leave@mailed.example').filter({ visible: true }).first()).toBeVisible()
  })

  await test.step('mail of a list names it; its list is left, its writer is kept, it is answered and has a rule from its menu', async () => {
    const word = unique('menu').replace(/\s/g, '').toLowerCase()
    await arrive(`"${word}" <${word}@paged.example>`, 1, {
      'List-Id': `研发${word} <dev.paged.example>`,
      'List-Post': `<mailto:all-${word}@paged.example>`,
      'List-Unsubscribe': '<https://paged.example/u>',
    })
    await goTo(page, '/inbox')
    await page.getByRole('row').filter({ hasText: word }).locator('[data-mail]').click()
    const mail = page.locator('article').filter({ visible: true })
    await expect(mail.getByText(`来自邮件列表 研发${word}`)).toBeVisible()
    await mail.getByRole('button', { name: '显示全部信息' }).click()
    await mail.getByRole('button', { name: '存为联系人' }).click()
    const api = await apiOf(baseURL ?? '', READER.account)
    const address = `${word}@paged.example`
    const contactOf = async () => (await api.get('contact/person', { address })).person?.contactId
    await expect.poll(contactOf).toEqual(expect.any(Number))
    await api.post('contact/delete', { contactIds: [(await contactOf()) ?? 0] })

    const choose = async (name: string) => {
      await mail.getByRole('toolbar').getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('退订…')
    await page
      .getByRole('alertdialog', { name: `退订 ${word}？` })
      .getByRole('button', { name: '退订' })
      .click()
    await expect(page.getByRole('button', { name: '打开网页' })).toBeVisible()
    await choose(`回复到邮件列表（all-${word}@paged.example）`)
    await expect(page.getByText(`研发${word}`, { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await goTo(page, '/inbox')
    await page.getByRole('row').filter({ hasText: word }).locator('[data-mail]').filter({ visible: true }).click()
    await choose('按此邮件新建规则')
    const rule = page.getByRole('dialog', { name: '新建规则' })
    await expect(rule.getByRole('textbox', { name: '第 1 个条件的内容' })).toHaveValue(`${word}@paged.example`)
  })
})
