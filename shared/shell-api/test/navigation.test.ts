import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInSight, type Navigation, type NavigationStep, nextAfter, reduce, restore } from '../src/tabs/navigation.ts'
import type { StoredTab } from '../src/tabs/storedTabs.ts'
import type { TabTraits } from '../src/tabs/traits.ts'

const WORK: TabTraits = { manyTabs: true, bare: true, reopen: false }
const traitsOf = (path: string): TabTraits => {
  if (path.startsWith('/letter')) return WORK
  return path.startsWith('/pages') ? { oneTab: true } : {}
}

/** Ids are the paths that tabs are made with, so that tests read like the strip. */
const arrive = (path: string, replace = false): NavigationStep => ({
  type: 'arrive',
  path,
  id: path,
  title: `of ${path}`,
  remote: 'remote-x',
  closable: true,
  traits: traitsOf(path),
  replace,
})
const open = (path: string): NavigationStep => ({
  type: 'open',
  path,
  id: path,
  title: '',
  remote: null,
  closable: true,
  traits: traitsOf(path),
})
const EMPTY = restore({ tabs: [], split: null }, () => '')
const after = (steps: readonly NavigationStep[], from: Navigation = EMPTY): Navigation => steps.reduce(reduce, from)
const paths = ({ view }: Navigation) => view.tabs.map(({ path }) => path)

describe('arriving', () => {
  test('a path is one tab whatever its query, and a route with many tabs has one for each query', () => {
    const now = after(['/a?q=1', '/b', '/a?q=2', '/letter?c=1', '/letter?c=2'].map((path) => arrive(path)))
    expect(paths(now)).toEqual(['/a?q=2', '/b', '/letter?c=1', '/letter?c=2'])
    expect([now.at, now.activeId, now.history]).toEqual([
      '/letter?c=2',
      '/letter?c=2',
      ['/b', '/a?q=1', '/letter?c=1', '/letter?c=2'],
    ])
  })

  test('all paths of a route of one tab are that tab, which stands where one went last', () => {
    const now = after(['/pages/a', '/b', '/pages/c?at=d', '/pages'].map((path) => arrive(path)))
    expect(paths(now)).toEqual(['/pages', '/b'])
    expect(now.activeId).toBe('/pages/a')
    expect(paths(after([arrive('/pagesOther'), arrive('/pages/a')]))).toEqual(['/pagesOther', '/pages/a'])
  })

  test('an address that takes the place of the one before keeps its tab, but not after the frame was out of sight', () => {
    expect(paths(after([arrive('/a'), arrive('/b'), arrive('/c', true)]))).toEqual(['/a', '/c'])
    expect(paths(after([arrive('/a'), arrive('/b'), { type: 'hide' }, arrive('/c', true)]))).toEqual(['/a', '/b', '/c'])
  })

  test('an address that takes the place of the one before goes to the tab that has it', () => {
    const now = after([arrive('/a'), arrive('/b'), arrive('/a', true)])
    expect([paths(now), now.activeId]).toEqual([['/a', '/b'], '/a'])
  })

  test('the same place again changes nothing that is seen', () => {
    const before = after([arrive('/a'), arrive('/b')])
    expect(reduce(before, arrive('/b')).view).toBe(before.view)
  })
})

describe('tabs that are listed and not shown', () => {
  test('have the name that they are opened with until their view gives one', () => {
    const named = after([arrive('/a'), { type: 'name', path: '/b', title: 'Report', traits: {} }, open('/b')])
    expect([named.view.tabs.map(({ title }) => title), named.activeId, named.titles]).toEqual([
      ['of /a', 'Report'],
      '/a',
      {},
    ])
    const given = after([{ type: 'given', id: '/b', title: 'Mail', traits: {} }], named)
    expect(given.view.tabs[1]?.title).toBe('Report')
    expect(after([{ type: 'title', id: '/b', title: null }], given).view.tabs[1]?.title).toBe('Mail')
  })
})

describe('closing', () => {
  const closed = (id: string, ...steps: NavigationStep[]) => nextAfter(after(steps), id)?.path

  test('goes back to what was looked at before, else to the tab before it', () => {
    expect(closed('/c', arrive('/a'), arrive('/b'), arrive('/a'), arrive('/c'))).toBe('/a')
    const kept = ['/a', '/b', '/c'].map(
      (path): StoredTab => ({ path, title: '', given: '', closable: true, traits: {}, view: null }),
    )
    let made = 0
    const restored = restore({ tabs: kept, split: null }, () => `t${++made}`)
    expect(nextAfter(after([arrive('/c')], restored), 't3')?.path).toBe('/b')
    expect(nextAfter(after([arrive('/a')]), '/a')).toBeUndefined()
  })

  test('of work that ends with its tab goes back past other work, and to it where nothing else is there', () => {
    const letters = [arrive('/a'), arrive('/letter?c=1'), arrive('/letter?c=2')]
    expect(closed('/letter?c=2', ...letters)).toBe('/a')
    expect(closed('/letter?c=2', ...letters.slice(1))).toBe('/letter?c=1')
    expect(closed('/a', ...letters, arrive('/a'))).toBe('/letter?c=2')
  })

  test('of a half gives the other the room', () => {
    const halves = [arrive('/a'), arrive('/b'), arrive('/c'), { type: 'beside', id: '/a' }] as const
    expect(closed('/c', ...halves)).toBe('/a')
    const now = after([...halves, { type: 'close', id: '/c' }])
    expect([now.split, now.activeId, isInSight(now, '/a')]).toEqual([null, null, false])
  })

  test('a closed tab comes back where it stood, with the name of its view; work that has ended does not', () => {
    const now = after([
      arrive('/a'),
      arrive('/b'),
      arrive('/letter?c=1'),
      { type: 'title', id: '/a', title: 'Mine' },
      { type: 'close', id: '/a' },
      { type: 'close', id: '/letter?c=1' },
      { type: 'reopen', id: 'again', traits: {} },
    ])
    expect(now.view.tabs.map(({ id, title }) => [id, title])).toEqual([
      ['again', 'Mine'],
      ['/b', 'of /b'],
    ])
    expect(now.closed).toEqual([])
  })

  test('a tab whose path is open again is not listed twice', () => {
    const now = after([
      arrive('/a'),
      { type: 'close', id: '/a' },
      arrive('/a'),
      { type: 'reopen', id: 'again', traits: {} },
    ])
    expect([paths(now), now.closed]).toEqual([['/a'], []])
  })
})

describe('two halves', () => {
  const halves = after([arrive('/a'), arrive('/b'), arrive('/c'), { type: 'beside', id: '/b' }])

  test('the active tab stands at the left of another', () => {
    expect(halves.split).toEqual({ left: '/c', right: '/b' })
    expect(after([{ type: 'beside', id: '/c' }], after([arrive('/a'), arrive('/b'), arrive('/c')])).split).toEqual({
      left: '/b',
      right: '/c',
    })
    expect(after([arrive('/a'), { type: 'beside', id: '/a' }]).split).toBeNull()
  })

  test('whatever is gone to takes the half that had the focus', () => {
    expect(after([arrive('/a')], halves).split).toEqual({ left: '/a', right: '/b' })
    expect(after([arrive('/b'), arrive('/a')], halves).split).toEqual({ left: '/c', right: '/a' })
    expect(after([{ type: 'endSplit' }], halves).split).toBeNull()
  })
})

describe('a reload', () => {
  const kept = ['/a', '/b', '/letter?c=1'].map(
    (path): StoredTab => ({
      path,
      title: path,
      given: path,
      closable: true,
      traits: traitsOf(path),
      view: { at: path },
    }),
  )
  let made = 0
  const restored = restore({ tabs: kept, split: [0, 2] }, () => `t${++made}`)
  const asleep = ({ held }: Navigation) => held.filter((one) => one.asleep).map(({ tab }) => tab.path)

  test('tabs sleep until they are looked at, but for those in sight', () => {
    expect([asleep(restored), restored.split, restored.at]).toEqual([['/b'], { left: 't1', right: 't3' }, null])
    expect(asleep(after([arrive('/b')], restored))).toEqual([])
  })

  test('before the manifest says what a route is like, the tab of exactly the same address is found', () => {
    const unknown = { ...arrive('/letter?c=1'), traits: {} } as NavigationStep
    expect(after([unknown], restored).activeId).toBe('t3')
    expect(after([{ ...unknown, path: '/letter?c=2' } as NavigationStep], restored).held).toHaveLength(4)
  })
})

describe('what is drawn', () => {
  const left = (isCovered: boolean) =>
    after([arrive('/a'), arrive('/b'), { type: 'drawn', behind: ['/a'], covered: isCovered }])

  test('a tab that was left while something lay over it is noted until it is left again', () => {
    expect([left(true).covered, left(false).covered, left(true).left]).toEqual([['/a'], [], null])
    const again = [arrive('/a'), arrive('/b'), { type: 'drawn', behind: [], covered: false }] as const
    expect(after(again, left(true)).covered).toEqual([])
    expect(after([{ type: 'close', id: '/a' }], left(true)).covered).toEqual([])
  })

  test('the frame that draws the same again changes nothing', () => {
    const now = left(true)
    expect(reduce(now, { type: 'drawn', behind: ['/a'], covered: false })).toBe(now)
  })

  test('a tab that is in sight before the address follows is so until the next arrival', () => {
    const shown = after([{ type: 'uncover', id: '/a' }], left(false))
    expect([shown.uncovered, shown.activeId]).toEqual(['/a', '/b'])
    expect(after([arrive('/a')], shown).uncovered).toBeNull()
  })
})

describe('a view', () => {
  const no = async () => false

  test('asks before its tab closes, for as long as it wants to', () => {
    const guarded = after([
      arrive('/a'),
      { type: 'guard', id: '/a', guard: no },
      { type: 'guard', id: '/gone', guard: no },
    ])
    expect(guarded.held.map(({ guards }) => guards)).toEqual([[no]])
    expect(after([{ type: 'unguard', id: '/a', guard: no }], guarded).held[0]?.guards).toEqual([])
  })

  test('notes unsaved work and is shown afresh, each seen by the strip once', () => {
    const before = after([arrive('/a')])
    const dirty = after([{ type: 'dirty', id: '/a', dirty: true }], before)
    expect(dirty.view).not.toBe(before.view)
    expect(reduce(dirty, { type: 'dirty', id: '/a', dirty: true })).toBe(dirty)
    expect(after([{ type: 'renew', id: '/a' }], dirty).held[0]?.generation).toBe(1)
    expect(after([{ type: 'keep', views: new Map([['/a', 1]]) }], dirty).view).toBe(dirty.view)
  })
})

const PATHS = ['/a', '/b?q=1', '/b?q=2', '/c', '/letter?c=1', '/letter?c=2']
const anyStep = fc.oneof(
  fc.tuple(fc.constantFrom(...PATHS), fc.boolean()).map(
    ([path, replace]) =>
      () =>
        arrive(path, replace),
  ),
  fc.constantFrom(...PATHS).map((path) => () => open(path)),
  fc.constantFrom('hide', 'endSplit').map((type) => () => ({ type }) as NavigationStep),
  fc.nat(5).map(
    (at) =>
      ({ view }: Navigation) =>
        ({ type: 'close', id: view.tabs[at]?.id ?? '' }) as NavigationStep,
  ),
  fc.nat(5).map(
    (at) =>
      ({ view }: Navigation) =>
        ({ type: 'beside', id: view.tabs[at]?.id ?? '' }) as NavigationStep,
  ),
  fc.boolean().map(
    (covered) =>
      ({ history }: Navigation) =>
        ({ type: 'drawn', behind: history.slice(-2), covered }) as NavigationStep,
  ),
  fc.constant(
    ({ closed }: Navigation) =>
      ({ type: 'reopen', id: '', traits: traitsOf(closed.at(-1)?.path ?? '') }) as NavigationStep,
  ),
)

test('whatever happens, every id belongs to a tab, a path has one tab, and the active one is what the frame shows', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      let made = 0
      const now = steps.reduce((state, step) => {
        const next = step(state)
        made += 1
        return reduce(
          state,
          'id' in next && ['arrive', 'open', 'reopen'].includes(next.type) ? { ...next, id: `t${made}` } : next,
        )
      }, EMPTY)
      const ids = now.held.map(({ tab }) => tab.id)
      const named = [
        ...now.history,
        ...now.covered,
        ...now.behind,
        now.activeId,
        now.left,
        now.split?.left,
        now.split?.right,
      ]
      expect(named.filter((id) => id && !ids.includes(id))).toEqual([])
      const keys = now.held.map(({ tab }) => (tab.path.startsWith('/letter') ? tab.path : tab.path.split('?')[0]))
      expect(new Set(keys).size).toBe(keys.length)
      expect(new Set(ids).size).toBe(ids.length)
      if (now.at !== null && now.activeId !== null) {
        expect(now.held.find(({ tab }) => tab.id === now.activeId)?.tab.path).toBe(now.at)
      }
      expect(now.view.tabs).toEqual(now.held.map(({ tab }) => tab))
    }),
    { numRuns: 300, seed: 2026 },
  )
})
