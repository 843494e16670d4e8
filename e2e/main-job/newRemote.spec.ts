import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Candidate } from '@yanshu/discovery'
import type { Api } from '../support/api.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, type Person, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'
import { makeRemoteTry, replaceIn, withRemoteTry } from './remoteTry.ts'

/** Opens the newest mail of the inbox in a tab of its own. */
async function openMail({ page, api }: { page: Page; api: Api }): Promise<void> {
  const [mail] = await api.inbox()
  if (!mail) throw new Error('the inbox is empty')
  await goTo(page, `/reply/${mail.mailboxId}/${mail.mailId}`)
  await expect(page.locator('article iframe').filter({ visible: true })).toBeVisible()
}

/** remote-try as the command makes it, built once for the specs that change nothing of it. */
let plain: Promise<Candidate> | null = null
const plainRemote = (client: string): Promise<Candidate> => {
  plain ??= makeRemoteTry(client)
  return plain
}

const card = (page: Page) => page.getByRole('region', { name: '试用' }).filter({ visible: true })
const openMore = ({ page, words }: Pick<Person, 'page' | 'words'>) =>
  page.getByRole('button', { name: words.shell.topBar.more, exact: true }).click()

test('given a remote made by the command, when the manifest lists it, then it has its page, menu entry, card and command; and without it nothing is left', async ({
  someone,
  ownServer,
}) => {
  const candidate = await plainRemote(ownServer.client)
  const built = builtManifest()
  publish(ownServer, withRemoteTry(built, candidate))
  try {
    const person = await someone({ user: 'admin', server: ownServer.url })
    const { page, words, seen, context } = person
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

    publish(ownServer, { ...built, revision: built.revision + 2 })
    const later = await context.newPage()
    await later.goto('/#/try')
    await expect(later.getByText(words.shell.pages.lostText)).toBeVisible()
    await openMore({ page: later, words })
    await expect(later.getByRole('menuitem', { name: words.shell.help.title })).toBeVisible()
    await expect(later.getByRole('menuitem', { name: '试用' })).toHaveCount(0)
    await openMail({ page: later, api: person.api })
    await expect(card(later)).toHaveCount(0)
  } finally {
    unpublish(ownServer)
  }
})

test('given a card that throws, then its mail stands without it, and so does everything else', async ({
  someone,
  ownServer,
}) => {
  const candidate = await makeRemoteTry(ownServer.client, (folder) =>
    replaceIn(path.join(folder, 'src/card/Card.tsx'), [
      '  const say = useWords()',
      "  if (mail.mailId > 0) throw new Error('thrown by a card')\n  const say = useWords()",
    ]),
  )
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  try {
    const person = await someone({ user: 'admin', server: ownServer.url })
    const { page } = person
    const thrown = page.waitForEvent('console', (message) => message.text().includes('thrown by a card'))
    await openMail(person)
    await thrown
    await expect(card(page)).toHaveCount(0)
    await expect(
      page.locator('article iframe').filter({ visible: true }).contentFrame().locator('.yanshu-mail'),
    ).toBeVisible()
    await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
    // The remote itself goes on.
    await goTo(page, '/try')
    await expect(page.getByRole('heading', { level: 1, name: '试用' })).toBeVisible()
  } finally {
    unpublish(ownServer)
  }
})

test('given a manifest that binds a remote to a switch, then it is not offered while the switch is off', async ({
  someone,
  ownServer,
}) => {
  const candidate = await plainRemote(ownServer.client)
  const { contributes } = candidate.extras
  const off = <T extends object>(entries: readonly T[] = []) =>
    entries.map((entry) => ({ ...entry, when: 'tryEnable' }))
  const { routes, nav, slots, commands } = contributes
  const switched: Candidate = {
    ...candidate,
    extras: {
      ...candidate.extras,
      contributes: { ...contributes, routes: off(routes), nav: off(nav), slots: off(slots), commands: off(commands) },
    },
  }
  publish(ownServer, withRemoteTry(builtManifest(), switched))
  try {
    const person = await someone({ user: 'admin', server: ownServer.url, path: '/try' })
    const { page, words } = person
    await expect(page.getByText(words.shell.pages.lostTitle)).toBeVisible()
    await openMore(person)
    await expect(page.getByRole('menuitem', { name: words.shell.help.title })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '试用' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openMail(person)
    await expect(card(page)).toHaveCount(0)
  } finally {
    unpublish(ownServer)
  }
})

test('given a remote with a public address, then it is shown without a login and outside the frame', async ({
  stranger,
  ownServer,
}) => {
  const candidate = await makeRemoteTry(ownServer.client, (folder) => {
    replaceIn(path.join(folder, 'src/contributes.ts'), [
      "routes: [{ prefix: 'try',",
      "routes: [{ prefix: 'smimePage', public: true, title: { zh: '取文件', en: 'Files' } }, { prefix: 'try',",
    ])
    replaceIn(path.join(folder, 'src/remote.ts'), [
      "routes: [{ path: 'try',",
      "routes: [{ path: 'smimePage', load: () => import('./page/Page.tsx') }, { path: 'try',",
    ])
  })
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
    // A public page that nothing fills says so, with a title.
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

const TOOL = `
import type { SlotProps } from '@yanshu/contracts'
import { useOpenLetter, useOpenMail } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'

export function MailTool({ port }: SlotProps<'mail.tool'>) {
  const open = useOpenMail()
  return (
    <Button
      onClick={() => {
        port.mark([{ start: 0, end: 2 }])
        Reflect.set(window, 'read', [open?.subject, open?.port.text().trim().length])
      }}
    >
      mark
    </Button>
  )
}

export function LetterTool({ letter }: SlotProps<'letter.tool'>) {
  const open = useOpenLetter()
  return (
    <Button
      onClick={() => {
        letter.insert(open?.kind + ' by a tool')
      }}
    >
      insert
    </Button>
  )
}
`

test('given tools of another remote, then they read and mark the open mail, and write into the open letter', async ({
  someone,
  ownServer,
}) => {
  const candidate = await makeRemoteTry(ownServer.client, (folder) => {
    writeFileSync(path.join(folder, 'src/tools.tsx'), TOOL)
    replaceIn(path.join(folder, 'src/contributes.ts'), [
      'slots: [',
      "slots: [{ slot: 'mail.tool', major: 1 }, { slot: 'letter.tool', major: 1 }, ",
    ])
    replaceIn(path.join(folder, 'src/remote.ts'), [
      'slots: {',
      "slots: { 'mail.tool': async () => ({ default: (await import('./tools.tsx')).MailTool }), 'letter.tool': async () => ({ default: (await import('./tools.tsx')).LetterTool }),",
    ])
  })
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  try {
    const person = await someone({ user: 'admin', server: ownServer.url })
    const { page, api } = person
    const [mail] = await api.inbox()
    await openMail(person)
    const frame = page.locator('article iframe').filter({ visible: true }).contentFrame()
    await expect(frame.locator('.yanshu-mail')).toContainText(/\S/)
    const html = await frame.locator('.yanshu-mail').innerHTML()
    await page.getByRole('button', { name: 'mark', exact: true }).click()
    const [subject, length] = await page.evaluate(() => Reflect.get(window, 'read'))
    expect(subject).toBe(mail?.subject)
    expect(length).toBeGreaterThan(0)
    const marked = await frame.locator('.yanshu-mail').evaluate(() => {
      const [highlight] = [...CSS.highlights.values()]
      return [...(highlight ?? [])].map((range) => `${range}`.length)
    })
    expect(marked).toEqual([2])
    // Marks are the browser's: nothing was written into the mail.
    expect(await frame.locator('.yanshu-mail').innerHTML()).toBe(html)

    await goTo(page, '/write/new/0?c=seams')
    const text = page.locator('[data-letter-text]').filter({ visible: true })
    await text.click()
    await text.pressSequentially('你好 ')
    await page.getByRole('button', { name: 'insert', exact: true }).click()
    await expect(text).toHaveText('你好 new by a tool')
  } finally {
    unpublish(ownServer)
  }
})
