import type { Folder, FolderLists } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { sidebarContent, UNLOCKED } from './places.ts'

const folder = (folderId: number, parentId: number | undefined, more: Partial<Folder> = {}): Folder => ({
  ...{
    folderId,
    folderName: `f${folderId}`,
    role: 'custom',
    mail: 9,
    unread: folderId,
    spaceSize: 0,
    pwd: false,
    state: 0,
  },
  ...(parentId === undefined ? {} : { parentId }),
  ...more,
})
const lists = (customList: Folder[]): FolderLists => ({ folderList: [], customList, labelList: [], folderOutList: [] })
const NAV = { top: [], further: [], more: [], folders: { custom: '/box/:id' } }

/** The own folders of the sidebar with their counts, those in a folder behind it. */
const shown = (customList: Folder[], folded: readonly string[] = []) => {
  const { nodes, branches } = sidebarContent(
    lists(customList),
    ({ folderName }) => folderName,
    NAV,
    (key) => key,
    new Set(folded),
  )
  const own = nodes.find(({ id }) => id === 'group:folders')?.children ?? []
  return { own: own.map(({ label, count, children }) => [label, count, children?.map((one) => one.label)]), branches }
}

const TREE = [folder(1, undefined), folder(2, 1), folder(3, 2), folder(4, undefined)]

test('folders lie in each other, and each counts its own unread mails', () => {
  expect(shown(TREE)).toEqual({
    own: [
      ['f1', 1, ['f2']],
      ['f4', 4, undefined],
    ],
    branches: expect.arrayContaining(['folder:1', 'folder:2']),
  })
})

test('a folded folder counts those in it as well', () => {
  expect(shown(TREE, ['folder:1']).own[0]).toEqual(['f1', 6, ['f2']])
})

test('what lies in a hidden folder is hidden', () => {
  expect(shown([folder(1, undefined, { state: 1 }), folder(2, 1), folder(4, undefined)]).own).toEqual([
    ['f4', 4, undefined],
  ])
})

test('a view of a remote shows what waits there, and says so', () => {
  const further = [
    { path: '/approval', label: '邮件审批', icon: 'approval' as const, count: 3 },
    { path: '/pending', label: '我的申请', icon: 'clock' as const, count: 0 },
  ]
  const say = (key: string, values?: Record<string, string | number>) => `${key} ${values?.count ?? ''}`
  const { nodes } = sidebarContent(lists([]), ({ folderName }) => folderName, { ...NAV, further }, say)
  expect(nodes.filter(({ id }) => id.startsWith('page:'))).toMatchObject([
    { label: '邮件审批', count: 3, countLabel: 'sidebar.waiting 3' },
    { label: '我的申请', count: 0 },
  ])
})

test('a folder with a password has a lock, which is open where this session has entered it', () => {
  const customList = [
    folder(1, undefined, { pwd: true, opened: true }),
    folder(2, undefined, { pwd: true, opened: false }),
  ]
  const { nodes } = sidebarContent(
    lists([...customList, folder(3, undefined)]),
    ({ folderName }) => folderName,
    NAV,
    (key) => key,
    new Set(),
  )
  const own = nodes.find(({ id }) => id === 'group:folders')?.children ?? []
  expect(own.map(({ icon }) => icon)).toEqual([UNLOCKED, 'lock', 'folder'])
})
