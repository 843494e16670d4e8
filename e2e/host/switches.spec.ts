import { expect, type Page } from '@playwright/test'
import { goTo, pathOf } from '../support/people.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

let server: OwnServer
test.beforeAll(async () => {
  server = await startServer({
    settings: {
      YANSHU_ARCHIVE_URL: 'https://archive.example.org/?t={token}',
      YANSHU_GATEWAY_URL: 'https://gateway.example.org/?t={token}',
    },
  })
})
test.afterAll(() => server.remove())

const set = (values: Readonly<Record<string, unknown>>) => server.setSwitches(values)

const line = (name: string) => (page: Page) => page.getByRole('tree').getByRole('treeitem', { name, exact: true })
const inMore = (name: string) => (page: Page) => page.getByRole('menu').getByRole('menuitem', { name })
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const linkOf = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).filter({ visible: true })

/** The switches with an entry on the screen: what they are when off and on, where the entry stands, and its route. */
const SWITCHES = [
  { name: 'calendarEnable', off: false, on: true, entry: line('日历'), route: '/calendar' },
  { name: 'mailMoveEnable', off: false, on: true, entry: line('邮箱迁移'), route: '/mailmig', below: '更多' },
  { name: 'deletMailRecoverFlag', off: false, on: true, entry: line('恢复已删除邮件'), below: '更多' },
  { name: 'mailApproval', off: false, on: true, entry: line('我的申请'), route: '/pending' },
  { name: 'netdiskEnable', off: false, on: true, entry: line('文件中心'), route: '/documentcenter' },
  { name: 'mailArchiveEnable', off: false, on: true, entry: line('邮件归档'), route: '/guidang' },
  { name: 'islandPersonnel', off: false, on: true, entry: button('导入邮件（.eml）') },
  { name: 'assistantEnable', off: false, on: true, entry: button('智能助手') },
  { name: 'islockscreen', off: false, on: true, entry: inMore('锁定屏幕'), opens: '更多' },
  { name: 'showLogout', off: false, on: true, entry: inMore('退出登录'), opens: '更多' },
  { name: 'privateEnable', off: 1, on: 0, entry: inMore('意见反馈'), opens: '更多' },
  { name: 'autoForwardEnable', off: false, on: true, entry: linkOf('转发'), at: '/set/normalset' },
  { name: 'smimeEnable', off: false, on: true, entry: linkOf('邮件解密'), at: '/set/normalset' },
  { name: 'displayOrg', off: false, on: true, entry: linkOf('组织架构'), at: '/addressbook/allcontacts' },
  { name: 'adminMailgroupFlag', off: false, on: true, entry: linkOf('邮件组管理'), at: '/addressbook/allcontacts' },
] as const

test('what a switch turns off has neither an entry nor a route, and what it turns on has both', async ({ someone }) => {
  set(Object.fromEntries(SWITCHES.map(({ name, on }) => [name, on])))
  const { page, words } = await someone({ user: 'he.xue', server: server.url, path: '/inbox' })
  const lost = page.getByRole('heading', { name: words.shell.pages.lostTitle }).filter({ visible: true })
  const check = async (shown: boolean) => {
    await expect(line('邮件网关')(page)).toBeVisible()
    for (const one of SWITCHES) {
      if ('at' in one && pathOf(page) !== one.at) {
        await goTo(page, one.at)
        await expect(page.locator('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible()
      }
      if ('below' in one) {
        const group = line(one.below)(page)
        if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
      }
      if ('opens' in one) await page.getByRole('banner').getByRole('button', { name: one.opens, exact: true }).click()
      if ('opens' in one) await expect(page.getByRole('menu')).toBeVisible()
      if (shown) await expect(one.entry(page), one.name).toBeVisible()
      else await expect(one.entry(page), one.name).toHaveCount(0)
      if ('opens' in one) await page.keyboard.press('Escape')
    }
    for (const { route } of SWITCHES.filter((one) => 'route' in one)) {
      await goTo(page, route)
      await expect(page.getByRole('tab', { selected: true })).not.toHaveText('')
      await expect(lost, route).toHaveCount(shown ? 0 : 1)
    }
  }
  await check(true)

  set(Object.fromEntries(SWITCHES.map(({ name, off }) => [name, off])))
  await goTo(page, '/inbox')
  await page.reload()
  await expect(button('写邮件')(page)).toBeVisible()
  await check(false)
})

test('names stand without addresses where the organisation says so, and its skin is proposed once', async ({
  someone,
}) => {
  set({ displayEmail: true, displayOrg: true, currentSkin: '' })
  const { page, words } = await someone({ user: 'he.xue', server: server.url, path: '/write/new/0' })
  const to = page.getByRole('combobox', { name: words.compose.fields.to })
  const offered = page.getByRole('option').first()
  await to.pressSequentially('zhang')
  await expect(offered).toContainText('@')

  set({ displayEmail: false, currentSkin: 'skin_4' })
  await page.reload()
  const bar = page.getByText('单位推荐使用“藤紫”皮肤，要换上吗？')
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: '不用了' }).click()
  await expect(bar).toHaveCount(0)
  await to.pressSequentially('zhang')
  await expect(offered).toBeVisible()
  await expect(offered.getByText('@')).toBeHidden()
  await page.reload()
  await expect(to).toBeVisible()
  await expect(bar).toHaveCount(0)
})
