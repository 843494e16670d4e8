// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import type { GeneralSettings } from '@yanshu/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '../src/settings/defaults.ts'
import { type ApiServer, answer, startApiServer } from './apiServer.ts'
import { openWindow, writePlatform } from './window.ts'

/** Where a window keeps what is under way. */
const KEPT = 'yanshu.unanswered.li.na@yanshu.test'

let server: ApiServer
/** What the server has, and whether it answers what it is asked to change. */
let stored: GeneralSettings
let answers: boolean
/** What pages wait for that have gone by now. */
let cutOff: Promise<unknown>[]

const logIn = (userMail: string) => {
  localStorage.setItem('accessToken', 'a1')
  localStorage.setItem('refreshToken', 'r1')
  localStorage.setItem('userMail', userMail)
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  logIn('li.na@yanshu.test')
  stored = defaultSettings().general
  answers = true
  cutOff = []
  server = await startApiServer()
  writePlatform({ apiBase: server.base })
  server.on('mail/main/index', (_seen, response) => answer(response, { ...defaultSettings(), general: stored }))
  // Without an answer it is as with a token that has run out: the page is gone before it could send the call again.
  const change = (part: Partial<GeneralSettings>) => {
    if (answers) stored = { ...stored, ...part }
  }
  server.on('mail/main/generalConfig/single/update', (seen, response) => {
    const { key, value } = JSON.parse(seen.body)
    change({ [key]: value })
    if (answers) answer(response, stored)
  })
  server.on('mail/main/generalConfig/save', (seen, response) => {
    change(JSON.parse(seen.body))
    if (answers) answer(response, stored)
  })
})
afterEach(async () => {
  await server.close()
  // A page that had gone would do nothing more; these write what the next test reads.
  await Promise.allSettled(cutOff)
})

/** A person chooses a skin, and loads the page anew before the server has done anything about it. */
async function chooseAndReload() {
  const before = await openWindow()
  await before.settings.load()
  answers = false
  server.seen.length = 0
  cutOff.push(before.settings.save('skin', 'skin_5').catch(() => undefined))
  await expect.poll(() => server.seen.map(({ path }) => path)).toContain('mail/main/generalConfig/single/update')
  answers = true
  return openWindow()
}

test('given a choice that a reload cut off, then the page begins with it, shows no other, and sends it again', async () => {
  const page = await chooseAndReload()
  expect(page.rememberedLook().skin).toBe('skin_5')
  const skins: string[] = []
  page.settings.subscribe(() => skins.push(page.settings.current().general.skin))
  await page.settings.load()
  expect(page.settings.current().general.skin).toBe('skin_5')
  await expect.poll(() => stored.skin).toBe('skin_5')
  await expect.poll(() => sessionStorage.getItem(KEPT)).toBeNull()
  expect(skins.at(-1)).toBe('skin_5')
  expect(page.rememberedLook().skin).toBe('skin_5')
  // Once: what another window chooses later stands.
  stored = { ...stored, skin: 'skin_2' }
  await page.settings.load()
  expect(page.settings.current().general.skin).toBe('skin_2')
  await (await openWindow()).settings.load()
  expect(stored.skin).toBe('skin_2')
})

test('given a choice that was answered before the reload, then nothing is sent again', async () => {
  const before = await openWindow()
  await before.settings.load()
  await before.settings.save('skin', 'skin_5')
  const page = await openWindow()
  await page.settings.load()
  expect(page.settings.current().general.skin).toBe('skin_5')
  expect(server.seen.filter(({ path }) => path.startsWith('mail/main/generalConfig'))).toHaveLength(1)
})

test('given a choice that the server refuses after the reload, then that is said once and it is taken back', async () => {
  const page = await chooseAndReload()
  server.on('mail/main/generalConfig/save', (_seen, response) =>
    answer(response, null, 400_001, 400, '这项设置已被锁定'),
  )
  await page.settings.load()
  await expect.poll(() => page.shownErrors.map(({ text }) => text)).toEqual(['这项设置已被锁定'])
  expect(page.settings.current().general.skin).toBe('skin_0')
  expect(sessionStorage.getItem(KEPT)).toBeNull()
})

test('a choice does not reach another account in the same window, and is still its own account’s', async () => {
  await chooseAndReload()
  logIn('zhang.wei@yanshu.test')
  const other = await openWindow()
  await other.settings.load()
  expect([other.settings.current().general.skin, stored.skin]).toEqual(['skin_0', 'skin_0'])
  logIn('li.na@yanshu.test')
  await (await openWindow()).settings.load()
  await expect.poll(() => stored.skin).toBe('skin_5')
})
