// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import zh from '../messages/zh.ts'
import AreaPlaces from './AreaPlaces.tsx'
import { Frame } from './Frame.tsx'

let shell: TestShell
let show: Rendered

beforeEach(async () => {
  shell = await startTestShell({ settings: { displayOrg: true } })
  addMessages('remote-addressbook', 'zh', zh)
})
afterEach(async () => {
  await show.unmount()
  shell.stop()
})

const links = () => [...show.container.querySelectorAll('nav a')]

test('the places stand in the sidebar of the page with the current one marked, and as icons where it is narrow', async () => {
  const side = (collapsed: boolean) => (
    <AreaPlaces path="/addressbook/organization?person=1" collapsed={collapsed} onChosen={() => undefined} />
  )
  show = await renderInShell(side(false))
  expect(links().map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    [zh.places.allcontacts, null],
    [zh.places.organization, 'page'],
    [zh.places.contactgroup, null],
  ])
  await show.rerender(side(true))
  expect(links().map((link) => [link.textContent, link.getAttribute('aria-label')])[0]).toEqual([
    '',
    zh.places.allcontacts,
  ])
})

test('a view draws them itself only where the page does not', async () => {
  const view = (inArea: boolean | undefined) => (
    <Frame place="allcontacts" inArea={inArea} list={null} pane={null} open={false} label="" />
  )
  show = await renderInShell(view(undefined))
  expect(links().length).toBeGreaterThan(1)
  await show.rerender(view(true))
  expect(links()).toEqual([])
})
