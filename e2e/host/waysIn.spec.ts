import { createHash, createHmac } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { pathOf } from '../support/people.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { filled, WORDS } from '../support/words.ts'

const { login: LOGIN, ways: WAYS, passwords: PASSWORDS } = WORDS.zh
const PASSWORD = 'Wild-Goose-7'

/** What the server keeps of the tickets of one purpose, the newest last. */
function tickets(server: OwnServer, purpose: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path.join(server.dataFolder, 'yanshu.db'), { readOnly: true })
  try {
    const rows = database.prepare('select data from ticket where purpose = ? order by expires_at').all(purpose)
    return rows.map(({ data }) => JSON.parse(String(data)))
  } finally {
    database.close()
  }
}

/** The code that was sent with a token: the one of a million whose hash is kept. */
function codeOf(server: OwnServer, purpose: string, token: string): string {
  const kept = new Set(tickets(server, purpose).map(({ codeHash }) => codeHash))
  for (let number = 0; number < 1_000_000; number++) {
    const code = String(number).padStart(6, '0')
    if (kept.has(createHash('sha256').update(`${token}:${code}`).digest('hex'))) return code
  }
  throw new Error('no code was sent')
}

async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  await page.locator('[name=username]').fill(account)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
}

/** Waits for the check without pictures, and lets the browser do it. */
async function passWithoutPictures(page: Page): Promise<void> {
  await page.getByRole('radio', { name: WAYS.challenge.toWork }).check()
  await page.getByRole('button', { name: WAYS.challenge.workStart }).click()
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 60_000 })
}

/** Goes from the login to a new password (Wide-Marsh-4) by a code to the phone, up to the button that saves it. */
async function fillReset(page: Page, server: OwnServer, account: string, phone: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: LOGIN.forgotten }).click()
  // The login page has a field of the same name.
  await expect(page.getByRole('heading', { name: PASSWORDS.reset.title })).toBeVisible()
  await page.locator('[name=username]').fill(account)
  await page.locator('[name=to]').fill(phone)
  await page.getByRole('button', { name: PASSWORDS.reset.next }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const answer = page.waitForResponse(
    async (response) => response.url().includes('password/recover') && response.status() === 200,
  )
  await passWithoutPictures(page)
  const { data } = await (await answer).json()
  await page.locator('[name=code]').fill(codeOf(server, 'recover-code', data.recoverId))
  await page.getByRole('button', { name: PASSWORDS.reset.next }).click()
  await page.locator('[name=new-password]').fill('Wide-Marsh-4')
  await page.locator('[name=new-password-again]').fill('Wide-Marsh-4')
}

/** Other specs use the same server: their people get the password back that everybody has, and no second step. */
test.afterEach(({ ownServer }) => {
  ownServer.change(
    `update account set change_password = 0,
      password_hash = (select password_hash from account where address = 'admin@yanshu.test');
    delete from second_factor`,
  )
})

const inMail = (page: Page) => expect(page.getByRole('tree')).toBeVisible()

test('after three wrong passwords a puzzle is asked for, and the arrow keys solve it', async ({
  stranger,
  ownServer,
}) => {
  const { page } = await stranger({ user: 'zhang.wei', server: ownServer.url })
  await page.goto('/#/outbox')
  for (let i = 0; i < 3; i++) {
    await fillLogin(page, 'zhang.wei', `wrong-one-${i}`)
    await expect(page.getByRole('alert').getByText('账号或密码不正确')).toBeVisible()
  }
  await fillLogin(page, 'zhang.wei', PASSWORD)
  const slider = page.getByRole('slider')
  await expect(slider).toBeFocused()
  expect(await violations(page)).toEqual([])
  // Beside the gap: another one comes.
  await slider.press('End')
  await slider.press('Home')
  await slider.press('PageUp')
  await slider.press('Enter')
  await expect(page.getByText(WAYS.challenge.wrong)).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuenow', '0')
  const target = Number(tickets(ownServer, 'challenge').at(-1)?.target)
  // A little too far and back, with keys held as fingers hold them.
  const place = async () => Number(await slider.getAttribute('aria-valuenow'))
  while ((await place()) < target) await slider.press('PageUp', { delay: 40 })
  await slider.press('ArrowRight', { delay: 40 })
  while ((await place()) > target + 2) await slider.press('ArrowLeft', { delay: 40 })
  await slider.press('Enter')
  await inMail(page)
  expect(pathOf(page)).toBe('/outbox')
})

test('by a code to the phone, after the check without pictures; a second step asks for the app', async ({
  stranger,
  ownServer,
}) => {
  ownServer.change("update account set phone = '138-0000-4321' where address = 'chen.jie@yanshu.test'")
  const { page } = await stranger({ user: 'chen.jie', server: ownServer.url })
  const api = await apiOf(ownServer.url, 'chen.jie')
  const { enrolId, secret } = await api.post('user/totp/begin', { password: PASSWORD })
  const { recoveryCodes } = await api.post('user/totp/confirm', { enrolId, code: totp(secret) })
  await page.goto('/')
  await page.getByRole('button', { name: LOGIN.byPhone }).click()
  await page.getByRole('button', { name: WAYS.code.send }).click()
  await expect(page.getByText(WAYS.phone.required)).toBeVisible()
  await page.locator('[name=phone]').fill('138 0000 4321')
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/sms/code') && response.ok())
  await page.getByRole('button', { name: WAYS.code.send }).click()
  await passWithoutPictures(page)
  await expect(page.getByRole('button', { name: /秒后可重新获取/ })).toBeDisabled()
  await page.locator('[name=code]').fill(codeOf(ownServer, 'phone-code', (await (await sent).json()).data.smsId))
  await page.locator('[name=code]').press('Enter')
  // The code of the app that turned it on counts no more; a recovery code does.
  await expect(page.getByRole('heading', { name: WAYS.second.title })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.locator('[name=code]').fill('000000')
  await page.locator('[name=code]').press('Enter')
  await expect(page.getByRole('alert').getByText('验证码不正确')).toBeVisible()
  await page.getByRole('radio', { name: WAYS.second.byRecovery }).check()
  await page.locator('[name=code]').fill(recoveryCodes[0] ?? '')
  await page.locator('[name=code]').press('Enter')
  await inMail(page)
  // Short messages as second step too: the phone alone replaces no password from then on.
  await api.post('user/totp/sms', { password: PASSWORD, on: true })
  const later = await stranger({ user: 'wang.fang', server: ownServer.url })
  ownServer.change('delete from throttle')
  await fillReset(later.page, ownServer, 'chen.jie', '13800004321')
  await later.page.getByRole('button', { name: PASSWORDS.first.submit }).click()
  await expect(later.page.getByText(PASSWORDS.reset.codeRequired)).toBeVisible()
  expect(await violations(later.page)).toEqual([])
  await later.page.getByRole('radio', { name: PASSWORDS.reset.recovery }).check()
  await later.page.locator('[name=second-code]').fill(recoveryCodes[1] ?? '')
  await later.page.getByRole('button', { name: PASSWORDS.first.submit }).click()
  await expect(later.page.getByRole('heading', { name: LOGIN.title })).toBeVisible()
})

test('a password that must be changed is, with hints that mark themselves; then the mail opens', async ({
  stranger,
  ownServer,
}) => {
  const { page } = await stranger({ user: 'li.na', server: ownServer.url })
  ownServer.change("update account set change_password = 1 where address = 'li.na@yanshu.test'")
  await page.goto('/#/inbox')
  await fillLogin(page, 'li.na', PASSWORD)
  await expect(page.getByRole('heading', { name: PASSWORDS.first.title })).toBeVisible()
  expect(pathOf(page)).toBe('/firstResetPsd/li.na@yanshu.test')
  await expect(page.locator('[name=old-password]')).toBeFocused()
  expect(await violations(page)).toEqual([])
  // The rules that have not come are asked for again.
  await page.route('**/api/user/password/rules', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: PASSWORDS.first.retry })).toBeVisible()
  await page.unroute('**/api/user/password/rules')
  await page.getByRole('button', { name: PASSWORDS.first.retry }).click()
  await expect(page.locator('[name=new-password]')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.goto('/#/inbox')
  await expect(page.getByRole('heading', { name: PASSWORDS.first.title })).toBeVisible()
  const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const next = page.locator('[name=new-password]')
  await next.fill('nali#123')
  await expect(rule(PASSWORDS.rules.pinyin)).toContainText(PASSWORDS.rules.open)
  await expect(rule('三位及以上连续')).toContainText(PASSWORDS.rules.open)
  await expect(rule('7 至 20 位')).toContainText(PASSWORDS.rules.met)
  await page.locator('[name=old-password]').fill(PASSWORD)
  await next.fill('Grey-Heron-9')
  await page.locator('[name=new-password-again]').fill('Grey-Heron-8')
  await page.getByRole('button', { name: PASSWORDS.first.submit }).click()
  await expect(page.getByText(PASSWORDS.problem.differ)).toBeVisible()
  await page.locator('[name=new-password-again]').fill('Grey-Heron-9')
  await page.getByRole('button', { name: PASSWORDS.first.submit }).click()
  await inMail(page)
  // Forgotten at once: found back by phone, and the page leads to the login.
  ownServer.change("update account set phone = '13900009876' where address = 'li.na@yanshu.test'")
  const later = await stranger({ user: 'wang.fang', server: ownServer.url })
  await fillReset(later.page, ownServer, 'li.na', '13900009876')
  await later.page.getByRole('button', { name: PASSWORDS.first.submit }).click()
  await expect(later.page.getByRole('heading', { name: LOGIN.title })).toBeVisible()
  await fillLogin(later.page, 'li.na', 'Wide-Marsh-4')
  await inMail(later.page)
})

test('an old password is reminded of once, and not for seven days after that is asked', async ({
  stranger,
  ownServer,
}) => {
  const { page } = await stranger({ user: 'wang.fang', server: ownServer.url })
  ownServer.change("update account set change_password = 2 where address = 'wang.fang@yanshu.test'")
  await page.goto('/#/inbox')
  await fillLogin(page, 'wang.fang', PASSWORD)
  await page.getByRole('checkbox', { name: PASSWORDS.prompt.snooze }).check()
  const snoozed = page.waitForResponse((response) => response.url().includes('user/password/prompt?expireDay=7'))
  await page.getByRole('button', { name: PASSWORDS.prompt.later }).click()
  expect((await snoozed).status()).toBe(200)
  await page.reload()
  await inMail(page)
  await expect
    .poll(async () => (await apiOf(ownServer.url, 'wang.fang')).get('user/info').then((user) => user.isChangePassword))
    .toBe(0)
  await expect(page.getByText(PASSWORDS.prompt.title)).toBeHidden()
})

test('a phone that is signed in lets a login page in by its QR code, and the page follows', async ({
  stranger,
  someone,
  ownServer,
}) => {
  const phone = await someone({ user: 'wang.fang', server: ownServer.url, path: '/inbox' })
  await phone.page.setViewportSize({ width: 390, height: 844 })
  const { page } = await stranger({ user: 'wang.fang', server: ownServer.url })
  await page.goto('/')
  const answer = page.waitForResponse((response) => response.url().includes('oauth/qr/create'))
  await page.getByRole('button', { name: LOGIN.byQr }).click()
  const { data } = await (await answer).json()
  await expect(page.getByRole('img', { name: WAYS.qr.alt })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await phone.page.goto(`/#/qrLogin/${data.qrId}`)
  await expect(phone.page.getByText(data.number, { exact: true })).toBeVisible()
  expect(await violations(phone.page)).toEqual([])
  await phone.page.getByRole('button', { name: WORDS.zh.shell.qrLogin.allow }).click()
  await expect(phone.page.getByText(WORDS.zh.shell.qrLogin.allowed)).toBeVisible()
  await inMail(page)
})

test('a mail to print needs the login; a link that looks like another site is named', async ({ page }) => {
  await page.goto('/#/print/1/7?a=b')
  await expect.poll(() => pathOf(page)).toBe(`/loginBefore?redirect=${encodeURIComponent('/print/1/7?a=b')}`)
  await page.goto(`/#/linkPage?url=${encodeURIComponent('https://yanshv.test/login')}`)
  await expect(page.getByText('与 yanshu.test 十分相似')).toBeVisible()
})

test('an app of codes is turned on in the settings, asked for at the next login, and turned off again', async ({
  someone,
  stranger,
  ownServer,
}) => {
  // Its session beside the browser is opened by the password alone, so it comes first.
  const later = await stranger({ user: 'peng.kai', server: ownServer.url })
  const person = await someone({ user: 'peng.kai', server: ownServer.url, path: '/set/account?at=secondStep' })
  const { page, words } = person
  const { second, lock } = words.settings.account
  const part = page.getByRole('region', { name: second.title })
  const giveLoginPassword = async () => {
    await page.getByRole('dialog').getByLabel(lock.login, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: second.go, exact: true }).click()
  }
  await part.getByRole('button', { name: second.begin, exact: true }).click()
  await giveLoginPassword()
  await expect(page.getByRole('img', { name: second.picture })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const secret = await page.getByRole('dialog').locator('code').textContent()
  await page.getByLabel(second.code, { exact: true }).fill(totp((secret ?? '').replaceAll(' ', '')))
  await page.getByRole('button', { name: second.confirm, exact: true }).click()
  await expect(page.getByRole('dialog', { name: second.recovery }).getByRole('listitem')).toHaveCount(10)
  const code = await page.getByRole('dialog', { name: second.recovery }).getByRole('listitem').first().textContent()
  await page.getByRole('button', { name: second.kept, exact: true }).click()
  await expect(part.getByText(filled(second.on, { count: 10 }))).toBeVisible()

  await later.page.goto('/#/inbox')
  await fillLogin(later.page, 'peng.kai', PASSWORD)
  await later.page.getByRole('radio', { name: WAYS.second.byRecovery }).check()
  await later.page.locator('[name=code]').fill(code ?? '')
  await later.page.keyboard.press('Enter')
  await inMail(later.page)

  await part.getByRole('button', { name: second.disable, exact: true }).click()
  await giveLoginPassword()
  await expect(part.getByText(second.off)).toBeVisible()
})

/** A code of an app (RFC 6238), as the phone computes it. */
function totp(secret: string): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}
