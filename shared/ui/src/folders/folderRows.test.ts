import { expect, it } from 'vitest'
import { type FolderSection, findFolders, folderRows } from './folderRows.ts'

const sections: readonly FolderSection[] = [
  { id: 'system', label: '系统文件夹', folders: [{ id: 1, name: '收件箱', disabled: true }] },
  {
    id: 'own',
    label: '我的文件夹',
    folders: [
      {
        id: 2,
        name: '客户',
        disabled: true,
        children: [
          { id: 3, name: '项目资料' },
          { id: 4, name: '资料' },
        ],
      },
      { id: 5, name: 'Project' },
    ],
  },
]
const named = (typed: string) => findFolders(sections, typed).map(({ folder }) => folder.name)

it('given no text, then it is the tree, each folder with its depth and where it lies', () => {
  expect(folderRows(sections).map(({ folder, depth, path }) => [folder.id, depth, path.join('/')])).toEqual([
    [1, 0, ''],
    [2, 0, ''],
    [3, 1, '客户'],
    [4, 1, '客户'],
    [5, 0, ''],
  ])
  expect(named('  ')).toHaveLength(5)
})

it('given text, then the best name comes first, found as written, by pinyin or by initials', () => {
  expect(named('资料')).toEqual(['资料', '项目资料'])
  expect(named('xmzl')).toEqual(['项目资料'])
  expect(named('PRO')).toEqual(['Project'])
})

it('given text, then a folder that cannot be chosen is not found', () => {
  expect(named('shoujianxiang')).toEqual([])
  expect(named('kehu')).toEqual([])
})

it('given a section that repeats others, then it stands in the tree and typing finds each folder once', () => {
  const last: FolderSection = { id: 'last', label: '最近', repeats: true, folders: [{ id: 3, name: '项目资料' }] }
  const ids = (typed: string) => findFolders([last, ...sections], typed).map(({ folder }) => folder.id)
  expect(ids('').filter((id) => id === 3)).toHaveLength(2)
  expect(ids('xmzl')).toEqual([3])
})
