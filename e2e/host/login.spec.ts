import { expect, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { LI_NA, pathOf } from './people.ts'

test('from the first paint of the form to the sign-out: what loads before what, the path asked for, the language, other windows, and what stays', async ({
  page,
  context,
  baseURL,
}) => {
  const scripts: string[] = []
  let painted = false
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !painted) scripts.push(new URL(request.url()).pathname)
  })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('form')) return
      performance.mark('form')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const account = await apiOf(baseURL ?? '', LI_NA.account)
  await account.save({ language: 'zh' })

  await test.step('the login paints from its own two scripts, before federation, router and remotes', async () => {
    await page.goto('/#/outbox', { waitUntil: 'commit' })
    await page.locator('form').waitFor()
    painted = true
    const early = scripts.filter((path) => !/\/(react|main)\./.test(path) && !/shell|federation|words|\d+\./.test(path))
    expect(early).toEqual([])
    expect(scripts.length).toBeGreaterThanOrEqual(2)
  })

  await test.step('the form is there before anything of the application or of a remote is asked for', async () => {
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

  await test.step('a path that was requested without a session is opened after the login', async () => {
    await expect.poll(() => pathOf(page)).toBe(`/loginBefore?redirect=${encodeURIComponent('/outbox')}`)
    await page.getByRole('radio', { name: 'English' }).check()
    await page.locator('[name=username]').fill(LI_NA.account)
    await page.locator('[name=password]').fill(LI_NA.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => pathOf(page)).toBe('/outbox')
  })

  await test.step('the language chosen on the login page becomes the account’s', async () => {
    await expect(page.getByRole('treeitem', { name: /^Inbox/ })).toBeVisible()
    await expect.poll(async () => (await account.post('mail/main/index')).general.language).toBe('en')
    await account.save({ language: 'zh' })
    await expect(page.getByRole('treeitem', { name: /^收件箱/ })).toBeVisible()
  })

  await test.step('a sign-out in one window is one in the other', async () => {
    const two = await context.newPage()
    await two.goto('/#/inbox')
    await two.getByRole('tree').waitFor()
    await page.getByRole('button', { name: /^账户：/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    await two.locator('form').waitFor()
    await two.close()
  })

  await test.step('signing out clears cookie, tokens and storage, remembers the account where that was asked for, and leads to the login', async () => {
    await expect(page.locator('[name=username]')).toHaveValue('')
    await page.getByRole('checkbox', { name: '在本机记住账号' }).check()
    await page.locator('[name=username]').fill(LI_NA.account)
    await page.locator('[name=password]').fill(LI_NA.password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('button', { name: /^账户：/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    await expect(page.locator('[name=username]')).toHaveValue(LI_NA.account)
    expect(await page.evaluate(() => Object.keys({ ...localStorage }).sort())).toEqual([
      'yanshu.account',
      'yanshu.look',
    ])
    // The server's answer to the sign-out deletes it.
    await expect
      .poll(async () => (await context.cookies()).filter((cookie) => cookie.name === 'safeMailToken'))
      .toEqual([])
  })
})

test('the pages before the login: what is wrong is said in place, code that does not come is asked for again, the language stays', async ({
  page,
}) => {
  /** Problems of the page, by axe. */
  const problems = () => violations(page, { exclude: 'main section' })
  const ways = /\/login-ways\./
  const passwords = /\/(passwords|on-demand)\./
  for (const code of [ways, passwords]) await page.route(code, (route) => route.abort())
  await page.goto('/')

  await test.step('what is wrong with the form is said in place, and the password can be looked at', async () => {
    await page.locator('[name=username]').fill('')
    expect(await problems()).toEqual([])
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
  })

  await test.step('a way in whose code does not come says so, and is there once it comes', async () => {
    await page.getByRole('button', { name: '登录帮助' }).click()
    await expect(page.getByText('可能是网络中断')).toBeVisible()
    await page.unroute(ways)
    await expect(page.getByText('账号填什么')).toBeVisible()
  })

  await test.step('a page of passwords whose code does not come says so, and its first empty field has the focus once it comes', async () => {
    await goTo(page, '/resetPassword')
    await expect(page.getByText('可能是网络中断')).toBeVisible()
    await expect(page.getByRole('button', { name: '刷新页面' })).toBeVisible()
    await page.unroute(passwords)
    await expect(page.locator('[name=username]')).toBeFocused()
  })

  await test.step('the language stays, and axe finds nothing with errors and in English', async () => {
    await goTo(page, '/loginBefore')
    await page.locator('[name=username]').fill('')
    await page.locator('[name=password]').press('Enter')
    await expect(page.getByText('请输入账号')).toBeVisible()
    await page.getByText('English').click()
    await expect(page.getByRole('heading', { name: 'Sign in to your mail' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(await problems()).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sign in to your mail' })).toBeVisible()
  })
})
