import { createHmac, hash } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo, pathOf } from '../support/people.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { filled, WORDS } from '../support/words.ts'
import { signOut } from './people.ts'

const { login: LOGIN, ways: WAYS, passwords: PASSWORDS } = WORDS.zh
const PASSWORD = 'Wild-Goose-7'
const NEW_PASSWORD = 'Wide-Marsh-4'

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
    if (kept.has(hash('sha256', `${token}:${code}`))) return code
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

/** Reads the characters of the picture where the server keeps them. */
async function readCharacters(page: Page, server: OwnServer): Promise<void> {
  await page.getByRole('radio', { name: WAYS.challenge.toImage }).check()
  await expect(page.getByRole('img', { name: WAYS.challenge.characterPicture })).toBeVisible()
  const text = tickets(server, 'challenge').findLast(({ kind }) => kind === 'image')?.text
  await page.getByLabel(WAYS.challenge.characters, { exact: true }).fill(`${text}`.toLowerCase())
  await page.getByRole('button', { name: WAYS.challenge.confirm, exact: true }).click()
}

/** Goes from the login to {@link NEW_PASSWORD} by a code to the phone, up to the button that saves it. */
async function fillReset(page: Page, server: OwnServer, account: string, phone: string): Promise<void> {
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
  await readCharacters(page, server)
  const { data } = await (await answer).json()
  await page.locator('[name=code]').fill(codeOf(server, 'recover-code', data.recoverId))
  await page.getByRole('button', { name: PASSWORDS.reset.next }).click()
  await page.locator('[name=new-password]').fill(NEW_PASSWORD)
  await page.locator('[name=new-password-again]').fill(NEW_PASSWORD)
}

/** Other specs use the same server: their people get the password of all accounts back, and no second step. */
test.afterEach(({ ownServer }) => {
  ownServer.change(
    `update account set change_password = 0,
      password_hash = (select password_hash from account where address = 'admin@yanshu.test');
    delete from second_factor`,
  )
})

const inMail = (page: Page) => expect(page.getByRole('tree')).toBeVisible()

test('a mail to print needs the login, a false link is named, a puzzle follows three wrong passwords, an old one is reminded of once, and a phone lets a page in by its QR code', async ({
  stranger,
  ownServer,
}) => {
  const person = await stranger({ user: 'wang.fang', server: ownServer.url })
  const { page } = person

  await test.step('a mail to print needs the login; a link that looks like another site is named', async () => {
    await page.goto('/#/print/1/7?a=b')
    await expect.poll(() => pathOf(page)).toBe(`/loginBefore?redirect=${encodeURIComponent('/print/1/7?a=b')}`)
    await goTo(page, `/linkPage?url=${encodeURIComponent('https://yanshv.test/login')}`)
    await expect(page.getByText('与 yanshu.test 十分相似')).toBeVisible()
  })

  await test.step('after three wrong passwords a puzzle is asked for, and the arrow keys solve it', async () => {
    await goTo(page, '/outbox')
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
    await signOut(person)
  })

  await test.step('an old password is reminded of once, and not for seven days after that is asked', async () => {
    ownServer.change("update account set change_password = 2 where address = 'wang.fang@yanshu.test'")
    await fillLogin(page, 'wang.fang', PASSWORD)
    await page.getByRole('checkbox', { name: PASSWORDS.prompt.snooze }).check()
    const snoozed = page.waitForResponse((response) => response.url().includes('user/password/prompt?expireDay=7'))
    await page.getByRole('button', { name: PASSWORDS.prompt.later }).click()
    expect((await snoozed).status()).toBe(200)
    await page.reload()
    await inMail(page)
    const anew = await apiOf(ownServer.url, 'wang.fang')
    expect((await anew.get('user/info')).isChangePassword).toBe(0)
    await expect(page.getByText(PASSWORDS.prompt.title)).toBeHidden()
  })

  await test.step('a phone that is signed in lets a login page in by its QR code, and the page follows', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { page: computer } = await stranger({ user: 'wang.fang', server: ownServer.url })
    await computer.goto('/')
    const answer = computer.waitForResponse((response) => response.url().includes('oauth/qr/create'))
    await computer.getByRole('button', { name: LOGIN.byQr }).click()
    const { data } = await (await answer).json()
    await expect(computer.getByRole('img', { name: WAYS.qr.alt })).toBeVisible()
    expect(await violations(computer)).toEqual([])
    await goTo(page, `/qrLogin/${data.qrId}`)
    await expect(page.getByText(data.number, { exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: WORDS.zh.shell.qrLogin.allow }).click()
    await expect(page.getByText(WORDS.zh.shell.qrLogin.allowed)).toBeVisible()
    await inMail(computer)
  })
})

test('an app of codes is turned on in the settings, asked for after a password, after a code to the phone and for a new password, and turned off again', async ({
  someone,
  ownServer,
}) => {
  ownServer.change("update account set phone = '138-0000-4321' where address = 'chen.jie@yanshu.test'")
  const path = '/set/account?at=secondStep'
  const person = await someone({ user: 'chen.jie', server: ownServer.url, path })
  const { page, words, api } = person
  const { second, lock } = words.settings.account
  const part = page.getByRole('region', { name: second.title })
  const giveLoginPassword = async (password: string) => {
    await page.getByRole('dialog').getByLabel(lock.login, { exact: true }).fill(password)
    await page.getByRole('button', { name: second.go, exact: true }).click()
  }
  const giveRecoveryCode = async (code = '') => {
    await page.getByRole('radio', { name: WAYS.second.byRecovery }).check()
    await page.locator('[name=code]').fill(code)
    await page.locator('[name=code]').press('Enter')
    await inMail(page)
  }

  await part.getByRole('button', { name: second.begin, exact: true }).click()
  await giveLoginPassword(PASSWORD)
  await expect(page.getByRole('img', { name: second.picture })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const secret = await page.getByRole('dialog').locator('code').textContent()
  await page.getByLabel(second.code, { exact: true }).fill(totp((secret ?? '').replaceAll(' ', '')))
  await page.getByRole('button', { name: second.confirm, exact: true }).click()
  const listed = page.getByRole('dialog', { name: second.recovery }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  await page.getByRole('button', { name: second.kept, exact: true }).click()
  await expect(part.getByText(filled(second.on, { count: 10 }))).toBeVisible()
  await signOut(person)

  await test.step('after the password', async () => {
    await fillLogin(page, 'chen.jie', PASSWORD)
    await giveRecoveryCode(codes[0])
    await signOut(person)
  })

  await test.step('by a code to the phone, after the check without pictures; a second step asks for the app', async () => {
    await page.getByRole('button', { name: LOGIN.byPhone }).click()
    await page.getByRole('button', { name: WAYS.code.send }).click()
    await expect(page.getByText(WAYS.phone.required)).toBeVisible()
    await page.locator('[name=phone]').fill('138 0000 4321')
    // A code is asked for before it is sent.
    await page.locator('[name=code]').press('Enter')
    await expect(page.getByText(WAYS.code.required)).toBeVisible()
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
    await giveRecoveryCode(codes[1])
  })

  await test.step('with short messages as second step too the phone alone replaces no password', async () => {
    await api.post('user/totp/sms', { password: PASSWORD, on: true })
    await signOut(person)
    ownServer.change('delete from throttle')
    await fillReset(page, ownServer, 'chen.jie', '13800004321')
    await page.getByRole('button', { name: PASSWORDS.first.submit }).click()
    await expect(page.getByText(PASSWORDS.reset.codeRequired)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('radio', { name: PASSWORDS.reset.recovery }).check()
    await page.locator('[name=second-code]').fill(codes[2] ?? '')
    await page.getByRole('button', { name: PASSWORDS.first.submit }).click()
    await expect(page.getByRole('heading', { name: LOGIN.title })).toBeVisible()
  })

  await test.step('turned off again', async () => {
    await fillLogin(page, 'chen.jie', NEW_PASSWORD)
    await giveRecoveryCode(codes[3])
    await goTo(page, path)
    for (const name of [second.disable, filled(second.smsOff, { end: '4321' })]) {
      await part.getByRole('button', { name, exact: true }).click()
      await giveLoginPassword(NEW_PASSWORD)
      await expect(part.getByRole('button', { name, exact: true })).toHaveCount(0)
    }
    await expect(part.getByText(second.off)).toBeVisible()
  })
})

test('a password that must be changed is, with hints that mark themselves; then the mail opens', async ({
  stranger,
  ownServer,
}) => {
  const person = await stranger({ user: 'li.na', server: ownServer.url })
  const { page } = person
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
  await signOut(person)
  await fillReset(page, ownServer, 'li.na', '13900009876')
  await page.getByRole('button', { name: PASSWORDS.first.submit }).click()
  await expect(page.getByRole('heading', { name: LOGIN.title })).toBeVisible()
  await fillLogin(page, 'li.na', NEW_PASSWORD)
  await inMail(page)
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
