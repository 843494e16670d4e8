import { useEffect, useMemo, useState } from 'react'
import { scrollerOf } from '../reading/mailPort.ts'
import { type MailPlace, nearestTo, TEXTS_MAX } from './openMails.ts'

/** What is near the part of a conversation that is seen. */
interface Near {
  /** Open mails that have their text. */
  readonly alive: ReadonlySet<number>
  /** Those whose beginning has come into view, as long as anything of them is. */
  readonly seen: ReadonlySet<number>
}

export interface Nearest extends Near {
  /**
   * An open mail stands in the page.
   * @param start the element at its beginning
   * @returns how to end it
   */
  watch(mailId: number, card: HTMLElement, start: HTMLElement): () => void
  /** Lets the texts that are there stay until the next call; null ends it. */
  keep(mailIds: readonly number[] | null): void
  /** How high an open mail is without its text: as it was with it, or as most are. */
  heightOf(mailId: number): number
}

/** Height of an open mail before it is known, in pixels. */
const USUAL_PX = 240

const NOTHING: ReadonlySet<number> = new Set()
const same = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

/** Keeps the number of open mails that have their text small, however many are open: those nearest to what is seen. */
export function useNearest(): Nearest {
  const [near, setNear] = useState<Near>({ alive: NOTHING, seen: NOTHING })
  const watcher = useMemo(
    () =>
      watcherOf((next) => setNear((now) => (same(now.alive, next.alive) && same(now.seen, next.seen) ? now : next))),
    [],
  )
  useEffect(() => () => watcher.stop(), [watcher])
  return useMemo(() => ({ ...near, ...watcher }), [near, watcher])
}

function watcherOf(onChange: (near: Near) => void) {
  const cards = new Map<number, HTMLElement>()
  const parts = new WeakMap<Element, { readonly mailId: number; readonly isStart: boolean }>()
  const inReach = new Set<number>()
  const seen = new Set<number>()
  const heights = new Map<number, number>()
  let alive: ReadonlySet<number> = NOTHING
  let kept: readonly number[] = []
  let isPlanned = false
  let observers: { readonly reach: IntersectionObserver; readonly view: IntersectionObserver } | null = null
  let scroller: Element | null = null

  const settle = () => {
    isPlanned = false
    const near = cards.size <= TEXTS_MAX ? [...cards.keys()] : nearestTo(middle(), places())
    const next = new Set([...near, ...kept.filter((id) => cards.has(id))])
    for (const mailId of alive) {
      const card = next.has(mailId) ? undefined : cards.get(mailId)
      if (card) heights.set(mailId, card.getBoundingClientRect().height)
    }
    alive = next
    onChange({ alive, seen: new Set(seen) })
  }
  // Once for all that come and go together.
  const plan = () => {
    if (!isPlanned) queueMicrotask(settle)
    isPlanned = true
  }
  const places = (): MailPlace[] =>
    [...inReach].flatMap((mailId) => {
      const box = cards.get(mailId)?.getBoundingClientRect()
      return box ? [{ mailId, top: box.top, bottom: box.bottom }] : []
    })
  const middle = () => {
    const { top, height } = (scroller ?? document.documentElement).getBoundingClientRect()
    return top + height / 2
  }
  const onReach = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      const mailId = parts.get(target)?.mailId ?? 0
      if (isIntersecting) inReach.add(mailId)
      else inReach.delete(mailId)
    }
    plan()
  }
  const onView = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      const part = parts.get(target)
      if (part?.isStart && isIntersecting) seen.add(part.mailId)
      if (part && !part.isStart && !isIntersecting) seen.delete(part.mailId)
    }
    plan()
  }
  const observing = (card: HTMLElement) => {
    if (observers && scroller?.contains(card)) return observers
    stop()
    scroller = scrollerOf(card)
    observers = {
      // A view more on each side, so that a text is there before it is seen.
      reach: new IntersectionObserver(onReach, { root: scroller, rootMargin: '100% 0px' }),
      view: new IntersectionObserver(onView, { root: scroller }),
    }
    return observers
  }
  const stop = () => {
    observers?.reach.disconnect()
    observers?.view.disconnect()
    observers = null
  }
  return {
    watch(mailId: number, card: HTMLElement, start: HTMLElement) {
      const { reach, view } = observing(card)
      cards.set(mailId, card)
      parts.set(card, { mailId, isStart: false })
      parts.set(start, { mailId, isStart: true })
      reach.observe(card)
      view.observe(card)
      view.observe(start)
      plan()
      return () => {
        reach.unobserve(card)
        view.unobserve(card)
        view.unobserve(start)
        cards.delete(mailId)
        inReach.delete(mailId)
        seen.delete(mailId)
        plan()
      }
    },
    keep(mailIds: readonly number[] | null) {
      kept = mailIds ?? []
      plan()
    },
    heightOf: (mailId: number) => heights.get(mailId) ?? USUAL_PX,
    stop,
  }
}
