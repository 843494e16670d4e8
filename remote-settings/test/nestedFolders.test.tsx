// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import contributes from '../src/contributes.ts'
import SettingsView from '../src/layout/SettingsView.tsx'
import * as folders from '../src/messages/folders.ts'
import * as frame from '../src/messages/frame.ts'
import * as rules from '../src/messages/rules.ts'
import remote from '../src/remote.ts'

const folder = (folderId: number, folderName: string, parentId?: number) => ({
  ...{ folderId, folderName, role: 'custom' as const, pwd: false, mail: 0, unread: 0, spaceSize: 0, state: 0 },
  ...(parentId === undefined ? {} : { parentId }),
})
const FOLDERS = {
  folderList: [],
  customList: [folder(7, '外'), folder(8, '里', 7), folder(9, '旁')],
  labelList: [],
  folderOutList: [],
}

let shell: TestShell
let show: Awaited<ReturnType<typeof renderInShell>> | null = null

const open = async (page: string) => {
  show = await renderInShell((props) => <SettingsView {...props} />, { path: `/set/${page}`, params: { page } })
  const { container } = show
  await expect.poll(() => container.querySelector('h1')).not.toBeNull()
  return container
}
const grip = (container: Element, name: string) => {
  const found = [...container.querySelectorAll<HTMLElement>('tr [role=group]')].find((one) => one.textContent === name)
  if (!found) throw new Error(`no row ${name}`)
  return found
}
const press = (element: HTMLElement, key: string) =>
  act(async () => element.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true })))
const sent = (path: string) => shell.calls.filter((call) => call.path === path).map(({ input }) => input)

beforeEach(async () => {
  shell = await startTestShell({ folders: FOLDERS, remotes: [{ remote, contributes }] })
  // Only what comes first: each page brings the rest of its words.
  addMessages('remote-settings', 'zh', { ...frame.zh, ...folders.zh })
  shell.answer({ 'mail/main/folder/move': {}, 'mail/main/folder/sort': {}, 'mail/mailClassify/list': { list: [] } })
})
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
})

test('given Alt with an arrow, then a folder goes into the one above it, out of the one around it, and past its neighbours', async () => {
  const container = await open('foldermanagement')
  expect(grip(container, '里').getAttribute('aria-label')).toBe('“外”中的“里”，第 1 个，共 1 个')
  await press(grip(container, '旁'), 'ArrowRight')
  await expect.poll(() => sent('mail/main/folder/move')).toEqual([{ folderId: 9, parentId: 7, order: [7, 8, 9] }])
  await press(grip(container, '里'), 'ArrowLeft')
  await expect
    .poll(() => sent('mail/main/folder/move').at(1))
    .toEqual({ folderId: 8, parentId: null, order: [7, 8, 9] })
  await press(grip(container, '旁'), 'ArrowUp')
  await expect.poll(() => sent('mail/main/folder/sort')).toEqual([{ order: [9, 7, 8] }])
  // Nothing is above the first one, and nothing around it.
  await press(grip(container, '外'), 'ArrowRight')
  await press(grip(container, '外'), 'ArrowLeft')
  expect(sent('mail/main/folder/move')).toHaveLength(2)
})

test('given a page whose words do not come first, then it brings them', async () => {
  const container = await open('mailclassification')
  await expect.poll(() => container.textContent).toContain(rules.zh.add)
  expect(container.textContent).not.toMatch(/rules\.\w/)
})
