// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

const LI_NA = { name: '李娜', address: 'li.na@yanshu.test', matched: '' }

let shell: TestShell
let show: Rendered | null = null
const begin = async (displayOrg: boolean) => {
  shell = await startTestShell({ settings: { displayOrg } })
  addMessages('remote-addressbook', 'zh', zh)
  shell.answer({ 'contact/group/list': { list: [] } })
}
beforeEach(() => begin(false))
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
  clearNotices()
})
const dialog = () => document.querySelector('[role=dialog]')
const open = async () => {
  show = await renderInShell(<PeoplePicker onDone={() => undefined} />)
}

test('given a slow server, then the picker says that it is loading until the people are there', async () => {
  let answer = (_: unknown) => {}
  shell.answer({ 'contact/list/suggest': () => new Promise((done) => (answer = done)) })
  await open()
  await vi.waitFor(() => expect(dialog()?.querySelector('[role=status]')).not.toBeNull())
  await act(async () => answer({ list: [LI_NA] }))
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('李娜'))
  expect(dialog()?.querySelector('[role=status]')).toBeNull()
})

test('given people that cannot be had, then the picker says so, and tries again when that is asked', async () => {
  shell.answer({
    'contact/list/suggest': () => {
      throw new TestFailure(403_001, '没有权限')
    },
  })
  await open()
  const alert = () => dialog()?.querySelector('[role=alert]')
  await vi.waitFor(() => expect(alert()?.textContent).toContain(zh.list.failed))
  shell.answer({ 'contact/list/suggest': { list: [LI_NA] } })
  await act(async () => alert()?.querySelector('button')?.click())
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('李娜'))
})

test('given groups that cannot be had, then the picker says so beside the people', async () => {
  shell.answer({
    'contact/list/suggest': { list: [LI_NA] },
    'contact/group/list': () => {
      throw new TestFailure(403_001, '没有权限')
    },
  })
  await open()
  await vi.waitFor(() => expect(dialog()?.textContent).toContain(zh.group.failed))
  expect(dialog()?.textContent).toContain('李娜')
})

test('given the tree of the organisation, then people and a whole department with those below it are chosen by keys', async () => {
  const person = (accountId: number, name: string) => ({
    ...{ accountId, name, address: `${accountId}@yanshu.test`, duties: '', phone: '', head: false, partTime: false },
  })
  const dept = (deptId: number, parentId: number | null, deptName: string) => ({
    ...{ deptId, parentId, deptName, people: 1, own: 1 },
  })
  shell.stop()
  await begin(true)
  shell.answer({
    'contact/list/suggest': { list: [LI_NA] },
    'contact/tree': { list: [dept(1, null, '总部'), dept(2, 1, '研发部')] },
    'contact/department/people': ({ deptId }: { deptId: number }) => ({
      list: [Number(deptId) === 1 ? person(1, '张伟') : person(2, '陈杰')],
      more: false,
    }),
  })
  let done: readonly { address: string }[] = []
  show = await renderInShell(<PeoplePicker onDone={(people) => (done = people)} />)
  const tree = () => dialog()?.querySelector('[role=tree]')
  await vi.waitFor(() => expect(tree()?.textContent).toContain('张伟'))
  const press = (key: string) =>
    act(async () => {
      tree()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Enter')
  expect(tree()?.querySelector('[aria-checked=true]')?.textContent).toContain('张伟')
  await press('Home')
  await press(' ')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('确定（2）'))
  await act(async () => [...(dialog()?.querySelectorAll('button') ?? [])].at(-1)?.click())
  expect(done.map(({ address }) => address).toSorted()).toEqual(['1@yanshu.test', '2@yanshu.test'])
})
