// @vitest-environment happy-dom
import type { Role } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { areaOf, type Contribution, isOffered, routeAt } from '../src/contributions/contributions.ts'
import { contributions } from '../src/index.ts'
import { defaultSettings } from '../src/settings/defaults.ts'

const title = { zh: '控制台', en: 'Console' }
const CONSOLE: Contribution = {
  remote: 'remote-console',
  running: undefined,
  contributes: {
    routes: [
      { prefix: 'console', title, area: 'console' },
      { prefix: 'notes', title },
    ],
    areas: [{ area: 'console', title, home: '/console', when: 'administrator' }],
  },
}
const having = (...roles: Role[]) => ({ ...defaultSettings(), roles })

test('a place is offered by a switch that is on or a role that the person has, and not by what is unknown', () => {
  expect(isOffered({ when: 'calendarEnable' }, having())).toBe(true)
  expect(isOffered({ when: 'administrator' }, having())).toBe(false)
  expect(isOffered({ when: 'administrator' }, having('groupManager', 'administrator'))).toBe(true)
  expect(isOffered({ when: 'visitor' }, having('administrator'))).toBe(false)
})

test('a path belongs to the area of its route while that is offered', () => {
  const all = [CONSOLE]
  expect(areaOf(all, having('administrator'), '/console/people?page=2')).toMatchObject({
    remote: 'remote-console',
    home: '/console',
  })
  expect(areaOf(all, having(), '/console/people')).toBeUndefined()
  expect(areaOf(all, having('administrator'), '/notes')).toBeUndefined()
})

test('the route of a path is that of the manifest', () => {
  contributions.set([CONSOLE])
  expect(routeAt('/console/people')?.area).toBe('console')
  contributions.set([])
  expect(routeAt('/console/people')).toBeUndefined()
})
