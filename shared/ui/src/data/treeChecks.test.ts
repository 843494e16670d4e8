import { expect, it } from 'vitest'
import type { TreeNode } from '../foldertree/treeRows.ts'
import { checksOf, leavesOf, toggleCheck } from './treeChecks.ts'

const leaf = (id: string): TreeNode => ({ id, label: id })
const department: TreeNode = {
  id: '研发',
  label: '研发',
  children: [{ id: '平台', label: '平台', children: [leaf('张伟'), leaf('李娜')] }, leaf('王芳')],
}

it('given some leaves, then every branch says whether all, some or none of its leaves are checked', () => {
  const checks = checksOf([department, leaf('赵敏')], new Set(['张伟', '李娜']))
  expect(Object.fromEntries(checks)).toEqual({
    研发: 'some',
    平台: 'all',
    张伟: 'all',
    李娜: 'all',
    王芳: 'none',
    赵敏: 'none',
  })
})

it('given a branch of which some is checked, when its box is pressed, then all is, and once more none', () => {
  const once = toggleCheck(department, new Set(['李娜', '赵敏']))
  expect([...once].sort()).toEqual(['张伟', '李娜', '王芳', '赵敏'].sort())
  expect([...toggleCheck(department, once)]).toEqual(['赵敏'])
})

it('given a branch without anything in it, then it is a leaf', () => {
  const empty: TreeNode = { id: '空', label: '空', children: [] }
  expect(leavesOf(empty)).toEqual(['空'])
  expect(checksOf([empty], new Set(['空'])).get('空')).toBe('all')
})

it('given 10,000 leaves in a row of branches, then all are found', () => {
  const wide: TreeNode = { id: 'w', label: 'w', children: Array.from({ length: 10_000 }, (_, at) => leaf(`${at}`)) }
  expect(leavesOf(wide)).toHaveLength(10_000)
  expect(checksOf([wide], new Set(leavesOf(wide))).get('w')).toBe('all')
})
