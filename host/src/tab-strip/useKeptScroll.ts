import { perLogin, tabs, tabsHost } from '@yanshu/shell-api'
import { type RefObject, useEffect, useRef } from 'react'

/** How long the content of a view that comes back may take to be as long as it was, in milliseconds. */
const RESTORE_MS = 3_000
/** Scrolled elements that are remembered before those that have left the page are dropped. */
const MANY_ELEMENTS = 32

/** A scrolled element: where it stands in the panel, what it is, and how far it was scrolled. */
interface Scrolled {
  readonly path: readonly number[]
  readonly look: string
  readonly top: number
}

const kept = perLogin(() => new Map<string, readonly Scrolled[]>())

const lookOf = (element: Element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`

/** The steps from the panel down to an element, each by its place among its siblings. */
function pathTo(panel: Element, element: Element): readonly number[] {
  const path: number[] = []
  for (let at: Element | null = element; at && at !== panel; at = at.parentElement) {
    path.unshift(at.parentElement ? [...at.parentElement.children].indexOf(at) : 0)
  }
  return path
}

const isScrolled = (value: unknown): value is Scrolled =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  Array.isArray(value.path) &&
  'look' in value &&
  'top' in value &&
  typeof value.top === 'number'

/** How far the view of a tab was scrolled before a reload. */
function storedOf(id: string): readonly Scrolled[] | undefined {
  const view = tabsHost.keptView(id)
  if (typeof view !== 'object' || view === null || !('scrolled' in view) || !Array.isArray(view.scrolled)) return
  return view.scrolled.filter(isScrolled)
}

/** Scrolls each element once it exists and is long enough, frame by frame, until all are done or the user scrolls. */
function restore(panel: Element, places: readonly Scrolled[]): () => void {
  let left = places
  const until = performance.now() + RESTORE_MS
  const step = () => {
    left = left.filter(({ path, look, top }) => {
      const element = path.reduce<Element | undefined>((at, index) => at?.children[index], panel)
      if (!element || lookOf(element) !== look || element.scrollHeight - element.clientHeight < top) return true
      element.scrollTop = top
      return false
    })
    if (left.length > 0 && performance.now() < until) frame = requestAnimationFrame(step)
  }
  let frame = requestAnimationFrame(step)
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) panel.removeEventListener(event, stop)
  }
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    panel.addEventListener(event, stop, { passive: true })
  }
  return stop
}

/** Keeps how far the parts of a tab's view were scrolled, for when the view is taken down and mounted again. */
export function useKeptScroll(id: string, panel: RefObject<HTMLElement | null>): void {
  const restored = useRef(false)
  const tops = useRef(new Map<Element, number>())
  useEffect(() => {
    const element = panel.current
    if (!element) return
    const scrolled = tops.current
    // Elements of a hidden tab report a scroll position of 0, so the position is noted when it changes.
    const note = ({ target }: Event) => {
      if (!(target instanceof Element && target.checkVisibility())) return
      scrolled.set(target, target.scrollTop)
      if (scrolled.size <= MANY_ELEMENTS) return
      for (const one of scrolled.keys()) if (!element.contains(one)) scrolled.delete(one)
    }
    element.addEventListener('scroll', note, { capture: true, passive: true })
    const isFirst = !restored.current
    const before = restored.current ? undefined : (kept().get(id) ?? storedOf(id))
    restored.current = true
    // What else is kept of the view, such as its caret, stays, whichever of them is kept first when the page ends.
    const keepPlaces = (now: readonly Scrolled[]) =>
      tabsHost.keepViews(new Map([[id, { ...(tabsHost.keptView(id) ?? {}), scrolled: now }]]))
    // Once: later the view stands where its user left it.
    if (isFirst && tabsHost.keptView(id)) keepPlaces([])
    const stop = before && restore(element, before)
    const places = () =>
      [...scrolled]
        .filter(([one, top]) => top > 0 && element.contains(one))
        .map(([one, top]): Scrolled => ({ path: pathTo(element, one), look: lookOf(one), top }))
    const keep = () => keepPlaces(places())
    window.addEventListener('pagehide', keep)
    return () => {
      stop?.()
      window.removeEventListener('pagehide', keep)
      element.removeEventListener('scroll', note, { capture: true })
      if (!tabs.list().some((tab) => tab.id === id)) {
        kept().delete(id)
        return
      }
      const now = places()
      kept().set(id, now)
      keepPlaces(now)
    }
  }, [id, panel])
}
