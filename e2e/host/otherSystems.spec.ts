import { createServer } from 'node:http'
import { expect } from '@playwright/test'
import { startOidcProvider } from '../../server/src/testing/oidcProvider.ts'
import { PASSWORD } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { pathOf } from '../support/people.ts'
import { startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'

const { login: LOGIN, ways: WAYS, shell: SHELL } = WORDS.zh
const LINK_SECRET = 'what-the-archive-knows'

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

test('an organisation with single sign-on, two domains, an archive and a gateway', async ({ stranger }) => {
  const provider = await startOidcProvider()
  const archive = await startArchive()
  const server = await startServer({
    settings: {
      YANSHU_SSO: provider.setting,
      YANSHU_ARCHIVE_URL: `${archive.url}/enter?system=archive&ticket={token}`,
      YANSHU_GATEWAY_URL: `${archive.url}/enter?system=gateway&ticket={token}`,
      YANSHU_LINK_SECRET: LINK_SECRET,
    },
  })
  try {
    provider.allow(server.url)
    provider.people.set('wei', { email: 'zhang.wei@yanshu.test', email_verified: true })
    const { page } = await stranger({ user: 'zhang.wei', server: server.url })
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

    // The archive is for whom it is on; the gateway for everybody. Each knows once who comes.
    await page.goto('/#/guidang')
    await expect(page.getByText(SHELL.pages.lostTitle)).toBeVisible()
    server.setSwitches({ mailArchiveEnable: true })
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

    // Two domains: the name alone is not enough, the domain beside it says whose mailbox it is.
    const other = await stranger({ user: 'zhang.wei', server: server.url })
    await other.page.goto('/#/inbox')
    await other.page.locator('[name=username]').fill('peng.kai')
    const domain = other.page.getByLabel(LOGIN.domain, { exact: true })
    await expect(domain.getByRole('option')).toHaveText(['@yanshu.test', '@branch.test'])
    await other.page.locator('[name=password]').fill(PASSWORD)
    await other.page.locator('[name=password]').press('Enter')
    await expect(other.page.getByRole('alert').getByText('账号或密码不正确')).toBeVisible()
    await domain.selectOption('branch.test')
    await other.page.locator('[name=password]').press('Enter')
    await expect(other.page.getByRole('tree')).toBeVisible()
    expect(await other.page.evaluate(() => localStorage.getItem('userMail'))).toBe('peng.kai@branch.test')
  } finally {
    await server.remove()
    await provider.stop()
    archive.stop()
  }
})
