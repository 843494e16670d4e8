import { expect, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { LI_NA, logIn, pathOf } from './people.ts'

test('the login paints from its own two scripts, before federation, router and remotes', async ({ page }) => {
  const scripts: string[] = []
  let painted = false
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !painted) scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('form').waitFor()
  painted = true
  const early = scripts.filter((path) => !/\/(react|main)\./.test(path) && !/shell|federation|words|\d+\./.test(path))
  expect(early).toEqual([])
  expect(scripts.length).toBeGreaterThanOrEqual(2)
})

test('the form is there before anything of the application or of a remote is asked for', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('form')) return
      performance.mark('form')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/#/inbox')
  const ahead = () =>
    page.evaluate(() => {
      const asked = performance.getEntriesByType('resource')
      const later = asked.filter(({ name }) => /\/(r|mf)\/|\/app\/(?!main\.|react\.)/.test(new URL(name).pathname))
      const [form] = performance.getEntriesByName('form')
      return later.map(({ name, startTime }) => ({ name, isAfter: startTime >= (form?.startTime ?? Infinity) }))
    })
  await expect.poll(async () => (await ahead()).some(({ name }) => name.includes('/r/remote-mail/'))).toBe(true)
  expect((await ahead()).filter(({ isAfter }) => !isAfter)).toEqual([])
})

test('a path that was requested without a session is opened after the login', async ({ page }) => {
  await page.goto('/#/outbox')
  await page.locator('form').waitFor()
  await expect.poll(() => pathOf(page)).toBe(`/loginBefore?redirect=${encodeURIComponent('/outbox')}`)
  await page.locator('[name=username]').fill(LI_NA.account)
  await page.locator('[name=password]').fill(LI_NA.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect.poll(() => pathOf(page)).toBe('/outbox')
})

test('what is wrong with the form is said in place, the password can be looked at, and the language stays', async ({
  page,
}) => {
  await page.goto('/')
  await page.locator('[name=username]').fill('')
  await page.locator('[name=password]').fill('密码密码密码密码')
  await page.locator('[name=password]').press('Enter')
  await expect(page.getByText('请输入账号')).toBeVisible()
  await expect(page.getByText('密码不能包含中文字符')).toBeVisible()
  await expect(page.locator('[name=username]')).toBeFocused()
  await page.locator('[name=username]').fill('li.na')
  await page.locator('[name=password]').fill('short')
  await page.locator('[name=password]').press('Enter')
  await expect(page.getByText('密码长度应大于 6 位')).toBeVisible()

  await page.locator('[name=password]').fill('not-the-password')
  await page.locator('[name=password]').press('Enter')
  await expect(page.getByRole('alert').getByText('账号或密码不正确')).toBeVisible()
  await expect(page.locator('[name=password]')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await page.locator('[name=password]').fill('Wild-Goose-7')
  await page.getByRole('button', { name: '显示' }).click()
  await expect(page.locator('[name=password]')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: '隐藏' }).click()
  await expect(page.locator('[name=password]')).toHaveAttribute('type', 'password')

  await page.getByText('English').click()
  await expect(page.getByRole('heading', { name: 'Sign in to your mail' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in to your mail' })).toBeVisible()
})

test('a way in whose code does not come says so, and is there once it comes', async ({ page }) => {
  const code = /\/login-ways\./
  await page.route(code, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('button', { name: '登录帮助' }).click()
  await expect(page.getByText('可能是网络中断')).toBeVisible()
  await page.unroute(code)
  await expect(page.getByText('账号填什么')).toBeVisible()
})

test('a page of passwords whose code does not come says so, and its first empty field has the focus once it comes', async ({
  page,
}) => {
  const code = /\/(passwords|on-demand)\./
  await page.route(code, (route) => route.abort())
  await page.goto('/#/resetPassword')
  await expect(page.getByText('可能是网络中断')).toBeVisible()
  await expect(page.getByRole('button', { name: '刷新页面' })).toBeVisible()
  await page.unroute(code)
  await expect(page.locator('[name=username]')).toBeFocused()
})

test('the language chosen on the login page becomes the account’s', async ({ page, baseURL }) => {
  const account = await apiOf(baseURL ?? '', 'chen.jie')
  await page.goto('/')
  await page.getByRole('radio', { name: 'English' }).check()
  await page.locator('[name=username]').fill('chen.jie')
  await page.locator('[name=password]').fill(LI_NA.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('treeitem', { name: /^Inbox/ })).toBeVisible()
  await expect.poll(async () => (await account.post('mail/main/index')).general.language).toBe('en')
  await account.save({ language: 'zh' })
})

test('signing out clears cookie, tokens and storage, remembers the account where that was asked for, and leads to the login', async ({
  page,
}) => {
  await logIn(page)
  await page.getByRole('button', { name: /^账户：/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await expect(page.locator('[name=username]')).toHaveValue('')
  await page.getByRole('checkbox', { name: '在本机记住账号' }).check()
  await page.locator('[name=username]').fill(LI_NA.account)
  await page.locator('[name=password]').fill(LI_NA.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: /^账户：/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await expect(page.locator('[name=username]')).toHaveValue(LI_NA.account)
  expect(await page.evaluate(() => Object.keys({ ...localStorage }).sort())).toEqual(['yanshu.account', 'yanshu.look'])
  // The server's answer to the sign-out deletes it.
  await expect
    .poll(async () => (await page.context().cookies()).filter((cookie) => cookie.name === 'safeMailToken'))
    .toEqual([])
})

test('a sign-out in one window is one in the other', async ({ context }) => {
  const one = await context.newPage()
  await logIn(one)
  const two = await context.newPage()
  await two.goto('/#/inbox')
  await two.getByRole('tree').waitFor()
  await one.getByRole('button', { name: /^账户：/ }).click()
  await one.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await two.locator('form').waitFor()
})
