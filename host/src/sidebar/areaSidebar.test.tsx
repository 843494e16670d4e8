// @vitest-environment happy-dom
import type { AreaProps } from '@yanshu/contracts'
import { addMessages, type Contributed, go, tabsHost } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import zh from '../messages/zh.ts'
import { AreaSidebar } from './AreaSidebar.tsx'

const title = { zh: '记事', en: 'Notes' }
const AREA: Contributed<{ area: string; title: typeof title; home: string }> = {
  area: 'notes',
  title,
  home: '/notes',
  remote: 'remote-notes',
  running: undefined,
}
const Side = ({ path, collapsed }: AreaProps) => <p>{collapsed ? 'narrow' : `at ${path}`}</p>

let shell: TestShell
let show: Rendered

beforeEach(async () => {
  shell = await startTestShell({
    remotes: [
      {
        remote: {
          contract: { name: 'remote-notes', major: 1 },
          routes: [],
          areas: { notes: async () => ({ default: Side }) },
          i18n: { ns: 'notes', load: async () => ({ default: {} }) },
        },
        contributes: { routes: [], areas: [AREA] },
      },
    ],
  })
  addMessages('shell', 'zh', zh)
})
afterEach(async () => {
  await show.unmount()
  shell.stop()
})

const side = (collapsed: boolean) => (
  <AreaSidebar
    area={AREA}
    isInside={(path) => path.startsWith('/notes')}
    home="/home"
    path="/notes/2"
    collapsed={collapsed}
    onChosen={() => undefined}
  />
)

test('the sidebar of an area is what its remote gives, below the title, which leads to its home', async () => {
  show = await renderInShell(side(false), { path: '/notes/2' })
  expect(show.container.textContent).toContain('at /notes/2')
  expect(show.container.querySelector('a')?.getAttribute('href')).toBe('#/notes')
  await show.rerender(side(true))
  expect(show.container.textContent).toContain('narrow')
  expect(show.container.querySelector('a')).toBeNull()
})

test('the way back leads to what was looked at before the area, and home where nothing was', async () => {
  show = await renderInShell(side(false), { path: '/notes/2' })
  const back = show.container.querySelector('button')
  await act(async () => back?.click())
  expect(location.hash).toBe('#/home')
  for (const path of ['/other/1?x=2', '/notes/3', '/notes/2']) {
    tabsHost.visit(path, { title: path, remote: null })
    await act(async () => go(path))
  }
  await act(async () => back?.click())
  expect(location.hash).toBe('#/other/1?x=2')
})
