import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo, mailRows, place } from '../support/people.ts'
import { test } from '../support/test.ts'

const MAIN = path.resolve(import.meta.dirname, '../../server/src/cli/main.ts')
const run = (folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, '--data', folder, ...args])

const SERVICE = 'kefu@yanshu.test'
const LI = 'li.na@yanshu.test'
const WEI = 'zhang.wei@yanshu.test'

/** Authorization of every call of a page from now on. */
function watchTokens(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(request.headers().authorization ?? '')
  })
  return sent
}

test('given a public mailbox, when one window switches to it, then the others stop and say so, and back is one click', async ({
  someone,
  ownServer,
}) => {
  await run(ownServer.dataFolder, 'mailbox', 'create', SERVICE, '--name', '客户服务')
  // What `mailbox grant` and `associate add` write (server/src/cli/mailbox.test.ts), without a process for each.
  ownServer.change(
    `insert into public_mailbox_grant (mailbox_id, account_id, granted_at)
      select mailbox.id, person.id, 1 from account mailbox, account person
      where mailbox.address = '${SERVICE}' and person.address = '${LI}';
    insert into account_association (account_id, other_id, type)
      select one.id, other.id, 2 from account one, account other
      where one.address in ('${LI}', '${WEI}') and other.address in ('${LI}', '${WEI}') and one.id <> other.id;
    update account set gender = 1, duties = '客户经理', phone = '13800001111' where address = '${LI}';
    insert or ignore into part_time_department (account_id, department_id, sort)
      select account.id, department.id, 0 from account, department
      where account.address = '${LI}' and department.id is not account.dept_id limit 1`,
  )
  const person = await someone({ user: 'li.na', server: ownServer.url })
  const { page, context, words } = person
  const { accounts, topBar } = words.shell
  await person.api.save({ skin: 'skin_3', fontSize: 2 })
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'skin_3')
  const second = await context.newPage()
  await second.goto('/#/outbox')
  await expect(place(second, words.own.folder.inbox)).toBeVisible()
  const own = await page.evaluate(() => localStorage.getItem('accessToken'))

  const card = page.getByRole('dialog', { name: new RegExp(topBar.account.split('{{')[0] ?? '') })
  await page.getByRole('button', { name: new RegExp(topBar.account.split('{{')[0] ?? '') }).click()
  await expect(card.getByRole('heading', { name: accounts.other })).toBeVisible()
  const facts = async () =>
    Object.fromEntries(
      await card
        .locator('dl > div')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))),
    )
  const { user } = words.shell
  const info = await person.api.get('user/info')
  await expect.poll(facts).toEqual({
    [user.email]: LI,
    [user.phone]: info.phone,
    [user.gender]: user.female,
    [user.duties]: '客户经理',
    [user.company]: info.companyName,
    [user.department]: info.deptName,
    [user.partTime]: info.partTimeDeptName.replaceAll(',', '、'),
  })
  expect([info.phone, info.deptName, info.partTimeDeptName]).not.toContain('')
  await expect(card.getByRole('button', { name: accounts.switchTo.replace('{{name}}', WEI) })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await card.getByRole('button', { name: accounts.publicMailboxes }).click()
  await card.getByRole('button', { name: accounts.switch, exact: true }).click()
  await expect(card.getByRole('alert')).toHaveText(accounts.chooseOne)
  await card.getByRole('radio', { name: /客户服务/ }).check()
  expect(await violations(page)).toEqual([])
  const sent = watchTokens(second)
  await card.getByRole('button', { name: accounts.switch, exact: true }).click()

  const away = second.getByRole('dialog', { name: accounts.away.replace('{{name}}', '客户服务') })
  await expect(away).toBeVisible()
  await expect(page.getByRole('button', { name: accounts.back, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: topBar.account.replace('{{name}}', '客户服务') })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'skin_0')
  expect(await page.evaluate(() => localStorage.getItem('userMail'))).toBe(SERVICE)
  // Whatever is done in the other window, no call leaves it with the mailbox's token.
  await goTo(second, '/draftbox')
  await goTo(second, '/inbox')
  await second.evaluate(() => window.dispatchEvent(new Event('online')))
  const other = await page.evaluate(() => localStorage.getItem('accessToken'))
  await expect(mailRows(page)).toHaveCount(0)
  expect(other).not.toBe(own)
  expect(sent.filter((token) => token !== `Bearer ${own}`)).toEqual([])
  await second.getByRole('button', { name: accounts.refresh }).click()
  await expect(second.getByRole('button', { name: accounts.back, exact: true })).toBeVisible()

  // A draft of this mailbox cannot be handed to a colleague, so that is not offered.
  const { options } = words.compose
  await goTo(page, '/write/new/0?c=switched')
  await page.getByRole('button', { name: options.label }).click()
  await expect(page.getByRole('menuitem', { name: options.versions })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: options.hand })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: accounts.back, exact: true }).click()
  await expect(page.getByRole('button', { name: topBar.account.replace('{{name}}', '李娜') })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'skin_3')
  await expect(page.getByRole('button', { name: accounts.back, exact: true })).toHaveCount(0)
  await expect(second.getByRole('dialog', { name: accounts.away.replace('{{name}}', '李娜') })).toBeVisible()
  expect(person.seen.violations).toEqual([])
})
