// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectRouter, go, onArrival, onGo } from '../src/router/navigation.ts'

describe('go with the answer of the view', () => {
  let gone: string[] = []
  let answer: PromiseWithResolvers<void>
  let stops: (() => unknown)[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    gone = []
    answer = Promise.withResolvers()
    stops = [
      connectRouter((path) => gone.push(path)),
      onGo((path) => (path.startsWith('/asks') ? answer.promise : undefined)),
    ]
  })
  afterEach(() => {
    for (const stop of stops) stop()
    vi.useRealTimers()
  })

  it('goes at once where nothing is waited for', () => {
    go('/known', { withAnswer: true })
    go('/asks')
    expect(gone).toEqual(['/known', '/asks'])
  })

  it('goes when the answer is there', async () => {
    go('/asks', { withAnswer: true })
    expect(gone).toEqual([])
    answer.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(gone).toEqual(['/asks'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(gone).toEqual(['/asks'])
  })

  it('goes without an answer that failed, and without one that does not come', async () => {
    go('/asks', { withAnswer: true })
    answer.reject(new Error('refused'))
    await vi.advanceTimersByTimeAsync(0)
    expect(gone).toEqual(['/asks'])
    answer = Promise.withResolvers()
    go('/asks/slowly', { withAnswer: true })
    await vi.advanceTimersByTimeAsync(49)
    expect(gone).toEqual(['/asks'])
    await vi.advanceTimersByTimeAsync(1)
    expect(gone).toEqual(['/asks', '/asks/slowly'])
  })

  it('does not go where somebody has gone elsewhere meanwhile', async () => {
    go('/asks', { withAnswer: true })
    go('/known')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(gone).toEqual(['/known'])
    go('/asks', { withAnswer: true })
    window.dispatchEvent(new PopStateEvent('popstate'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(gone).toEqual(['/known'])
  })

  it('does not go once nobody shows the application any more', async () => {
    go('/asks', { withAnswer: true })
    for (const stop of stops) stop()
    answer.resolve()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(gone).toEqual([])
  })

  it('goes where an address that only follows comes meanwhile, and leaves that out', async () => {
    go('/asks', { withAnswer: true })
    go('/known?mail=1', { follows: true })
    await vi.advanceTimersByTimeAsync(50)
    expect(gone).toEqual(['/asks'])
    go('/known?mail=1', { follows: true })
    expect(gone).toEqual(['/asks', '/known?mail=1'])
  })

  it('tells of the address in the step in which it changes, and not before', async () => {
    const heard: (readonly [string, boolean])[] = []
    stops.push(
      onArrival((path, replace) => {
        heard.push([path, replace])
        expect(gone.at(-1)).toBe(path)
      }),
    )
    go('/asks', { withAnswer: true })
    expect(heard).toEqual([])
    answer.resolve()
    await vi.advanceTimersByTimeAsync(0)
    go('/known', { replace: true })
    expect(heard).toEqual([
      ['/asks', false],
      ['/known', true],
    ])
  })

  it('goes where a view corrects its own address meanwhile', async () => {
    go('/asks', { withAnswer: true })
    go('/known?mail=1', { replace: true })
    await vi.advanceTimersByTimeAsync(50)
    expect(gone).toEqual(['/known?mail=1', '/asks'])
  })
})
