// @vitest-environment happy-dom
import type { MessageTree } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Responses, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import contributes from '../src/contributes.ts'
import { FINDABLE_PAGES, FINDABLE_SETTINGS } from '../src/find/findable.ts'
import { settingsCommands } from '../src/find/settingsCommands.ts'
import SettingsView from '../src/layout/SettingsView.tsx'
import en from '../src/messages/en.ts'
import zh from '../src/messages/zh.ts'
import remote from '../src/remote.ts'

const FOLDERS = { folderList: [], customList: [], labelList: [], folderOutList: [] }

const ACCOUNT = {
  uuid: '1', account: 'a@b.example', emailAddr: 'a@b.example', userName: '甲', avatar: '', companyName: '', deptId: 0, deptName: '',
  partTimeDeptName: '', phone: '', duties: '', gender: 2, isAdmin: 0, accountType: 1, associatedAccount: {}, isChangePassword: 0,
} // biome-ignore format: a person without anything
const RESPONSES: Responses = {
  'mail/mailClassify/list': { list: [], mayForward: true, confirmed: [] },
  'mail/mailClassify/senders': { list: [] },
  'mail/main/generalConfig/getReply': { enabled: false, startAt: null, endAt: null, subject: '', inside: '', outsideTo: 'known', outside: '' },
  'mail/main/generalConfig/replyLog': { list: [] },
  'mail/main/generalConfig/getForward': { enabled: false, keepCopy: true, addresses: [] },
  'mail/main/sign': { list: [] },
  'mail/main/sign/listSystem': { list: [] },
  'mail/template/letterTemplateList': { list: [] },
  'user/info': ACCOUNT,
  'mail/main/nicknameAndAlias/list': { list: [], left: 5 },
  'mail/log/userLog': { list: [], more: false },
  'user/client/detail': { enabled: true, protocols: [], codes: [], left: 3 },
  'mail/client/list': { list: [] },
  'user/archive/state': { archive: null },
  'mail/log/changes': { since: null, list: [], more: false },
  'user/bind/phone': { phoneEnd: '', offered: true },
  'mail/main/selfCheck': { now: Date.now(), findings: [] },
} // biome-ignore format: what the pages ask for

/** `语言 = Language` for every message. */
const pairsOf = (own: MessageTree, other: MessageTree): string[] =>
  Object.entries(own).flatMap(([key, value]) => {
    const there = other[key]
    if (typeof value === 'string') return [`${value} = ${there}`]
    return typeof there === 'object' ? pairsOf(value, there) : []
  })

/** Without the one that is only there while some remote has something to export. */
const PAGES = contributes.settings.map(({ page }) => page).filter((page) => page !== 'export')

let shell: TestShell
let show: Awaited<ReturnType<typeof renderInShell>> | null = null

const open = async (path: string) => {
  const page = path.replace(/^\/set\/|\?.*$/g, '')
  show = await renderInShell((props) => <SettingsView {...props} />, { path, params: { page } })
  const { container } = show
  // A page is a module of its own, which takes its time the first time.
  await expect.poll(() => container.querySelector('h1')).not.toBeNull()
  return container
}

beforeEach(async () => {
  shell = await startTestShell({ folders: FOLDERS, responses: RESPONSES, remotes: [{ remote, contributes }] })
  addMessages('remote-settings', 'zh', zh)
})
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
})

describe('what the palette finds of the settings', () => {
  test('given every page, then it is offered, and so is every setting on it', { timeout: 60_000 }, async () => {
    expect(FINDABLE_PAGES.map(({ page }) => page).filter((page) => page !== 'export')).toEqual(PAGES)
    for (const page of PAGES) {
      const container = await open(`/set/${page}`)
      const there = () =>
        [...container.querySelectorAll<HTMLElement>('[data-setting]')].map((one) => one.dataset.setting)
      const offered = Object.entries(FINDABLE_SETTINGS).flatMap(([id, one]) => (one.page === page ? [id] : []))
      // A control outside of every setting could not be found.
      const loose = () =>
        [...container.querySelectorAll('section :is(input, select, button)')].filter(
          (control) => !control.closest('[data-setting]'),
        )
      // The account has pages of its own.
      const parts = container.querySelectorAll<HTMLElement>(`nav[aria-label="${zh.pages.account}"] button`)
      if (parts.length === 0) await expect.poll(() => there()).toEqual(offered)
      const seen: (string | undefined)[] = []
      for (const part of parts) {
        await act(async () => part.click())
        expect(loose()).toEqual([])
        seen.push(...there())
      }
      expect(loose()).toEqual([])
      if (parts.length > 0) expect(seen.sort()).toEqual(offered.sort())
      await show?.unmount()
    }
  })

  test('given their names, then they are the words of the pages, in both languages at the same place', () => {
    const said = new Set(pairsOf(zh, en))
    for (const one of [...FINDABLE_PAGES, ...Object.values(FINDABLE_SETTINGS)]) {
      expect(said).toContain(`${one.zh} = ${one.en}`)
    }
  })

  test.each(['zh', 'en'] as const)('given %s, then each leads to an address of its own and speaks it', (language) => {
    const commands = settingsCommands(language)
    expect(new Set(commands.map(({ path }) => path)).size).toBe(commands.length)
    for (const { path, label, words } of commands) {
      expect(
        PAGES.some((id) => path === `/set/${id}` || path.startsWith(`/set/${id}?at=`)),
        path,
      ).toBe(true)
      expect(/\p{Script=Han}/u.test(label), label).toBe(language === 'zh')
      expect(words.every((word) => word.trim() !== '')).toBe(true)
    }
  })
})

describe('a setting that the address points at', () => {
  test('given several choices, then the one that is made has the focus', async () => {
    const container = await open('/set/normalset?at=colorMode')
    const setting = container.querySelector<HTMLElement>('[data-setting=colorMode]')
    expect(setting?.dataset.pointed).toBe('')
    expect(container.querySelectorAll('[data-pointed]')).toHaveLength(1)
    const chosen = '[data-setting=colorMode] input:checked'
    await expect.poll(() => document.activeElement?.matches(chosen)).toBe(true)
  })

  test('given a control that loads, then the one that takes its place has the focus', async () => {
    const container = await open('/set/normalset?at=timeZone')
    const setting = container.querySelector('[data-setting=timeZone]')
    const control = setting?.querySelector('input, select, button')
    control?.replaceWith(document.createElement('select'))
    await expect.poll(() => setting?.contains(document.activeElement)).toBe(true)
  })

  test('given an address that asks to search, then the field has the focus and what is to be found', async () => {
    const container = await open('/set/normalset?find=撤回')
    const field = container.querySelector<HTMLInputElement>('search input')
    await expect.poll(() => field?.value).toBe('撤回')
    expect(document.activeElement).toBe(field)
    await expect.poll(() => location.hash).toBe('#/set/normalset')
    expect(field?.value).toBe('撤回')
  })

  test('given a press after that, then the address no longer names the setting', async () => {
    await open('/set/normalset?at=skin')
    await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true })))
    await expect.poll(() => location.hash).toBe('#/set/normalset')
  })
})
