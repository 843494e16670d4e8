// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { matches, parseKeys, showKeys } from '../src/shortcuts/keys.ts'
import { addShortcuts, listShortcuts, type Shortcut } from '../src/shortcuts/shortcuts.ts'

let ran: string[] = []
let stops: (() => void)[] = []
const shortcut = (keys: string, more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label: keys,
  group: 'test',
  run: () => ran.push(keys),
  ...more,
})
const add = (...list: Shortcut[]) => stops.push(addShortcuts(list))
const press = (
  key: string,
  init: KeyboardEventInit & { keyCode?: number } = {},
  target: EventTarget = document.body,
) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  if (init.keyCode) Object.defineProperty(event, 'keyCode', { value: init.keyCode })
  target.dispatchEvent(event)
  return event
}
const field = (tag: string, more: Record<string, string> = {}) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(more)) element.setAttribute(name, value)
  document.body.append(element)
  return element
}

beforeEach(() => {
  ran = []
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  document.body.replaceChildren()
})

test('a key runs its shortcut, and nothing else happens to it', () => {
  add(shortcut('j'))
  expect(press('j').defaultPrevented).toBe(true)
  expect(press('k').defaultPrevented).toBe(false)
  expect(ran).toEqual(['j'])
})

test('what is behind a dialog hears no keys, unless a shortcut says so', () => {
  add(shortcut('Delete'), shortcut('n'), shortcut('Mod+K', { allowInInput: true }))
  const dialog = field('div', { role: 'alertdialog', 'aria-modal': 'true', tabindex: '-1' })
  const button = document.createElement('button')
  dialog.append(button)
  press('Delete', {}, button)
  press('n', {}, dialog)
  press('k', { ctrlKey: true }, button)
  expect(ran).toEqual(['Mod+K'])
  // A panel that works along with the page keeps nothing.
  dialog.removeAttribute('aria-modal')
  press('n', {}, button)
  expect(ran).toEqual(['Mod+K', 'n'])
})

test('while an input method composes nothing runs', () => {
  add(shortcut('j', { allowInInput: true }), shortcut('Enter', { allowInInput: true }))
  press('j', { isComposing: true })
  press('Enter', { keyCode: 229 })
  expect(ran).toEqual([])
})

test.each([
  ['input', {}],
  ['textarea', {}],
  ['select', {}],
  ['input', { type: 'search' }],
])('letters typed into %s %j are text', (tag, more) => {
  add(shortcut('j'), shortcut('Mod+K', { allowInInput: true }))
  press('j', {}, field(tag, more))
  press('k', { ctrlKey: true }, field(tag, more))
  expect(ran).toEqual(['Mod+K'])
})

test('a checkbox is no place for text', () => {
  add(shortcut('j'))
  press('j', {}, field('input', { type: 'checkbox' }))
  expect(ran).toEqual(['j'])
})

describe('sequences', () => {
  test('run at the last key', () => {
    add(shortcut('g i'), shortcut('g s'), shortcut('i'))
    press('g')
    press('i')
    press('i')
    expect(ran).toEqual(['g i', 'i'])
  })

  test('are given up at another key, which counts for itself', () => {
    add(shortcut('g i'), shortcut('j'))
    press('g')
    press('j')
    press('i')
    expect(ran).toEqual(['j'])
  })

  test('count from press to press, however late the page hears of them', () => {
    add(shortcut('g i'))
    const at = (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      document.body.dispatchEvent(event)
    }
    at('g', 1_000)
    at('i', 2_100)
    expect(ran).toEqual(['g i'])
    at('g', 3_000)
    at('i', 4_300)
    expect(ran).toEqual(['g i'])
  })

  test('a view that goes on the way takes only its own with it', () => {
    add(shortcut('g i'))
    const gone = addShortcuts([shortcut('g i', { run: () => ran.push('gone') }), shortcut('g j')])
    press('g')
    gone()
    press('i')
    expect(ran).toEqual(['g i'])
  })

  test('a modifier pressed on the way does not end them', () => {
    add(shortcut('g Shift+I'))
    press('g')
    press('Shift', { shiftKey: true })
    press('I', { shiftKey: true })
    expect(ran).toEqual(['g Shift+I'])
  })
})

test('the view in front wins, and gives the key back when it goes', () => {
  add(shortcut('j', { run: () => ran.push('behind') }))
  add(shortcut('j', { run: () => ran.push('front') }))
  press('j')
  stops.pop()?.()
  press('j')
  expect(ran).toEqual(['front', 'behind'])
})

test('a shortcut that does not apply now leaves the key to others', () => {
  add(shortcut('j', { run: () => ran.push('behind') }))
  add(shortcut('j', { when: () => false }))
  press('j')
  expect(ran).toEqual(['behind'])
  expect(listShortcuts()).toHaveLength(1)
})

test('an event that somebody handled is left alone', () => {
  add(shortcut('Escape'))
  const inner = field('div')
  inner.addEventListener('keydown', (event) => event.preventDefault())
  press('Escape', {}, inner)
  expect(ran).toEqual([])
})

describe('keys', () => {
  const event = (key: string, held: Partial<Record<'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) => ({
    key,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    ...held,
  })
  test.each([
    ['?', event('?', { shiftKey: true }), true],
    ['?', event('？', { shiftKey: true }), true],
    ['#', event('#', { shiftKey: true }), true],
    ['r', event('R', { shiftKey: true }), false],
    ['r', event('R'), true],
    ['Shift+R', event('R', { shiftKey: true }), true],
    ['Mod+K', event('k', { ctrlKey: true }), true],
    ['Mod+K', event('k', { metaKey: true }), false],
    ['j', event('j', { altKey: true }), false],
    ['Delete', event('Delete'), true],
    ['Delete', event('Delete', { shiftKey: true }), false],
  ])('%s for %j: %j', (keys, press, fits) => {
    expect(parseKeys(keys).every((stroke) => matches(stroke, press, false))).toBe(fits)
  })

  test('are read as people write them', () => {
    expect([
      showKeys('Mod+K', true),
      showKeys('Mod+Shift+E', false),
      showKeys('g i', false),
      showKeys('?', true),
    ]).toEqual(['⌘K', 'Ctrl+Shift+E', 'g i', '?'])
  })
})
