import { expect, type Page } from '@playwright/test'
import { PASSWORD } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'
import { signOut } from './people.ts'

const { login: LOGIN, ways: WAYS } = WORDS.zh

/** Gives the browser an authenticator of its own, whose owner shows a finger whenever it is asked. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    shows: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const inMail = (page: Page) => expect(page.getByRole('tree')).toBeVisible()

test('a passkey is added in the settings, logs in, is the second step after a password, and is removed', async ({
  someone,
  ownServer,
}) => {
  const path = '/set/account?at=passkeys'
  const person = await someone({ user: 'sun.lihua', server: ownServer.url, path })
  const { page, words, api } = person
  const { passkeys, second, lock } = words.settings.account
  const authenticator = await addAuthenticator(page)
  const part = page.getByRole('region', { name: passkeys.title, exact: true })
  await expect(part.getByText(passkeys.none)).toBeVisible()
  const add = async () => {
    await part.getByRole('button', { name: passkeys.add, exact: true }).click()
    await page.getByLabel(passkeys.name, { exact: true }).fill('办公电脑')
    await page.getByRole('dialog').getByLabel(lock.login, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: second.go, exact: true }).click()
  }
  await add()
  await expect(part.getByText('办公电脑')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The same device twice: the browser reports it, and nothing is added.
  await add()
  await expect(page.getByRole('alert').getByText(passkeys.known)).toBeVisible()
  await page.getByRole('button', { name: words.settings.cancel, exact: true }).click()

  const leave = async () => {
    await signOut(person)
    await goTo(page, '/loginBefore?redirect=%2Foutbox')
  }
  await leave()
  // The owner does not show a finger: it can be tried again.
  await authenticator.shows(false)
  await page.getByRole('button', { name: LOGIN.byPasskey, exact: true }).click()
  await expect(page.getByText(WAYS.passkey.notShown)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await authenticator.shows(true)
  await page.getByRole('button', { name: WAYS.passkey.again, exact: true }).click()
  await inMail(page)
  expect(pathOf(page)).toBe('/outbox')

  // With a second verification turned on, a passkey takes the place of the code.
  ownServer.change(`insert into second_factor (account_id, totp_secret)
    select id, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' from account where address = 'sun.lihua@yanshu.test'`)
  await leave()
  await page.locator('[name=username]').fill('sun.lihua')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=password]').press('Enter')
  await page.getByRole('radio', { name: WAYS.second.byPasskey }).check()
  await page.getByRole('button', { name: WAYS.second.submit, exact: true }).click()
  await inMail(page)
  ownServer.change('delete from second_factor')

  await goTo(page, path)
  await part.getByRole('button', { name: passkeys.remove.replace('{{name}}', '办公电脑'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(lock.login, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: second.go, exact: true }).click()
  await expect(part.getByText(passkeys.none)).toBeVisible()
  expect((await api.get('user/passkey/list')).list).toEqual([])
  await leave()
  await page.getByRole('button', { name: LOGIN.byPasskey, exact: true }).click()
  await expect(page.getByText('这个通行密钥不能用于此邮箱')).toBeVisible()
})
