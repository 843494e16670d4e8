import { expect } from '@playwright/test'
import { startImapServer } from '../../server/src/testing/imapServer.ts'
import { startSieveServer } from '../../server/src/testing/sieveServer.ts'
import { PASSWORD } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { CLIENT, type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

const mail = (uid: number, more: string) => ({
  uid,
  source: `From: Li <li@far.example>\r\nTo: he.xue@yanshu.test\r\nSubject: ${more} ${uid}\r\nDate: Mon, 2 Nov 2026 09:00:00 +0800\r\n\r\nText ${uid}\r\n`,
  date: '02-Nov-2026 10:00:00 +0800',
})
const mails = (count: number, more: string) => Array.from({ length: count }, (_, at) => mail(at + 1, more))

let server: OwnServer
test.beforeAll(async () => {
  server = await startServer({ client: CLIENT, settings: { YANSHU_MIGRATION_HOSTS: '127.0.0.1' } })
  server.setSwitches({ mailMoveEnable: true })
})
test.afterAll(() => server.remove())

test('a person brings an old mailbox and the filters of it', async ({ someone }) => {
  const { page } = await someone({ user: 'he.xue', server: server.url, path: '/mailmig' })

  await test.step('certificate, folders, progress, receipt, and what is new there later', async () => {
    const other = await startImapServer([
      { path: 'INBOX', uidValidity: 1, mails: mails(3, 'Old inbox') },
      { path: 'Sent', uses: '\\Sent', uidValidity: 1, mails: mails(2, 'Old sent') },
      { path: 'Junk', uses: '\\Junk', uidValidity: 1, mails: mails(4, 'Old junk') },
      { path: '&mHl27g-', uidValidity: 1, mails: mails(60, 'Old project') },
      {
        path: '&mHl27g-/2025',
        uidValidity: 1,
        mails: [...mails(29, 'Old year'), { ...mail(30, 'Empty'), source: '' }],
      },
    ])
    await page.getByRole('button', { name: '迁移邮箱' }).click()
    const dialog = page.getByRole('dialog', { name: '迁移邮箱' })
    await dialog.getByRole('textbox', { name: '原邮箱地址' }).fill('he.xue@qq.com')
    await dialog.getByRole('textbox', { name: '密码或授权码' }).fill(other.password)
    // What the provider asks for stands beside the password, and its server is filled in.
    await expect(dialog.getByText(/QQ 邮箱.*授权码/)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: '服务器' })).toHaveValue('imap.qq.com')
    await dialog.getByRole('textbox', { name: '服务器' }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: '端口' }).fill(`${other.port}`)
    await dialog.getByRole('button', { name: '下一步' }).click()

    // Nothing goes on until the person has decided about the certificate.
    const certificate = dialog.getByRole('alert', { name: '请确认对方服务器的证书' })
    await expect(certificate).toContainText('mail.yanshu.test')
    expect(other.commands.filter((command) => /^LOGIN/i.test(command))).toEqual([])
    await expect(dialog.getByRole('button', { name: '下一步' })).toBeDisabled()
    expect(await violations(page)).toEqual([])
    await certificate.getByRole('checkbox', { name: /信任这张证书/ }).check()
    await dialog.getByRole('button', { name: '下一步' }).click()

    await expect(dialog.getByRole('checkbox', { name: 'INBOX' })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: 'Junk' })).not.toBeChecked()
    await expect(dialog.getByText('已选 4 个文件夹，95 封邮件')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: '开始迁移' }).click()

    const card = page.getByRole('article', { name: /he\.xue@qq\.com/ })
    await expect(card.getByText('迁入 94，原已存在 0，未迁入 1')).toBeVisible()
    await expect(card.getByRole('status').filter({ hasText: '已完成' })).toBeVisible()
    await card.getByText('各文件夹').click()
    await expect(card.getByRole('row', { name: /项目\/2025 30 29 0 1/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await card.getByRole('button', { name: '下载回执' }).click()
    const stream = await (await downloading).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk))
    expect(Buffer.concat(chunks).toString()).toContain('对方给出的邮件为空')

    await page.getByRole('treeitem', { name: /2025/ }).click()
    await expect(page.getByText(/^Old year \d+$/).first()).toBeVisible()

    other.folders[0]?.mails.push(mail(9, 'New there'))
    await goTo(page, '/mailmig')
    await card.getByRole('button', { name: '迁移新增邮件' }).click()
    const again = page.getByRole('dialog', { name: '输入原邮箱的密码或授权码' })
    await again.getByRole('textbox', { name: '密码或授权码' }).fill(other.password)
    await again.getByRole('button', { name: '开始迁移' }).click()
    await expect(card.getByText('迁入 95，原已存在 0，未迁入 1')).toBeVisible()
    await other.stop()
  })

  await test.step('filters of the old mailbox are shown as rules, and made where they are chosen', async () => {
    const other = await startImapServer([{ path: 'INBOX', uidValidity: 1, mails: [] }])
    const sieve = await startSieveServer(
      other.password,
      'require ["fileinto"];\n# rule:[账单]\nif header :contains "subject" "账单" { fileinto "账单"; }\nvacation "away";\n',
    )
    await page.getByRole('button', { name: '迁移过滤规则' }).click()
    const dialog = page.getByRole('dialog', { name: '迁移过滤规则' })
    await dialog.getByRole('textbox', { name: '原邮箱地址' }).fill('xue@old.example')
    await dialog.getByRole('textbox', { name: '密码或授权码' }).fill(other.password)
    await expect(dialog.getByText(/这是猜测/)).toBeVisible()
    await dialog.getByRole('textbox', { name: '服务器' }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: /^端口/ }).fill(`${other.port}`)
    await dialog.getByRole('textbox', { name: 'ManageSieve 端口' }).fill(`${sieve.port}`)
    await dialog.getByRole('button', { name: '读取规则' }).click()
    await dialog.getByRole('checkbox', { name: /信任这张证书/ }).check()
    await dialog.getByRole('button', { name: '读取规则' }).click()
    await expect(dialog.getByText('自动回复，请在设置里另行设置')).toBeVisible()
    await dialog.getByRole('checkbox', { name: '账单' }).check()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: '新建所选 1 条' }).click()
    await expect(dialog.getByText('已新建')).toBeVisible()
    sieve.stop()
    await other.stop()
  })
})

test('on a phone a mailbox is copied to another server, files are brought, and an import is undone', async ({
  someone,
}) => {
  const { page, api } = await someone({ user: 'sun.lihua', server: server.url, path: '/mailmig' })
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('a mailbox is copied to another server, where the person confirms it, and files are brought with their receipt', async () => {
    const other = await startImapServer([{ path: 'INBOX', uidValidity: 1, mails: [] }])
    other.writable = true
    await page.getByRole('button', { name: '导入邮件文件' }).click()
    const files = page.getByRole('dialog', { name: '导入邮件文件' })
    const text = (subject: string) => Buffer.from(`From: Li <li@far.example>\r\nSubject: ${subject}\r\n\r\nText\r\n`)
    const mbox = Buffer.from(`From li@far.example Mon Nov  2 09:00:00 2026\n${text('From an mbox')}\n`)
    await files.locator('input[type=file]').setInputFiles([
      { name: 'old.mbox', mimeType: 'application/mbox', buffer: mbox },
      { name: 'one.eml', mimeType: 'message/rfc822', buffer: text('From a file') },
      { name: 'outlook.pst', mimeType: 'application/octet-stream', buffer: Buffer.from('!BDN') },
      { name: 'backup.fox', mimeType: 'application/octet-stream', buffer: Buffer.from('?') },
    ])
    await expect(files.getByRole('alert')).toContainText('outlook.pst 是 Outlook 的文件')
    await expect(files.getByRole('alert')).toContainText('backup.fox 是 Foxmail 自有格式的备份')
    expect(await violations(page)).toEqual([])
    await files.getByRole('button', { name: '开始导入' }).click()
    const imported = page.getByRole('article', { name: /old\.mbox, one\.eml/ })
    await expect(imported.getByText('迁入 2，原已存在 0，未迁入 0')).toBeVisible()

    await page.getByRole('button', { name: '迁出到其他邮箱' }).click()
    const dialog = page.getByRole('dialog', { name: '迁出到其他邮箱' })
    await dialog.getByRole('textbox', { name: '目的邮箱地址' }).fill('sun@new.example')
    await dialog.getByRole('textbox', { name: '密码或授权码' }).fill(other.password)
    await expect(dialog.getByText(/这是猜测/)).toBeVisible()
    await dialog.getByRole('textbox', { name: '服务器' }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: '端口' }).fill(`${other.port}`)
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByRole('checkbox', { name: /信任这张证书/ }).check()
    await dialog.getByRole('button', { name: '下一步' }).click()
    await expect(dialog.getByRole('checkbox', { name: '收件箱' })).toBeChecked()
    expect(await violations(page)).toEqual([])
    // The login is older than ten minutes: the person confirms that it is them.
    server.change('update session set proved_at = 1')
    await dialog.getByRole('button', { name: '先清点' }).click()
    await dialog.getByLabel('您的登录密码').fill(PASSWORD)
    await dialog.getByLabel('您的登录密码').press('Enter')
    const card = page.getByRole('article', { name: /迁出到 sun@new\.example/ })
    await expect(card.getByText(/^清点完成，还没有复制任何邮件/)).toBeVisible()
    await card.getByText('各文件夹').click()
    await expect(card.getByRole('columnheader', { name: '超过对方上限' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(other.folders.flatMap(({ mails }) => mails)).toEqual([])
    await card.getByRole('button', { name: '开始复制' }).click()
    await expect(card.getByRole('status').filter({ hasText: '已完成' })).toBeVisible()
    const inbox = other.folders.find(({ path }) => path === 'INBOX')?.mails ?? []
    expect(inbox.filter(({ source }) => /From an mbox|From a file/.test(`${source}`))).toHaveLength(2)
    await expect(card.getByRole('columnheader', { name: '对方现有' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await other.stop()
  })

  await test.step('in English it counts first, brings, names what it could not reach, and is undone', async () => {
    const other = await startImapServer([{ path: 'INBOX', uidValidity: 1, mails: mails(3, 'Old inbox') }])
    await api.save({ language: 'en' })
    await page.getByRole('button', { name: 'Migrate a mailbox' }).click()
    const dialog = page.getByRole('dialog', { name: 'Migrate a mailbox' })
    await dialog.getByRole('textbox', { name: 'Address of the old mailbox' }).fill('min@old.example')
    await dialog.getByRole('textbox', { name: 'Password or authorization code' }).fill(other.password)
    await expect(dialog.getByText(/This is a guess/)).toBeVisible()
    await dialog.getByRole('textbox', { name: /^Server/ }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: 'Port' }).fill(`${other.port}`)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('checkbox', { name: /and trust it/ }).check()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('checkbox', { name: 'Also contacts (CardDAV)' }).check()
    const address = dialog.getByRole('textbox', { name: 'Address of CardDAV / CalDAV' })
    await address.fill('http://127.0.0.1/')
    await expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Count first' })).toBeDisabled()
    await address.fill('https://127.0.0.1:1/')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Count first' }).click()

    const card = page.getByRole('article', { name: /min@old\.example/ })
    await expect(card.getByText(/To bring 3/)).toBeVisible()
    await card.getByRole('button', { name: 'Begin' }).click()
    await expect(card.getByText('3 brought, 0 here before, 0 not brought')).toBeVisible()
    await expect(card.getByText('It cannot be reached. The next run tries again')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await card.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await expect(card.getByText(/Undone: 3 deleted/)).toBeVisible()
    await other.stop()
  })
})
