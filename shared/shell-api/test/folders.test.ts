// @vitest-environment happy-dom
import type { Counters, Folder, FolderLists } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { folders } from '../src/index.ts'
import { startTestShell, TestFailure, type TestShell } from '../src/testing/index.ts'

const folder = (folderId: number, role: Folder['role'], mail: number, unread: number): Folder => ({
  folderId,
  role,
  mail,
  unread,
  folderName: role === 'inbox' ? '收件箱' : `夹${folderId}`,
  spaceSize: 0,
  pwd: false,
  state: 0,
})
const lists = (inbox: [number, number] = [10, 4], custom: [number, number] = [5, 0]): FolderLists => ({
  folderList: [folder(1, 'inbox', ...inbox)],
  customList: [folder(9, 'custom', ...custom)],
  labelList: [{ labelId: 3, labelName: '重要', color: 1, mail: 2, unread: 1, spaceSize: 0, state: 0 }],
  folderOutList: [],
})
const counters = (mail: number, unread: number): Counters => ({ folders: [{ folderId: 1, mail, unread }], labels: [] })
const shown = (id = 1) => {
  const one = folders.tree().byId(id)
  return [one?.mail, one?.unread]
}

let shell: TestShell
afterEach(() => shell.stop())
const start = async (responses = {}) => {
  shell = await startTestShell({ folders: lists(), responses })
}

test('an action moves the numbers at once, and taking it back moves them again', async () => {
  await start()
  const undo = folders.adjust([
    { folderId: 1, mail: -1, unread: -1 },
    { folderId: 9, mail: 1, unread: 1 },
    { labelId: 3, unread: -1 },
  ])
  expect([shown(1), shown(9), folders.tree().label(3)?.unread]).toEqual([[9, 3], [6, 1], 0])
  undo()
  expect([shown(1), shown(9), folders.tree().label(3)?.unread]).toEqual([[10, 4], [5, 0], 1])
  undo()
  expect(shown(1)).toEqual([10, 4])
})

test('a number of the server replaces the estimated one, and a late undo changes nothing', async () => {
  await start()
  const undo = folders.adjust([{ folderId: 1, mail: -1, unread: -1 }])
  folders.applyCounters(counters(9, 3))
  expect(shown()).toEqual([9, 3])
  undo()
  expect(shown()).toEqual([9, 3])
})

test('an undo after the server spoke of one of two folders gives back the other alone', async () => {
  await start()
  const undo = folders.adjust([
    { folderId: 1, mail: -1 },
    { folderId: 9, mail: 1 },
  ])
  folders.applyCounters(counters(9, 4))
  undo()
  expect([shown(1), shown(9)]).toEqual([
    [9, 4],
    [5, 0],
  ])
})

test('numbers never go below zero, and no more is unread than there is', async () => {
  await start()
  folders.adjust([{ folderId: 1, mail: -99, unread: 5 }])
  expect(shown()).toEqual([0, 0])
})

test('a thousand actions, undone, confirmed and refreshed in any order, end at the number of the server', async () => {
  await start()
  let seed = 7
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % n
  }
  let truth = 10
  const undos: (() => void)[] = []
  for (let i = 0; i < 1_000; i += 1) {
    const what = random(4)
    if (what === 0) undos.push(folders.adjust([{ folderId: 1, mail: random(3) - 1 }]))
    else if (what === 1) undos.splice(random(undos.length || 1), 1)[0]?.()
    else if (what === 2) {
      truth = Math.max(0, truth + random(5) - 2)
      folders.applyCounters(counters(truth, 0))
    } else {
      shell.answer({ 'mail/main/folder/list': lists([truth, 0]) })
      await folders.refresh()
    }
    expect(shown()[0]).toBeGreaterThanOrEqual(0)
  }
  folders.applyCounters(counters(truth, 0))
  for (const undo of undos) undo()
  expect(shown()).toEqual([truth, 0])
})

test('a push that comes while the tree is fetched is newer than the answer', async () => {
  await start()
  const slow = Promise.withResolvers<FolderLists>()
  shell.answer({ 'mail/main/folder/list': () => slow.promise })
  const refreshing = folders.refresh()
  await Promise.resolve()
  folders.applyCounters(counters(12, 6))
  slow.resolve(lists([11, 5]))
  await refreshing
  expect(shown()).toEqual([12, 6])
})

test('the socket speaks of an own change before its answer, and the tree is shown once it can be undone', async () => {
  await start()
  const answer = Promise.withResolvers<Folder>()
  const renamed = { ...folder(9, 'custom', 5, 0), folderName: '新名' }
  const nameShown = () => folders.tree().byId(9)?.folderName
  shell.answer({
    'mail/main/folder/updateName': () => answer.promise,
    'mail/main/folder/list': () => ({ ...lists(), customList: [renamed] }),
  })
  const renaming = folders.rename(9, '新名')
  const refreshing = folders.refresh()
  // The tree would have been read by then.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(nameShown()).toBe('夹9')
  answer.resolve(renamed)
  await Promise.all([renaming, refreshing])
  expect(nameShown()).toBe('新名')
})

test('an action that began while the tree was fetched stays counted', async () => {
  await start()
  const slow = Promise.withResolvers<FolderLists>()
  shell.answer({ 'mail/main/folder/list': () => slow.promise })
  const refreshing = folders.refresh()
  folders.adjust([{ folderId: 1, mail: -1 }])
  slow.resolve(lists())
  await refreshing
  expect(shown()).toEqual([9, 4])
})

test('a message of the socket moves the counters', async () => {
  await start()
  shell.emit({
    optType: 'mailbox',
    seq: 1,
    change: 'updated',
    mailboxId: 1,
    mailIds: [5],
    items: [],
    counters: counters(10, 3),
  })
  expect(shown()).toEqual([10, 3])
})

test('system folders are called in the language of the user', async () => {
  await start()
  const inbox = folders.tree().byRole('inbox')
  expect(inbox && folders.tree().nameOf(inbox)).toBe('收件箱')
  const { setLanguage } = await import('../src/index.ts')
  await setLanguage('en')
  expect(inbox && folders.tree().nameOf(inbox)).toBe('Inbox')
})

test('a folder that could not be made is reported, and the tree stays', async () => {
  await start({
    'mail/main/folder/save': () => {
      throw new TestFailure(400_003, '该名称已存在')
    },
  })
  await expect(folders.create('夹9')).rejects.toMatchObject({ code: 400_003 })
  expect(shell.errors).toEqual(['该名称已存在'])
  expect(shell.calls.filter((one) => one.path === 'mail/main/folder/list')).toHaveLength(1)
})
