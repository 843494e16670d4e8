import { expect, type Page } from '@playwright/test'
import type { Candidate } from '@yanshu/discovery'
import type { Api } from '../support/api.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, type Person, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'
import { plainRemoteTry, remoteTryWith, withRemoteTry } from './remoteTry.ts'
import { fresh } from './writing.ts'

/** The frame of the mail in front. */
const frameOf = (page: Page) => page.locator('article iframe').filter({ visible: true })

/** Opens a mail of the inbox, the newest where none is named, in a tab of its own. */
async function openMail({ page, api }: { page: Page; api: Api }, subject?: string) {
  const mail = (await api.inbox()).find((one) => subject === undefined || one.subject === subject)
  if (!mail) throw new Error('the inbox does not have it')
  await goTo(page, `/reply/${mail.mailboxId}/${mail.mailId}`)
  await expect(page.getByRole('article', { name: mail.subject }).filter({ visible: true })).toBeVisible()
  await expect(frameOf(page)).toBeVisible()
  return mail
}

const card = (page: Page) => page.getByRole('region', { name: '试用' }).filter({ visible: true })
const openMore = ({ page, words }: Pick<Person, 'page' | 'words'>) =>
  page.getByRole('button', { name: words.shell.topBar.more, exact: true }).click()

/** The candidate with its places bound to a switch that is off. */
function switchedOff(candidate: Candidate): Candidate {
  const { contributes } = candidate.extras
  const off = <T extends object>(entries: readonly T[] = []) =>
    entries.map((entry) => ({ ...entry, when: 'tryEnable' }))
  const { routes, nav, slots, commands } = contributes
  return {
    ...candidate,
    extras: {
      ...candidate.extras,
      contributes: { ...contributes, routes: off(routes), nav: off(nav), slots: off(slots), commands: off(commands) },
    },
  }
}

/** The page of the remote is lost, and neither the menu nor a mail has anything of it. */
async function expectNothingOfIt(person: Person): Promise<void> {
  const { page, words } = person
  await expect(page.getByText(words.shell.pages.lostTitle)).toBeVisible()
  await expect(page.getByText(words.shell.pages.lostText)).toBeVisible()
  await openMore(person)
  await expect(page.getByRole('menuitem', { name: words.shell.help.title })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '试用' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await openMail(person)
  await expect(card(page)).toHaveCount(0)
}

test('given a remote made by the command, when the manifest lists it, then it has its page, menu entry, card and command; while its switch is off and without it nothing is left', async ({
  someone,
  ownServer,
}) => {
  const candidate = await plainRemoteTry(ownServer.client)
  const built = builtManifest()
  publish(ownServer, withRemoteTry(built, candidate))
  try {
    const person = await someone({ user: 'admin', server: ownServer.url, rests: true })
    const { page, seen } = person
    await openMore(person)
    await page.getByRole('menuitem', { name: '试用' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '试用' })).toBeVisible()
    expect(pathOf(page)).toBe('/try')
    await expect(page.getByRole('tab', { selected: true })).toContainText('试用')

    await openMail(person)
    await expect(card(page)).toContainText('这封邮件有')

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill('trial')
    await expect(palette.getByRole('option').first()).toContainText('试用')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/try')
    expect(seen.violations).toEqual([])

    const bound = withRemoteTry(built, switchedOff(candidate))
    const revision = built.revision + 2
    for (const [what, manifest] of [
      ['bound to a switch that is off', { ...bound, revision }],
      ['a manifest without it', { ...built, revision: revision + 1 }],
    ] as const) {
      await test.step(what, async () => {
        publish(ownServer, manifest)
        await goTo(page, '/try')
        await page.reload()
        await expectNothingOfIt(person)
      })
    }
  } finally {
    unpublish(ownServer)
  }
})

test('given a remote with a public address, then it is shown without a login and outside the frame', async ({
  stranger,
  ownServer,
}) => {
  const candidate = await remoteTryWith(ownServer.client, ['smimePage'])
  // Another remote has the address otherwise.
  const built = builtManifest()
  const { 'remote-keys': _, ...others } = built.discovery.microFrontends
  const without = {
    ...built,
    revision: built.revision + 1,
    discovery: { ...built.discovery, microFrontends: others },
  }
  publish(ownServer, without)
  try {
    const { page } = await stranger({ user: 'admin', server: ownServer.url })
    // A public page that nothing fills shows that, with a title.
    await page.goto('/#/smimePage?id=3')
    const { smimePage: title, notThereYet } = WORDS.zh.shell.pages
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(notThereYet)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${title}`))
    publish(ownServer, withRemoteTry(without, candidate))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: '试用' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    // Its other address is not public.
    await page.goto('/#/try')
    await expect(page.locator('input[name=password]')).toBeVisible()
  } finally {
    unpublish(ownServer)
  }
})

test('given tools and a card of another remote, then they read and mark the open mail and write into the open letter, and a card that throws leaves the mail as it is', async ({
  someone,
  ownServer,
}) => {
  const candidate = await remoteTryWith(ownServer.client, ['mail.tool', 'letter.tool'])
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  try {
    const person = await someone({ user: 'admin', server: ownServer.url, rests: true })
    const { page, api } = person
    const shown = frameOf(page).contentFrame().locator('.yanshu-mail')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const marked = () =>
      shown.evaluate(() => [...CSS.highlights.values()].flatMap((one) => [...one].map((range) => `${range}`)))

    await test.step('a tool reads and marks the open mail, and writes nothing into it', async () => {
      const mail = await openMail(person)
      await expect(shown).toContainText(/\S/)
      const html = await shown.innerHTML()
      await press('mark start')
      const [subject, length] = await page.evaluate(() => Reflect.get(window, 'read'))
      expect(subject).toBe(mail.subject)
      expect(length).toBeGreaterThan(0)
      expect((await marked()).map((text) => text.length)).toEqual([2])
      // Marks are the browser's: nothing was written into the mail.
      expect(await shown.innerHTML()).toBe(html)
    })

    await test.step('a tool marks parts of a mail, brings one into view and clears the marks', async () => {
      const subject = fresh('长信')
      await api.post('mail/email/send', {
        requestId: crypto.randomUUID(),
        mailId: null,
        kind: 'new',
        sourceMailId: null,
        from: '',
        to: [{ name: '', address: 'admin@yanshu.test' }],
        cc: [],
        bcc: [],
        subject,
        html: `<div>${'一段很长的话。<br>'.repeat(400)}最后一句</div>`,
        fileIds: [],
        priority: 3,
        requestReceipt: false,
      })
      const received = async () => (await api.inbox()).find((mail) => mail.subject === subject)
      await expect.poll(received).toBeDefined()
      await openMail(person, subject)
      await expect(shown).toContainText('最后一句')
      await press('mark')
      await expect.poll(marked).toEqual(['一段', '最后一句'])
      await press('scroll')
      // One block of 400 lines: its middle is far from its last words.
      const isInSight = async () => {
        const at = await shown.evaluate((element) => element.getBoundingClientRect().bottom)
        const bottom = ((await frameOf(page).boundingBox())?.y ?? 0) + at
        return bottom > 0 && bottom <= 900
      }
      await expect.poll(isInSight).toBe(true)
      await press('unmark')
      await expect.poll(marked).toEqual([])
    })

    await test.step('a tool writes into the open letter', async () => {
      await goTo(page, '/write/new/0?c=seams')
      const text = page.locator('[data-letter-text]').filter({ visible: true })
      await text.click()
      await text.pressSequentially('你好 ')
      await press('insert')
      await expect(text).toHaveText('你好 new by a tool')
    })

    await test.step('a card that throws: its mail stands without it, and so does everything else', async () => {
      await page.evaluate(() => Reflect.set(window, 'cardThrows', true))
      const thrown = page.waitForEvent('console', (message) => message.text().includes('thrown by a card'))
      const older = (await api.inbox()).at(1)
      await openMail(person, older?.subject)
      await thrown
      await expect(card(page)).toHaveCount(0)
      await expect(shown).toBeVisible()
      await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
      // The remote itself goes on.
      await goTo(page, '/try')
      await expect(page.getByRole('heading', { level: 1, name: '试用' })).toBeVisible()
    })
  } finally {
    unpublish(ownServer)
  }
})
