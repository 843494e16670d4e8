import type { Tab } from '@yanshu/shell-api'
import { expect, test } from 'vitest'
import { MOUNTED_TABS, mountedTabs } from './mountedTabs.ts'

const tabs = (count: number, dirty: readonly string[] = []): Tab[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `t${at}`,
    path: `/custombox/${at}`,
    title: '',
    dirty: dirty.includes(`t${at}`),
    remote: null,
    closable: true,
  }))
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `t${from + at}`)
const nobody = () => false

test('of many clean tabs those that were looked at last are mounted', () => {
  expect([...mountedTabs(tabs(20), ids(0, 20), nobody)]).toEqual(ids(20 - MOUNTED_TABS, 20))
})

test('a tab that is looked at again is mounted in place of another', () => {
  const mounted = mountedTabs(tabs(20), [...ids(1, 20), 't0'], nobody)
  expect([mounted.has('t0'), mounted.has('t12'), mounted.size]).toEqual([true, false, MOUNTED_TABS])
})

test('unsaved work, and what asks before it closes, is mounted beside them', () => {
  const mounted = mountedTabs(tabs(20, ['t0', 't1']), ids(0, 20), (id) => id === 't2')
  expect(['t0', 't1', 't2'].every((id) => mounted.has(id))).toBe(true)
  expect(mounted.size).toBe(MOUNTED_TABS + 3)
})

test('tabs opened in the background are mounted while there is room', () => {
  expect([...mountedTabs(tabs(3), ['t0'], nobody)]).toEqual(['t1', 't2', 't0'])
  expect(mountedTabs(tabs(20), ids(0, 12), nobody).has('t15')).toBe(false)
})
