import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { startOidcProvider } from '../../server/src/testing/oidcProvider.ts'
import { PASSWORD } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo, pathOf, place } from '../support/people.ts'
import { CLIENT, type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'
import { loginButton, signOut } from './people.ts'

const { login: LOGIN, ways: WAYS, shell: SHELL } = WORDS.zh
const LINK_SECRET = 'what-the-archive-knows'
const METRICS = 'several-windows-of-one-login'

/** An outside system that shows nothing and keeps with which address it was opened. */
async function startArchive() {
  const opened: string[] = []
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/enter')) opened.push(request.url)
    response.setHeader('content-type', 'text/html')
    response.end('<title>Archive</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    opened,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** One server for all tests of this file, with everything that an operator may set for them. */
let server: OwnServer
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let archive: Awaited<ReturnType<typeof startArchive>>
test.beforeAll(async () => {
  provider = await startOidcProvider()
  archive = await startArchive()
  server = await startServer({
    client: CLIENT,
    settings: {
      YANSHU_SSO: provider.setting,
      YANSHU_ARCHIVE_URL: `${archive.url}/enter?system=archive&ticket={token}`,
      YANSHU_GATEWAY_URL: `${archive.url}/enter?system=gateway&ticket={token}`,
      YANSHU_LINK_SECRET: LINK_SECRET,
      YANSHU_METRICS_TOKEN: METRICS,
    },
  })
})
test.afterAll(async () => {
  await server?.remove()
  await provider?.stop()
  archive?.stop()
})

test.beforeEach(() => server.change('delete from switch_value'))

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

test('what a switch turns off has neither an entry nor a route, and what it turns on has both; names stand without addresses where the organisation says so, and its skin is proposed once', async ({
  someone,
}) => {
  set({ ...Object.fromEntries(SWITCHES.map(({ name, on }) => [name, on])), displayEmail: true, currentSkin: '' })
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
  const to = page.getByRole('combobox', { name: words.compose.fields.to })
  const offered = page.getByRole('option').first()
  await check(true)
  await goTo(page, '/write/new/0')
  await to.pressSequentially('zhang')
  await expect(offered).toContainText('@')

  const off = Object.fromEntries(SWITCHES.map(({ name, off }) => [name, off]))
  set({ ...off, displayEmail: false, currentSkin: 'skin_4' })
  await goTo(page, '/inbox')
  await page.reload()
  await expect(button('写邮件')(page)).toBeVisible()
  const bar = page.getByText('单位推荐使用“藤紫”皮肤，要换上吗？')
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: '不用了' }).click()
  await expect(bar).toHaveCount(0)
  await check(false)

  set({ displayOrg: true })
  await goTo(page, '/write/new/0')
  await page.reload()
  await to.pressSequentially('zhang')
  await expect(offered).toBeVisible()
  await expect(offered.getByText('@')).toBeHidden()
  await expect(bar).toHaveCount(0)
})

test('an organisation with single sign-on, two domains, an archive and a gateway', async ({ stranger }) => {
  provider.allow(server.url)
  provider.people.set('wei', { email: 'zhang.wei@yanshu.test', email_verified: true })
  const person = await stranger({ user: 'zhang.wei', server: server.url })
  const { page } = person
  server.change("insert into domain (name, created_at) values ('branch.test', 1)")
  server.change(`update account set address = 'peng.kai@branch.test',
    domain_id = (select id from domain where name = 'branch.test') where address = 'peng.kai@yanshu.test'`)
  const atProvider = async (name: string) => {
    await page.getByRole('link', { name: LOGIN.bySso, exact: true }).click()
    await page.locator('[name=login]').fill(name)
    await page.locator('[name=password]').fill('any')
    await page.locator('[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await page.goto('/#/outbox')
  expect(await violations(page)).toEqual([])
  await atProvider('nobody')
  await expect(page.getByText('单点登录的账号没有对应的邮箱')).toBeVisible()
  expect(pathOf(page)).toBe('/loginBefore?redirect=%2Foutbox')
  await page.getByRole('button', { name: WAYS.sso.back, exact: true }).click()
  // The provider remembers who was there.
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await atProvider('wei')
  await expect(page.getByRole('tree')).toBeVisible()
  expect(pathOf(page)).toBe('/outbox')

  // The archive is for whom it is on; the gateway for all accounts. Each accepts a ticket once.
  await page.goto('/#/guidang')
  await expect(page.getByText(SHELL.pages.lostTitle)).toBeVisible()
  set({ mailArchiveEnable: true })
  await page.reload()
  for (const [route, title, system] of [
    ['guidang', SHELL.external.guidang, 'archive'],
    ['wangguan', SHELL.external.wangguan, 'gateway'],
  ] as const) {
    await page.goto(`/#/${route}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(title))
    const there = page.context().waitForEvent('page')
    await page.getByRole('button', { name: SHELL.external.open }).click()
    await (await there).waitForURL(/ticket=/)
    await expect(page.getByRole('region', { name: title }).getByText(SHELL.external.opened)).toBeVisible()
    const ticket = new URL(archive.opened.at(-1) ?? '', archive.url).searchParams.get('ticket')
    const redeem = async () => {
      const answer = await fetch(`${server.url}/api/mail/gateway/redeem`, {
        method: 'POST',
        headers: { authorization: `Bearer ${LINK_SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify({ token: ticket }),
      })
      return (await answer.json()).data
    }
    expect(await redeem()).toMatchObject({ system, account: 'zhang.wei@yanshu.test' })
    expect(await redeem()).toBeNull()
    await page.bringToFront()
  }
  expect(await violations(page)).toEqual([])

  // Two domains: the name alone is not enough, the domain beside it names the mailbox.
  await signOut(person)
  await page.locator('[name=username]').fill('peng.kai')
  const domain = page.getByLabel(LOGIN.domain, { exact: true })
  await expect(domain.getByRole('option')).toHaveText(['@yanshu.test', '@branch.test'])
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=password]').press('Enter')
  await expect(page.getByRole('alert').getByText('账号或密码不正确')).toBeVisible()
  await domain.selectOption('branch.test')
  await page.locator('[name=password]').press('Enter')
  await expect(page.getByRole('tree')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userMail'))).toBe('peng.kai@branch.test')
})

test('two windows of a login have one socket; when the one that has it is closed, the other misses nothing', async ({
  someone,
}) => {
  const { page: first, context, api, words } = await someone({ user: 'liu.yang', server: server.url })
  /** Push sockets, as the server counts them. */
  const sockets = async () => {
    const measures = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
    return Number(/^yanshu_push_sockets (\d+)$/m.exec(await measures.text())?.[1])
  }
  const make = (folderName: string) => api.post('mail/main/folder/save', { folderName })
  const second = await context.newPage()
  await second.goto('/#/inbox')
  await expect(place(second, words.own.folder.inbox)).toBeVisible()

  await make('两个窗口')
  for (const page of [first, second]) await expect(place(page, '两个窗口')).toBeVisible()
  await expect.poll(sockets).toBe(1)

  await first.close()
  for (const name of ['关闭之后', '仍在继续']) await make(name)
  for (const name of ['关闭之后', '仍在继续']) await expect(place(second, name)).toBeVisible()
  await expect.poll(sockets).toBe(1)

  const third = await context.newPage()
  await third.goto('/#/inbox')
  await expect(place(third, '仍在继续')).toBeVisible()
  await make('又一个窗口')
  for (const page of [second, third]) await expect(place(page, '又一个窗口')).toBeVisible()
  await expect.poll(sockets).toBe(1)

  // Signing out in the window without the socket ends it for both.
  await signOut({ page: third, words })
  await expect(loginButton({ page: second, words })).toBeVisible()
  await expect.poll(sockets).toBe(0)
})
