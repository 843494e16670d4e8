import { expect, type Page } from '@playwright/test'
import { deliver } from '../mail/mailing.ts'
import { writeScreen } from '../main-job/writing.ts'
import { violations } from '../support/axe.ts'
import { enter, goTo, mailRow, mailRows, type Person, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'

const PIN = '4711'

/** Turns the lock of a person on, beside the browser. */
async function turnOn({ api }: Person): Promise<void> {
  const { haspass } = await api.get('mail/main/lockScreen/isOpen')
  await api.post('mail/main/lockScreen/set', {
    flag: true,
    autoFlag: true,
    locktime: 10,
    ...(haspass ? {} : { password: PIN }),
  })
}

/** The code of a call as the page would make it. */
const codeOf = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    return (await (await fetch(`/api/${to}`, { headers })).json()).code
  }, path)

const lockOf = ({ page, words }: Person, on = page) => {
  const { lock } = words.shell
  return {
    title: on.getByRole('heading', { name: lock.title }),
    password: on.getByLabel(lock.password, { exact: true }),
    async unlock(password: string) {
      await on.getByLabel(lock.password, { exact: true }).fill(password)
      await on.getByRole('button', { name: lock.unlock, exact: true }).click()
    },
  }
}

/**
 * The page's clock jumps ahead and stands there, so that the five seconds in which one may stay do not pass while the test
 * looks at them.
 */
async function standAfter(page: Page, ms: number): Promise<void> {
  await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, ms))
}
const MINUTE = 60_000

async function askToLock({ page, words }: Person): Promise<void> {
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: words.shell.topBar.lock }).click()
}

test('given no password of the lock, then its entry leads to the settings, and what is set there locks and opens; given two windows, when one is locked, then both are, nothing is behind, and what was written comes back', async ({
  someone,
}) => {
  const subject = `锁屏之前 ${Date.now()}`
  await deliver({ subject, to: 'gao.peng@yanshu.test', text: '你好' })
  const person = await someone({ user: 'gao.peng' })
  const { page, context, words } = person
  const { lock } = words.settings.account
  await expect(mailRow(page, subject)).toBeVisible()
  await askToLock(person)
  await page.getByRole('button', { name: words.shell.lock.toSettings, exact: true }).click()
  const part = page.getByRole('region', { name: lock.title })
  await part.getByRole('button', { name: lock.set, exact: true }).click()
  await part.getByLabel(lock.new, { exact: true }).fill('47')
  await part.getByRole('button', { name: lock.turnOn, exact: true }).click()
  await expect(part.getByText(lock.length)).toBeVisible()
  await part.getByLabel(lock.new, { exact: true }).fill(PIN)
  await part.getByLabel(lock.again, { exact: true }).fill(PIN)
  expect(await violations(page)).toEqual([])
  await part.getByRole('button', { name: lock.turnOn, exact: true }).click()
  await expect(part.getByRole('switch', { name: lock.on })).toBeChecked()

  await goTo(page, '/inbox')
  await expect(mailRow(page, subject)).toBeVisible()
  const second = await context.newPage()
  await second.goto('/#/write/new/0?c=locked')
  const letter = writeScreen({ ...person, page: second })
  await letter.text.fill('写到一半的机密内容')

  const icon = page.locator('link[rel=icon]')
  await expect(icon).toHaveAttribute('data-svg', /<text/)
  await expect(icon).toHaveAttribute('href', /^data:image\/png/)
  const counted = (await icon.getAttribute('href')) ?? ''
  await askToLock(person)
  await page.getByRole('button', { name: words.shell.lock.lock, exact: true }).click()
  const [here, there] = [lockOf(person), lockOf(person, second)]
  await expect(here.title).toBeVisible()
  await expect(there.title).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('lockscreen'))).toBe('true')
  for (const one of [page, second]) {
    await expect(one).toHaveTitle(`${words.shell.lock.title} - ${words.shell.product}`)
    await expect(one.locator('link[rel=icon]')).not.toHaveAttribute('data-svg', /<text/)
    await expect(one.locator('link[rel=icon]')).not.toHaveAttribute('href', counted)
    const text = await one.evaluate(() => document.documentElement.outerHTML)
    expect(text).not.toContain('写到一半的机密内容')
    expect(text).not.toContain(subject)
    await expect(one.getByRole('tree')).toHaveCount(0)
  }

  // Nor does a start without a network show the folders of before.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('yanshu-journal')
            opening.onsuccess = () => {
              const keys = opening.result.transaction('entries').objectStore('entries').getAllKeys()
              keys.onsuccess = () => {
                opening.result.close()
                resolve(keys.result.filter((key) => String(key).includes('\nframe\n')).length)
              }
            }
          }),
      ),
    )
    .toBe(0)

  // Emptied storage unlocks nothing, and a note that was taken away does not either.
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.removeItem('yanshu.locked')
  })
  await page.reload()
  await expect(here.title).toBeVisible()
  // The server answers no name while it is locked; the page has it from before.
  await expect(page.locator('main').getByText('高鹏', { exact: true })).toBeVisible()
  expect(await codeOf(page, 'user/info')).toBe(401_014)
  await expect(there.title).toBeVisible()

  await there.unlock('0000')
  await expect(second.getByRole('alert')).toHaveText('锁屏密码不正确，请重新输入')
  await there.unlock(PIN)
  await expect(letter.text).toHaveText('写到一半的机密内容')
  await expect(here.title).toBeHidden()
  await expect(mailRows(page).first()).toBeVisible()
  await letter.text.press('End')
  await second.keyboard.type('，继续')
  await expect(second.getByRole('status').filter({ hasText: /^已保存 / })).toBeVisible()
  // The socket of the locked time is back: what changes elsewhere is shown.
  const folderName = `锁${Date.now() % 100_000}`
  await person.api.post('mail/main/folder/save', { folderName })
  await expect(page.getByRole('treeitem', { name: folderName })).toBeVisible()

  // By its key at once, without a question.
  await page.keyboard.press('Alt+l')
  await expect(here.title).toBeVisible()
  await here.unlock(PIN)
  await expect(page.getByRole('tree')).toBeVisible()
  expect(person.seen.violations).toEqual([])
  await person.api.post('mail/main/lockScreen/set', { flag: false })
})

test('an idle page asks for five seconds and locks, not where somebody writes; without a network it is covered, a page that never begins it follows, and the server hears of it later', async ({
  stranger,
}) => {
  const person = await stranger({ user: 'he.xue' })
  const { page, context, words } = person
  await turnOn(person)
  await page.clock.install()
  await enter(page, person.user, '/')
  await expect(page.getByRole('tree')).toBeVisible()
  const soon = page.getByRole('dialog', { name: words.shell.lock.soon.replace('{{seconds}}', '5') })
  const here = lockOf(person)
  // The part that counts has come when the palette opens.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: words.shell.palette.title }).waitFor()
  await page.keyboard.press('Escape')

  await test.step('without a network', async () => {
    const other = await context.newPage()
    await other.goto('/#/sharefile?id=1')
    await other.getByRole('heading', { level: 1 }).waitFor()
    await goTo(page, '/outbox')

    await context.setOffline(true)
    await standAfter(page, 11 * MINUTE)
    await expect(soon).toBeVisible()
    await page.clock.resume()
    await page.clock.fastForward('00:05')
    const there = lockOf(person, other)
    await expect(here.title).toBeVisible()
    await expect(there.title).toBeVisible()
    await expect(page.getByText(words.shell.lock.offline)).toBeVisible()
    await expect(page.getByRole('tree')).toHaveCount(0)
    // The address has only the path that the unlocked page returns to.
    expect(pathOf(page)).toBe('/lockscreen?redirect=%2Foutbox')
    await here.unlock(PIN)
    await expect(here.title).toBeVisible()

    await context.setOffline(false)
    await expect.poll(() => codeOf(page, 'user/info')).toBe(401_014)
    await here.unlock(PIN)
    await expect(page.getByRole('tree')).toBeVisible()
    expect(pathOf(page)).toBe('/outbox')
    await expect(there.title).toBeHidden()
    await expect(other.getByRole('heading', { name: words.shell.pages.sharefile })).toBeVisible()
    await other.close()
  })

  await page.clock.fastForward('08:00')
  await expect(soon).toBeHidden()
  await standAfter(page, 3 * MINUTE)
  await expect(soon).toBeVisible()
  await page.getByRole('button', { name: words.shell.lock.stay }).click()
  await page.clock.resume()
  await page.clock.fastForward('00:10')
  await expect(here.title).toBeHidden()

  await goTo(page, '/write/new/0?c=idle')
  await writeScreen(person).text.waitFor()
  await page.clock.fastForward('30:00')
  await expect(soon).toBeHidden()
  // One page of the host and one of a remote; `mayBeginLock` has all of them.
  for (const exempt of ['resetPassword', 'sharefile']) {
    await goTo(page, `/${exempt}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.clock.fastForward('30:00')
    await expect(soon).toBeHidden()
  }
  await goTo(page, '/inbox')
  await standAfter(page, MINUTE)
  await expect(soon).toBeVisible()
  await page.clock.resume()
  await page.clock.fastForward('00:05')
  await expect(here.title).toBeVisible()

  // Turned off on another device: it unlocks and loads anew.
  await person.api.post('mail/main/lockScreen/set', { flag: false })
  const loaded = page.waitForEvent('load')
  await page.clock.fastForward('01:00')
  await loaded
  await expect(page.getByRole('tree')).toBeVisible()

  // Without a lock the way to it leads to the settings.
  await askToLock(person)
  await page.getByRole('button', { name: words.shell.lock.toSettings }).click()
  await expect.poll(() => pathOf(page)).toBe('/set/account?tab=four')
})
