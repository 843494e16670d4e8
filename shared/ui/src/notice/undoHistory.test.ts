import { expect, test } from 'vitest'
import { createUndoHistory, UNDO_KEPT_MS } from './undoHistory.ts'

function history() {
  const clock = { now: 0 }
  const undone: string[] = []
  const made = createUndoHistory(() => clock.now)
  const act = (name: string, keptMs?: number) => made.add(name, () => undone.push(name), keptMs)
  return { clock, undone, made, act }
}

test('actions are taken back one after the other, the newest first, each once', () => {
  const { undone, made, act } = history()
  act('a')
  act('b')
  expect([made.undoLast(), made.undoLast(), made.undoLast()]).toEqual(['b', 'a', null])
  expect(undone).toEqual(['b', 'a'])
})

test('what the button took back is not taken back by the key, and the other way round', () => {
  const { undone, made, act } = history()
  const first = act('a')
  const second = act('b')
  first()
  first()
  expect(made.undoLast()).toBe('b')
  second()
  expect(undone).toEqual(['a', 'b'])
})

test('after thirty seconds, or the time of the action itself, it stays done', () => {
  const { clock, undone, made, act } = history()
  act('long')
  act('short', 10_000)
  clock.now = 10_000
  expect(made.undoLast()).toBe('long')
  act('late', 10 * UNDO_KEPT_MS)
  clock.now += UNDO_KEPT_MS
  expect(made.undoLast()).toBeNull()
  expect(undone).toEqual(['long'])
})

test('who logs in next takes nothing back', () => {
  const { made, act } = history()
  act('a')
  made.clear()
  expect(made.undoLast()).toBeNull()
})
