import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Candidate } from '@yanshu/discovery'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { makeRemoteTry, replaceIn, withRemoteTry } from './remoteTry.ts'

/** Three sources that search themselves: one answers at once, one when the test lets it, one never without an error. */
const SOURCES = `
import type { CommandQuery, RemoteCommand } from '@yanshu/contracts'

const asked: string[] = []
const found = (source: string, typed: string): readonly RemoteCommand[] => [
  { id: typed, label: source + ' ' + typed, group: source, path: '/try?' + new URLSearchParams({ typed }), words: [] },
]

export async function quick({ typed }: CommandQuery) {
  asked.push(typed)
  Reflect.set(window, 'askedOfTry', asked)
  return found('quick', typed)
}

export const slow = ({ typed, signal }: CommandQuery) =>
  new Promise<readonly RemoteCommand[]>((answer) => {
    signal.addEventListener('abort', () => Reflect.set(window, 'calledOffByTry', typed))
    Reflect.set(window, 'answerOfTry', () => answer(found('slow', typed)))
  })

export async function failing(): Promise<readonly RemoteCommand[]> {
  throw new Error('thrown by a source')
}
`

let candidate: Candidate

test.beforeAll(async ({ ownServer }) => {
  candidate = await makeRemoteTry(ownServer.client, (folder) => {
    writeFileSync(path.join(folder, 'src/sources.ts'), SOURCES)
    replaceIn(path.join(folder, 'src/contributes.ts'), [
      'commands: [',
      `commands: [${['failing', 'slow', 'quick']
        .map((id) => `{ id: '${id}', title: { zh: '${id}', en: '${id}' }, live: true }`)
        .join(', ')}, `,
    ])
    replaceIn(path.join(folder, 'src/remote.ts'), ['commands: {', 'commands: { ...sources,'])
    const remote = path.join(folder, 'src/remote.ts')
    replaceIn(remote, ['export default', "import * as sources from './sources.ts'\n\nexport default"])
  })
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
})
test.afterAll(({ ownServer }) => unpublish(ownServer))

const option = (page: Page, name: string) => page.getByRole('dialog').getByRole('option', { name })
const asked = (page: Page) => page.evaluate(() => Reflect.get(window, 'askedOfTry') ?? [])

test('given a source that is slow and one that fails, then the others answer at once, and the slow one when it has something', async ({
  someone,
  ownServer,
}) => {
  const { page } = await someone({ user: 'admin', server: ownServer.url })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill('周会')
  await expect(option(page, 'quick 周会')).toBeVisible()
  await expect(option(page, 'slow 周会')).toHaveCount(0)
  await page.evaluate(() => Reflect.get(window, 'answerOfTry')())
  await expect(option(page, 'slow 周会')).toBeVisible()
  // What came later stands behind what was there: nobody chooses another line than they saw.
  expect(await page.getByRole('dialog').getByRole('option').allInnerTexts()).toEqual([
    expect.stringContaining('quick 周会'),
    expect.stringContaining('slow 周会'),
  ])
  await option(page, 'slow 周会').click()
  await expect.poll(() => pathOf(page)).toBe(`/try?${new URLSearchParams({ typed: '周会' })}`)
})

test('given another letter, then the question before it is called off, and its late answer is shown to nobody', async ({
  someone,
  ownServer,
}) => {
  const { page } = await someone({ user: 'admin', server: ownServer.url })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill('周')
  await expect(option(page, 'quick 周')).toBeVisible()
  const late = await page.evaluateHandle(() => Reflect.get(window, 'answerOfTry'))
  await field.fill('周报')
  await expect(option(page, 'quick 周报')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'calledOffByTry'))).toBe('周')
  await late.evaluate((answer) => answer())
  await page.evaluate(() => Reflect.get(window, 'answerOfTry')())
  await expect(option(page, 'slow 周报')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('option', { name: /周$/ })).toHaveCount(0)
})

test('given half-typed pinyin, then nothing is looked for and no source is asked until it is done', async ({
  someone,
  ownServer,
}) => {
  const { page, context } = await someone({ user: 'admin', server: ownServer.url })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await expect(palette.getByRole('option', { name: '试用' })).toBeVisible()
  const offered = await palette.getByRole('option').allInnerTexts()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'li hui', selectionStart: 6, selectionEnd: 6 })
  await expect(palette.getByRole('combobox')).toHaveValue('li hui')
  // Remotes may still add what they offer; nothing that was offered is left out, as it would be of what was found.
  expect(await palette.getByRole('option').allInnerTexts()).toEqual(expect.arrayContaining(offered))
  await devtools.send('Input.insertText', { text: '例会' })
  await expect(option(page, 'quick 例会')).toBeVisible()
  expect(await asked(page)).toEqual(['例会'])
})
