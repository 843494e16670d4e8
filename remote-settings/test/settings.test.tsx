// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import contributes from '../src/contributes.ts'
import SettingsView from '../src/layout/SettingsView.tsx'
import zh from '../src/messages/zh.ts'
import remote from '../src/remote.ts'

const counts = { mail: 3, unread: 1, spaceSize: 2_048, state: 0 }
const FOLDERS = {
  folderList: [{ folderId: 1, folderName: '收件箱', role: 'inbox' as const, pwd: false, ...counts }],
  customList: [{ folderId: 7, folderName: '项目资料', role: 'custom' as const, pwd: false, ...counts }],
  labelList: [{ labelId: 9, labelName: '客户', color: 2, ...counts }],
  folderOutList: [],
}

/** A busy machine takes its time. */
const waitFor = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })

let shell: TestShell
let show: Awaited<ReturnType<typeof renderInShell>> | null = null

const open = async (page: string | undefined) => {
  show = await renderInShell((props) => <SettingsView {...props} />, {
    path: page ? `/set/${page}` : '/set',
    params: page ? { page } : {},
  })
  const { container } = show
  if (page && contributes.settings.some((one) => one.page === page))
    await waitFor(() => expect(container.querySelector('h1')).not.toBeNull())
  return container
}

const named = (container: Element, role: string, name: string) => {
  const found = [...container.querySelectorAll<HTMLInputElement>('input, button')].find((element) => {
    const says = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent
    return (element.getAttribute('role') ?? element.type) === role && says.includes(name)
  })
  if (!found) throw new Error(`no ${role} called ${name}`)
  return found
}
const press = (element: HTMLElement) => act(async () => element.click())
const sent = (path: string) => shell.calls.filter((call) => call.path === path).map(({ input }) => input)

beforeEach(async () => {
  shell = await startTestShell({ folders: FOLDERS, remotes: [{ remote, contributes }] })
  addMessages('remote-settings', 'zh', zh)
  shell.answer({ 'user/push/state': { on: false, withContent: false } })
})

afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
  clearNotices()
})

describe('general settings', () => {
  test('given a change, then it is shown at once, sent, and said to be saved', async () => {
    const container = await open('normalset')
    const large = () => named(container, 'radio', zh.look.fontSize3)
    let answer: (value: unknown) => void = () => undefined
    shell.answer({ 'mail/main/generalConfig/single/update': () => new Promise((done) => (answer = done)) })
    await press(large())
    expect(large().checked).toBe(true)
    expect(container.textContent).toContain(zh.saved.saving)
    await waitFor(() => expect(sent('mail/main/generalConfig/single/update')).toEqual([{ key: 'fontSize', value: 3 }]))
    await act(async () => answer({ ...(await import('@yanshu/shell-api')).settings.current().general, fontSize: 3 }))
    await waitFor(() => expect(container.textContent).toContain(zh.saved.saved))
  })

  test('given a server that refuses, then the former setting is back and the reason is shown', async () => {
    const container = await open('normalset')
    shell.answer({
      'mail/main/generalConfig/single/update': () => {
        throw new TestFailure(500_001, '服务器出错')
      },
    })
    await press(named(container, 'switch', zh.list.showMailSize))
    await waitFor(() => expect(container.textContent).toContain(zh.saved.failed))
    expect(shell.errors).toEqual(['服务器出错'])
    expect(named(container, 'switch', zh.list.showMailSize).checked).toBe(false)
  })

  test('given a change in another window, then it is shown', async () => {
    const container = await open('normalset')
    const { settings } = await import('@yanshu/shell-api')
    const index = settings.current()
    shell.answer({ 'mail/main/index': { ...index, general: { ...index.general, layout: 2 } } })
    await act(async () =>
      shell.emit({
        optType: 'mailbox',
        seq: 1,
        change: 'settings',
        mailboxId: null,
        mailIds: [],
        items: [],
        counters: { folders: [], labels: [] },
      }),
    )
    await waitFor(() => expect(named(container, 'radio', zh.look.layout2).checked).toBe(true))
  })
})

describe('folders and labels', () => {
  test('given folders, then their counts and sizes are in the table', async () => {
    const container = await open('foldermanagement')
    const row = [...container.querySelectorAll('tr')].find((line) => line.textContent?.includes('项目资料'))
    expect([...(row?.querySelectorAll('td') ?? [])].slice(0, 3).map((cell) => cell.textContent)).toEqual([
      '3',
      '1',
      '2 KB',
    ])
  })

  test('given a folder that is hidden, then its state is sent to the server', async () => {
    const container = await open('foldermanagement')
    shell.answer({ 'mail/main/folder/updateState': {} })
    await press(named(container, 'switch', '项目资料'))
    await waitFor(() => expect(sent('mail/main/folder/updateState')).toEqual([{ folderId: 7, state: 1 }]))
  })

  test('given a switch that is pressed, then it answers at once, and goes back when the server refuses', async () => {
    const container = await open('foldermanagement')
    let refuse: (error: Error) => void = () => undefined
    shell.answer({
      'mail/main/folder/updateState': () =>
        new Promise((_, fail) => {
          refuse = fail
        }),
    })
    const shown = () => named(container, 'switch', '项目资料').checked
    await press(named(container, 'switch', '项目资料'))
    expect(shown()).toBe(false)
    await waitFor(() => expect(sent('mail/main/folder/updateState')).toHaveLength(1))
    await act(async () => refuse(new TestFailure(500_001, '服务器出错')))
    await waitFor(() => expect(shown()).toBe(true))
    expect(shell.errors).toEqual(['服务器出错'])
  })

  test('given a label that is disabled, then its state is sent to the server', async () => {
    const container = await open('foldermanagement')
    shell.answer({ 'mail/main/label/update': FOLDERS.labelList[0] })
    await press(named(container, 'switch', '客户'))
    await waitFor(() => expect(sent('mail/main/label/update')).toEqual([{ labelId: 9, state: 1 }]))
  })
})

describe('the pages', () => {
  test('given a page that was opened before, when another window changed it meanwhile, then it shows that', async () => {
    const client = (enabled: boolean) => ({ enabled, protocols: [], codes: [], left: 3 })
    shell.answer({
      'mail/main/index': { ...(await import('@yanshu/shell-api')).settings.current(), mailClient: true },
      'user/client/detail': client(false),
      'user/info': {},
      'mail/client/list': { list: [] },
    })
    await (await import('@yanshu/shell-api')).settings.load()
    const first = await open('client')
    const enabled = (container: Element) => named(container, 'switch', zh.account.clients.enabled).checked
    await waitFor(() => expect(enabled(first)).toBe(false))
    await show?.unmount()
    shell.answer({ 'user/client/detail': client(true) })
    const again = await open('client')
    await waitFor(() => expect(enabled(again)).toBe(true))
  })

  test('given /set alone, then it leads to the first page', async () => {
    await open(undefined)
    await waitFor(() => expect(location.hash).toBe('#/set/normalset'))
  })

  test('given an unknown page, then it says so and leads back', async () => {
    const container = await open('nowhere')
    expect(container.textContent).toContain(zh.pages.lost)
    await press(named(container, 'button', zh.pages.back))
    await waitFor(() => expect(location.hash).toBe('#/set/normalset'))
  })
})
