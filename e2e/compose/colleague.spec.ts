import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { GetData } from '@yanshu/contracts'
import { deliver } from '../mail/mailing.ts'
import { violations } from '../support/axe.ts'
import { WORDS } from '../support/words.ts'
import {
  arrival,
  beside,
  call,
  closeLetter,
  fields,
  fresh,
  go,
  LI_NA,
  mailsCalled,
  newMail,
  open,
  pageOf,
  SAVED,
  sentNotice,
  ZHANG,
} from './desk.ts'

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a mail with an attachment reaches the colleague, who answers all with a quote, and forwards it with the attachment or as a file', async ({
  page,
  browser,
}) => {
  const colleague = await pageOf(browser, LI_NA)
  await open(page, ZHANG)

  await test.step('a mail with an attachment reaches the colleague by push, byte for byte', async () => {
    await go(colleague, '/inbox')
    const subject = fresh('季度预算')
    const bytes = randomBytes(300_000)

    const { to, subject: field, text, files, send } = await newMail(page)
    await to.pressSequentially('lina')
    await page.getByRole('option', { name: /李娜/ }).waitFor()
    await to.press('Enter')
    await field.fill(subject)
    await text.click()
    await page.keyboard.type('李娜，预算见附件。')
    await files.setInputFiles({ name: '预算 2026.xlsx', mimeType: 'application/octet-stream', buffer: bytes })
    await expect(page.getByText('1 个附件')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await send.click()
    await sentNotice(page)

    // The dashboard the colleague came from may have the subject as well, in a tab that stands behind.
    await expect(colleague.getByText(subject).filter({ visible: true }).first()).toBeVisible()
    const mailId = await arrival(colleague, subject)
    const detail = await call<{ attachments: { fileId: string; name: string }[]; html: string }>(
      colleague,
      'mail/email/detail',
      { mailId },
    )
    const fileId = detail.attachments[0]?.fileId
    expect(detail.attachments[0]?.name).toBe('预算 2026.xlsx')
    expect(detail.html).toContain('预算见附件')
    expect(detail.html).not.toContain('data-yanshu')
    const waiting = colleague.waitForEvent('download')
    await colleague.evaluate((id) => {
      const link = document.createElement('a')
      link.href = `/api/file/download/${id}`
      link.download = 'x'
      link.click()
    }, fileId)
    const path = await (await waiting).path()
    expect(sha(await readFile(path))).toBe(sha(bytes))
  })

  await test.step('an answer to all quotes the mail; a forwarded mail takes its attachment along', async () => {
    const subject = fresh('评审安排')
    await deliver({
      from: `张伟 <${ZHANG}>`,
      to: `${LI_NA}, wang.fang@yanshu.test`,
      subject,
      text: '周三下午三点',
      attachments: [{ filename: '议程.txt', content: '议程', contentType: 'text/plain' }],
    })

    const mailId = await arrival(colleague, subject)
    await go(colleague, `/write/replyAll/${mailId}`)
    const answer = fields(colleague)
    await answer.text.waitFor()
    await expect(answer.subject).toHaveValue(`回复：${subject}`)
    await expect(colleague.getByRole('list', { name: '收件人' }).getByRole('listitem')).toHaveCount(2)
    const quoted = colleague.frameLocator('iframe[title="引用的邮件"]')
    await expect(quoted.getByText('周三下午三点')).toBeVisible()
    await expect(quoted.getByText('原始邮件')).toBeVisible()
    // One press takes the quote away, and one brings it back.
    await colleague.getByRole('button', { name: '删除引用' }).click()
    await expect(colleague.locator('iframe[title="引用的邮件"]')).toHaveCount(0)
    await expect(answer.text).toBeFocused()
    await colleague.locator('#popup-root').getByRole('button', { name: '撤销' }).click()
    await expect(quoted.getByText('周三下午三点')).toBeVisible()
    await answer.text.click()
    await expect(answer.text).toBeFocused()
    await colleague.keyboard.type('收到')
    await answer.send.click()
    await sentNotice(colleague)
    await arrival(page, `回复：${subject}`)

    await go(colleague, `/write/forward/${mailId}`)
    const forward = fields(colleague)
    await forward.text.waitFor()
    await expect(colleague.getByText('议程.txt').first()).toBeVisible()
    await forward.to.pressSequentially('chen.jie@yanshu.test,')
    await forward.send.click()
    await sentNotice(colleague)
  })

  await test.step('a mail is forwarded as a file from its menu, and the letter carries it', async () => {
    const [mail] = (await call<GetData<'mail/email/mailbox/list'>>(colleague, 'mail/email/mailbox/list?role=inbox'))
      .list
    if (!mail) throw new Error('the inbox is empty')
    await go(colleague, '/inbox')
    await colleague.getByText(mail.subject).filter({ visible: true }).first().click({ button: 'right' })
    await colleague.getByRole('menuitem', { name: WORDS.zh.mail.action.forwardAttached }).press('Enter')
    await expect(colleague.getByText(/\.eml/).first()).toBeVisible()
    await expect(fields(colleague).subject).toHaveValue(/^转发：/)
  })
  await colleague.context().close()
})

test('a draft is handed to a colleague, who writes on it while it stands still, and comes back; a sent mail is corrected', async ({
  page,
  browser,
}) => {
  await open(page, ZHANG)

  await test.step('a draft is handed to a colleague, who writes on it while it stands still, and comes back', async () => {
    const subject = fresh('交接')
    const screen = await newMail(page)
    await screen.subject.fill(subject)
    await screen.text.click()
    await page.keyboard.type('第一段由张伟写。')
    await screen.files.setInputFiles({ name: '报价.txt', mimeType: 'text/plain', buffer: Buffer.from('报价') })
    await expect(page.getByText(SAVED)).toBeVisible()

    await page.getByRole('button', { name: '发送选项' }).click()
    await page.getByRole('menuitem', { name: '交给同事…' }).click()
    const dialog = page.getByRole('dialog', { name: '交给同事接着写' })
    await dialog.getByRole('textbox', { name: '同事的邮箱地址' }).fill(LI_NA)
    expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '交给对方' }).click()
    const link = (await dialog.getByText('/#/write/handed/0?hand=').textContent()) ?? ''
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(page.getByText('已交给 李娜，对方尚未打开')).toBeVisible()

    const other = await pageOf(browser, LI_NA)
    await other.goto(link)
    const there = fields(other)
    await expect(there.text).toContainText('第一段由张伟写。')
    await expect(there.subject).toHaveValue(subject)
    await expect(other.getByRole('region', { name: '附件' }).getByText('报价.txt').first()).toBeVisible()
    await expect(other.getByText('张伟 交给您的草稿')).toBeVisible()
    await there.text.click()
    await other.keyboard.press('Control+End')
    await other.keyboard.type('第二段由李娜写。')
    await expect(other.getByText(SAVED)).toBeVisible()

    // Its author sees who has it, and cannot write meanwhile.
    const mailId = (await mailsCalled(page, subject))[0]?.mailId
    await closeLetter(page)
    await go(page, `/write/draft/${mailId}`)
    await expect(page.getByText('李娜 正在修改')).toBeVisible()
    await expect(page.locator('[inert]').getByText('第一段由张伟写。')).toBeAttached()
    expect(await violations(page)).toEqual([])

    await other.getByRole('button', { name: '交回' }).click()
    await expect(other.getByText('已交回给 张伟')).toBeVisible()
    await expect(there.text).toHaveCount(0)
    const { list } = await call<{ list: { subject: string }[] }>(other, 'mail/email/mailbox/list?role=drafts')
    expect(list.some((draft) => draft.subject === subject)).toBe(false)
    await other.context().close()

    await page.getByTitle(/^关闭/).last().click()
    await expect(page.locator('[inert]').getByText('第一段由张伟写。')).toHaveCount(0)
    await go(page, `/write/draft/${mailId}`)
    await expect(page.getByText(/李娜 已交回/)).toBeVisible()
    await expect(fields(page).text).toContainText('第二段由李娜写。')
    // The name as it is read, beside the one that is drawn.
    const named = page.locator(':not([aria-hidden])')
    await expect(page.getByRole('region', { name: '附件' }).getByText('报价.txt').and(named)).toHaveCount(1)
  })

  await test.step('a sent mail is corrected: the copy lies in its place at a colleague who has not read it', async () => {
    const subject = fresh('会议改到周三')
    await call(page, 'mail/main/generalConfig/single/update', { key: 'undoSeconds', value: 5 })
    const { mailId } = await call<{ mailId: number }>(page, 'mail/email/send', {
      ...{ kind: 'new', sourceMailId: null, mailId: null, requestId: fresh('request'), fileIds: [] },
      ...{ to: [{ name: '李娜', address: LI_NA }], cc: [], bcc: [], subject, html: '<p>周三见</p>' },
    })
    const colleague = await beside(page, LI_NA)
    await arrival(colleague, subject)

    await go(page, `/outbox?mail=${mailId}`)
    await page.getByRole('button', { name: '投递与撤回' }).click()
    const dialog = page.getByRole('dialog', { name: '投递与撤回' })
    await dialog.getByRole('radio', { name: /一封更正件/ }).check()
    expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '写更正件' }).click()
    const screen = fields(page)
    await expect(screen.subject).toHaveValue(subject)
    await expect(page.getByText('更正件', { exact: true })).toBeVisible()
    const corrected = `${subject}（更正）`
    await screen.subject.fill(corrected)
    await screen.send.click()

    await arrival(colleague, corrected)
    await expect(async () => expect(await mailsCalled(colleague, subject)).toHaveLength(0)).toPass()
    const [copy] = await mailsCalled(colleague, corrected)
    const { html } = await colleague.post('mail/email/detail', { mailId: copy?.mailId ?? 0 })
    expect(html).toMatch(/更正：张伟 于 .*请以这封邮件为准/)
    await call(page, 'mail/main/generalConfig/single/update', { key: 'undoSeconds', value: 10 })
  })
})
