// @vitest-environment happy-dom
import type { ContactGroup } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import { contactOf } from '../testing/contactOf.ts'
import ContactGroups from './ContactGroups.tsx'

const GROUPS: readonly ContactGroup[] = [
  { groupId: 1, parentId: null, groupName: '客户', contacts: 0 },
  { groupId: 2, parentId: null, groupName: '供应商', contacts: 0 },
]

let shell: TestShell
let show: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-addressbook', 'zh', zh)
  shell.answer({ 'contact/group/list': { list: GROUPS }, 'contact/list': { list: [], total: 0, initials: [] } })
})
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
  clearNotices()
})

const open = async () => {
  show = await renderInShell((props) => <ContactGroups {...props} />, { path: '/addressbook/contactgroup?group=1' })
}
const found = <T extends HTMLElement>(selector: string, name: string) =>
  vi.waitFor(() => {
    const one = [...document.querySelectorAll<T>(selector)].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').includes(name),
    )
    if (!one) throw new Error(`no ${selector} called ${name}`)
    return one
  })
const press = async (selector: string, name: string) => {
  const one = await found(selector, name)
  await act(async () => one.click())
}
const nameField = () => vi.waitFor(() => found<HTMLInputElement>('form label', zh.field.name).then(inputOf))
const inputOf = (label: HTMLElement) => {
  const input = document.getElementById((label as HTMLLabelElement).htmlFor)
  if (!(input instanceof HTMLInputElement)) throw new Error('no field of the label')
  return input
}
const write = (input: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** Whether the browser would ask before it leaves the page. */
const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('given a contact that is being written, when another group is chosen, then it is asked for and nothing is lost', async () => {
  await open()
  await press('button', zh.list.new)
  await write(await nameField(), '欧阳若兰')
  await press('[role=treeitem]', '供应商')
  await press('[role=alertdialog] button', zh.form.leaveNo)
  expect((await nameField()).value).toBe('欧阳若兰')
  expect(location.hash).toContain('group=1')
  expect(asksToStay()).toBe(true)
  await press('[role=treeitem]', '供应商')
  await press('[role=alertdialog] button', zh.form.leaveYes)
  await vi.waitFor(() => expect(location.hash).toContain('group=2'))
  expect(asksToStay()).toBe(false)
})

test('given a contact that is saved, then the cursor stays where the form was', async () => {
  const contact = contactOf(9, { name: '欧阳若兰', groupIds: [1] })
  shell.answer({ 'contact/save': contact, 'contact/detail': contact })
  await open()
  await press('button', zh.list.new)
  await write(await nameField(), '欧阳若兰')
  await act(async () => document.querySelector<HTMLFormElement>('form[aria-label]')?.requestSubmit())
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(zh.card.region))
})

test('given groups that cannot be read, then that is said, and they can be asked for again', async () => {
  shell.answer({
    'contact/group/list': () => {
      throw new TestFailure(500_001, '服务器出错')
    },
  })
  await open()
  await found('[role=alert]', zh.group.failed)
  shell.answer({ 'contact/group/list': { list: GROUPS } })
  await press('[role=alert] button', '重试')
  await found('[role=treeitem]', '供应商')
})

test('given a slow server, when a new group is saved twice, then it is asked for once', async () => {
  let answer = (_: unknown) => {}
  shell.answer({ 'contact/group/save': () => new Promise((done) => (answer = done)) })
  await open()
  await press('button', zh.group.new)
  const input = await vi.waitFor(() => {
    const one = document.querySelector<HTMLInputElement>('#contact-group-name input')
    if (!one) throw new Error('no field')
    return one
  })
  await write(input, '同学')
  await press('[role=dialog] button', zh.form.save)
  await press('[role=dialog] button', zh.form.save)
  const saves = () => shell.calls.filter(({ path }) => path === 'contact/group/save')
  expect(saves()).toHaveLength(1)
  await act(async () => answer({ groupId: 3, parentId: null, groupName: '同学', contacts: 0 }))
  expect(saves()).toHaveLength(1)
})
