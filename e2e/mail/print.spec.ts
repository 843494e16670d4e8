import { expect, type Page, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { bodyOf, deliver, goTo, onPaper, openInbox, READER, rowOf, takePaper, toInbox, unique } from './mailing.ts'

/** Wider than any paper, and longer than a page. */
const WIDE = `<table border="1">${Array.from(
  { length: 60 },
  (_, row) =>
    `<tr>${Array.from({ length: 24 }, (_, column) => `<td style="white-space:nowrap">第${row}行第${column}列</td>`).join('')}</tr>`,
).join('')}</table>`

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

const fromMenu = async (page: Page, item: string) => {
  await page.getByRole('toolbar', { name: '邮件操作' }).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('mails on paper', async ({ page, baseURL }) => {
  await openInbox(page)

  await test.step('on paper a mail has its head, a wide table is shrunk, and each page has its number', async () => {
    const subject = unique('宽表')
    await deliver({
      ...{ subject, cc: 'li.na@yanshu.test', attachments: [{ filename: '预算.xlsx', content: 'x' }] },
      html: `<style>h1,.yanshu-head{display:none} body{height:10px}</style><p>请看表</p>${WIDE}`,
    })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('请看表')
    const { printed } = await takePaper(page)
    await fromMenu(page, '打印')
    const paper = await onPaper(page, await printed)
    const head = paper.locator('.yanshu-head')
    await expect(head.getByRole('heading', { name: subject })).toBeVisible()
    for (const text of ['someone@example.org', READER.mail, 'li.na@yanshu.test', '预算.xlsx (1 B)']) {
      await expect(head).toContainText(text)
    }
    await paper.emulateMedia({ media: 'print' })
    const edges = await paper.evaluate(() => ({
      table: document.querySelector('.yanshu-sheet .yanshu-mail table')?.getBoundingClientRect().right ?? Number.NaN,
      paper: document.body.getBoundingClientRect().right,
    }))
    expect(edges.table).toBeLessThanOrEqual(edges.paper + 1)
    const pdf = await paper.pdf({ preferCSSPageSize: true })
    expect(pagesOf(pdf)).toBeGreaterThanOrEqual(1)
    const rules = await paper.evaluate(() => document.querySelector('style[data-part=mail]')?.textContent ?? '')
    expect(rules).toMatch(/@bottom-center \{ content: "第 " counter\(page\) " 页，共 " counter\(pages\) " 页"/)
    await paper.close()
  })

  await test.step('a conversation is printed whole, the oldest first, and no mail changes how another is drawn', async () => {
    const subject = unique('会话')
    const messageId = `<${unique('thread').replace(/\s/g, '')}@example.org>`
    await deliver({ subject, messageId, html: '<style>p{display:none}</style><div>第一封</div>' })
    await deliver({ subject: `Re: ${subject}`, inReplyTo: messageId, html: '<p>第二封</p>' })
    await toInbox(page, `Re: ${subject}`)
    await rowOf(page, `Re: ${subject}`).click()
    await expect(bodyOf(page)).toContainText('第二封')
    const { printed } = await takePaper(page)
    await fromMenu(page, '打印整个会话')
    const paper = await onPaper(page, await printed)
    await expect(paper.locator('.yanshu-sheet')).toHaveCount(2)
    await expect(paper.locator('.yanshu-sheet').first()).toContainText('第一封')
    await expect(paper.getByText('第二封')).toBeVisible()
    await paper.close()
  })

  const subjects = [unique('选一'), unique('选二')] as const
  for (const subject of subjects) await deliver({ subject, text: `${subject}的内容` })

  await test.step('chosen mails are saved as one file', async () => {
    await toInbox(page, ...subjects)
    for (const subject of subjects) await rowOf(page, subject).click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('toolbar', { name: '所选邮件的操作' }).getByRole('button', { name: '更多' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: '导出为 .mbox' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^邮件 \d{4}-\d\d-\d\d\.mbox$/)
    await expect(page.getByText('已导出 2 封邮件')).toBeVisible()
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/^From /gm),
    ).toHaveLength(2)
  })

  await test.step('chosen mails are printed each on a page of its own, and stand at an address', async () => {
    const api = await apiOf(baseURL ?? '', READER.account)
    const ids = (await api.inbox()).flatMap(({ subject, mailId }) =>
      subjects.some((one) => one === subject) ? mailId : [],
    )
    const { printed } = await takePaper(page)
    const bar = page.getByRole('toolbar', { name: '所选邮件的操作' })
    await bar.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '打印' }).click()
    const paper = await onPaper(page, await printed)
    for (const subject of subjects) await expect(paper.getByRole('heading', { name: subject })).toBeVisible()
    expect(pagesOf(await paper.pdf({ preferCSSPageSize: true }))).toBe(2)
    await paper.close()

    await goTo(page, `/print/1/${ids.join(',')}`)
    const sheets = page.getByRole('article').locator('iframe').contentFrame()
    for (const subject of subjects) await expect(sheets.getByRole('heading', { name: subject })).toBeVisible()
    await goTo(page, '/print/1/x')
    await expect(page.getByText('打印地址里没有邮件编号')).toBeVisible()
    const { mailId } = (await (await apiOf(baseURL ?? '', 'li.na')).inbox())[0] ?? {}
    await goTo(page, `/print/1/${mailId}`)
    await expect(page.getByText(/没有准备好要打印的邮件/)).toBeVisible()
  })
})
