import { expect, it } from 'vitest'
import { treeRows } from './treeRows.ts'

const nodes = [
  { id: 'inbox', label: '收件箱' },
  { id: 'mine', label: '我的文件夹', children: [{ id: 'a', label: 'A', children: [{ id: 'b', label: 'B' }] }] },
  { id: 'empty', label: '标签', children: [] },
]

it('shows children only of what is open', () => {
  expect(treeRows(nodes, new Set()).map((row) => [row.node.id, row.level, row.expanded])).toEqual([
    ['inbox', 1, undefined],
    ['mine', 1, false],
    ['empty', 1, undefined],
  ])
  expect(treeRows(nodes, new Set(['mine', 'a'])).map((row) => [row.node.id, row.level, row.parent])).toEqual([
    ['inbox', 1, undefined],
    ['mine', 1, undefined],
    ['a', 2, 'mine'],
    ['b', 3, 'a'],
    ['empty', 1, undefined],
  ])
})

it('counts places among siblings', () => {
  const last = treeRows(nodes, new Set()).at(-1)
  expect([last?.position, last?.setSize]).toEqual([3, 3])
})
