import { expect, test } from 'vitest'
import { folderLines, folderTree } from './folderTree.ts'

const folders = [
  { folderId: 3, folderName: '发票', parentId: 2 },
  { folderId: 1, folderName: '客户' },
  { folderId: 2, folderName: '2024', parentId: 1 },
  { folderId: 4, folderName: '别处', parentId: 99 },
]

test('folders come as a tree in the order of the list, each with its depth and path', () => {
  expect(folderLines(folders).map(({ folder, depth, path }) => [folder.folderId, depth, path])).toEqual([
    [1, 0, '客户'],
    [2, 1, '客户/2024'],
    [3, 2, '客户/2024/发票'],
    [4, 0, '别处'],
  ])
  expect(folderTree(folders).map(({ children }) => children.length)).toEqual([1, 0])
})

test('two folders that are said to lie in each other are in no tree, and nothing hangs', () => {
  expect(
    folderTree([
      { folderId: 1, folderName: 'a', parentId: 2 },
      { folderId: 2, folderName: 'b', parentId: 1 },
    ]),
  ).toEqual([])
})
