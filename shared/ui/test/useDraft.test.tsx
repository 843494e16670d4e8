// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DraftOptions, useDraft } from '../src/draft/useDraft.ts'

interface Stored {
  readonly id: number
  readonly title: string
  readonly place: string
}
type Draft = Omit<Stored, 'id'>

const STORED: Stored = { id: 7, title: 'Plan', place: 'Room 1' }
const NEWER: Stored = { ...STORED, place: 'Room 2' }
const refusal = new Error('changed')

const draftOf = (of: Stored | null): Draft => ({ title: of?.title ?? '', place: of?.place ?? '' })

const open = (options: Partial<DraftOptions<Stored, Draft, Stored>> = {}) =>
  renderHook(() =>
    useDraft<Stored, Draft, Stored>({
      stored: STORED,
      draftOf,
      read: async () => NEWER,
      save: async (draft, base) => ({ id: base?.id ?? 8, ...draft }),
      conflict: { isConflict: (error) => error === refusal },
      ...options,
    }),
  ).result

const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

afterEach(cleanup)

test('what is written asks before it is left, until it is as it was', async () => {
  const mayDiscard = vi.fn(async () => false)
  const form = open({ mayDiscard })
  expect([form.current.changed, await form.current.mayLeave(), asksToStay()]).toEqual([false, true, false])
  act(() => form.current.change({ title: 'Other' }))
  expect([form.current.changed, await form.current.mayLeave(), asksToStay()]).toEqual([true, false, true])
  act(() => form.current.change((now) => ({ ...now, title: 'Plan' })))
  expect([form.current.changed, await form.current.mayLeave(), asksToStay()]).toEqual([false, true, false])
  expect(mayDiscard).toHaveBeenCalledTimes(1)
})

test('a save runs once at a time, and a failure leaves what was written', async () => {
  let fail = (_: Error) => {}
  const save = vi.fn(() => new Promise<Stored>((_, reject) => (fail = reject)))
  const form = open({ save })
  act(() => form.current.change({ title: 'Other' }))
  const failure = new Error('no network')
  await act(async () => {
    const first = form.current.save()
    expect(await form.current.save()).toBeNull()
    fail(failure)
    await expect(first).rejects.toBe(failure)
  })
  expect(save).toHaveBeenCalledTimes(1)
  expect([form.current.draft.title, form.current.busy, form.current.elsewhere]).toEqual(['Other', false, null])
})

test('what another window has saved can be used, or replaced by what was written', async () => {
  const save = vi.fn(async (draft: Draft, base: Stored | null) => {
    if (base?.place !== NEWER.place) throw refusal
    return { id: base.id, ...draft }
  })
  const refused = async () => {
    const form = open({ save })
    act(() => form.current.change({ title: 'Mine' }))
    await act(async () => expect(await form.current.save()).toBeNull())
    expect(form.current.elsewhere).toEqual({ kind: 'changed', newest: NEWER })
    expect(form.current.draft.title).toBe('Mine')
    return form
  }
  const first = await refused()
  act(() => first.current.acceptNewest())
  expect([first.current.draft, first.current.changed, first.current.elsewhere]).toEqual([draftOf(NEWER), false, null])
  cleanup()
  const second = await refused()
  await act(async () => expect(await second.current.keepMine()).toEqual({ id: 7, title: 'Mine', place: 'Room 1' }))
})

test('both versions are merged where that is known, and what was deleted is made anew', async () => {
  const merge = (base: Draft, mine: Draft, newest: Draft): Draft => ({
    title: mine.title === base.title ? newest.title : mine.title,
    place: mine.place === base.place ? newest.place : mine.place,
  })
  const save = vi.fn(async () => Promise.reject(refusal))
  const merged = open({ save, conflict: { isConflict: () => true, merge } })
  act(() => merged.current.change({ title: 'Mine' }))
  await act(async () => void (await merged.current.save()))
  expect([merged.current.elsewhere?.kind, merged.current.draft]).toEqual(['merged', { title: 'Mine', place: 'Room 2' }])
  cleanup()
  const gone = open({
    save: async (draft, base) => (base ? Promise.reject(refusal) : { id: 9, ...draft }),
    read: async () => null,
  })
  await act(async () => void (await gone.current.save()))
  expect([gone.current.elsewhere?.kind, gone.current.base, gone.current.changed]).toEqual(['gone', null, true])
  await act(async () => expect((await gone.current.save())?.id).toBe(9))
})

test('a refusal that has another cause goes on, and a call without versions is compared first', async () => {
  const same = open({ save: async () => Promise.reject(refusal), read: async () => STORED })
  await act(async () => expect(same.current.save()).rejects.toBe(refusal))
  cleanup()
  const save = vi.fn(async (draft: Draft) => ({ id: 7, ...draft }))
  const unversioned = open({ save, conflict: {} })
  await act(async () => void (await unversioned.current.save()))
  expect([save.mock.calls.length, unversioned.current.elsewhere?.kind]).toEqual([0, 'changed'])
  await act(async () => expect((await unversioned.current.keepMine())?.place).toBe('Room 1'))
  expect(save).toHaveBeenCalledTimes(1)
})
