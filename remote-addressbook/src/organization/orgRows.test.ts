import type { DepartmentNode, DepartmentPerson } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import { orgRows, orgTree } from './orgRows.ts'

const dept = (deptId: number, parentId: number | null, people = 0): DepartmentNode => ({
  deptId,
  parentId,
  deptName: `部门 ${deptId}`,
  people,
  own: people,
})
const person = (accountId: number): DepartmentPerson => ({
  accountId,
  name: `人 ${accountId}`,
  address: `p${accountId}@yanshu.test`,
  duties: '',
  phone: '',
  head: false,
  partTime: false,
})
const none = () => undefined

describe('the lines of the organisation', () => {
  const tree = orgTree([dept(1, null, 1), dept(2, 1, 2), dept(3, 1, 0), dept(4, 2, 5)])

  it('begins with the departments at the top, closed', () => {
    expect(orgRows(tree, new Set(), none).map(({ key, level }) => [key, level])).toEqual([['d1', 1]])
    expect(tree.allOf(1)).toBe(8)
    expect(tree.chainTo(4)).toEqual([1, 2, 4])
  })

  it('shows departments before people, each with its place among all of them', () => {
    const peopleOf = (deptId: number) => (deptId === 1 ? { list: [person(9)], more: false } : undefined)
    const rows = orgRows(tree, new Set([1, 2]), peopleOf)
    expect(rows.map(({ key, level, setSize, position }) => [key, level, setSize, position])).toEqual([
      ['d1', 1, 1, 1],
      ['d2', 2, 3, 1],
      ['d4', 3, 3, 1],
      ['w2', 3, 3, 2],
      ['d3', 2, 3, 2],
      ['p1.9', 2, 3, 3],
    ])
  })

  it('offers the rest of a large department', () => {
    const rows = orgRows(orgTree([dept(1, null, 300)]), new Set([1]), () => ({ list: [person(1)], more: true }))
    expect(rows.map(({ key }) => key)).toEqual(['d1', 'p1.1', 'm1'])
  })

  it('shows departments that hang on each other, or on nothing, and never goes round', () => {
    const round = orgTree([dept(1, 2, 1), dept(2, 1, 1), dept(3, 99, 1)])
    expect(round.top.map(({ deptId }) => deptId)).toEqual([1, 2, 3])
    expect(orgRows(round, new Set([1, 2, 3]), none)).toHaveLength(6)
  })

  it('lays 3,000 open departments out at once', () => {
    const many = orgTree(
      Array.from({ length: 3_000 }, (_, at) => dept(at + 1, at === 0 ? null : ((at - 1) >> 2) + 1, 17)),
    )
    const open = new Set(Array.from({ length: 3_000 }, (_, at) => at + 1))
    const list = Array.from({ length: 17 }, (_, at) => person(at + 1))
    const rows = orgRows(many, open, () => ({ list, more: false }))
    expect(rows).toHaveLength(54_000)
    expect(many.allOf(1)).toBe(51_000)
  })
})
