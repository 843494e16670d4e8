// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { go, Link, ShellRouter, useReplaced, useRoute } from '../src/index.ts'

let root: Root
let container: HTMLElement
const seen: string[] = []

function Where() {
  const { path, query } = useRoute()
  const replaced = useReplaced()
  seen.push(`${path} ${query.get('mail') ?? '-'}${replaced ? ' replaced' : ''}`)
  return (
    <Link to="/set/folders" replace>
      设置
    </Link>
  )
}

const show = async () => {
  container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
  await act(async () =>
    root.render(
      <ShellRouter>
        <Where />
      </ShellRouter>,
    ),
  )
}

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  location.hash = '/inbox?mail=7'
  await show()
  seen.length = 0
})

afterEach(async () => {
  await act(async () => root.unmount())
  container.remove()
})

test('going somewhere shows it and leaves a step in the history; the same place again leaves none', async () => {
  const steps = history.length
  await act(async () => go('/outbox?mail=9'))
  await act(async () => go('/outbox?mail=9'))
  expect(location.hash).toBe('#/outbox?mail=9')
  expect(seen[0]).toBe('/outbox 9')
  expect(history.length).toBe(steps + 1)
})

test('a replaced address says so', async () => {
  const steps = history.length
  await act(async () => go('draftbox', { replace: true }))
  expect(seen).toEqual(['/draftbox - replaced'])
  expect(history.length).toBe(steps)
})

test('the address line and the back button are followed', async () => {
  await act(async () => {
    location.hash = '/spam'
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(seen.at(-1)).toBe('/spam -')
})

test('a link goes there, but with a modifier key it is the browser that opens it', async () => {
  const link = container.querySelector('a')
  const press = async (init: MouseEventInit) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    await act(async () => void link?.dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(link?.getAttribute('href')).toBe('#/set/folders')
  expect(await press({ ctrlKey: true })).toBe(false)
  expect(await press({})).toBe(true)
  expect(seen.at(-1)).toBe('/set/folders - replaced')
})

test('mounted again, it starts from the address of that moment', async () => {
  await act(async () => root.unmount())
  history.replaceState(null, '', '#/favorite')
  seen.length = 0
  await show()
  expect(seen[0]).toBe('/favorite -')
})
