import { type RefObject, useEffect, useRef } from 'react'
import { scrollerOf } from '../reading/mailPort.ts'
import { holdEnd } from './holdEnd.ts'

/** The way to the end of the conversation of a row: the element it is in, and what goes there. */
interface End {
  readonly place: RefObject<HTMLDivElement | null>
  readonly toEnd: () => void
}

/** Goes to the newest mail of a conversation, and stays there while mails near it become as high as they are. */
export function useEnd(row: number | null): End {
  const place = useRef<HTMLDivElement>(null)
  const leave = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next conversation begins at its own place
  useEffect(() => () => leave.current?.(), [row])
  const toEnd = () => {
    const scroller = scrollerOf(place.current)
    leave.current?.()
    leave.current = scroller ? stayAtEnd(scroller) : undefined
  }
  return { place, toEnd }
}

/** Stays at the end of what an element scrolls until the person scrolls up, presses something or goes into a mail. */
function stayAtEnd(scroller: Element): () => void {
  const hold = holdEnd(scroller)
  const staying = new AbortController()
  const { signal } = staying
  const leave = () => staying.abort()
  const observer = new ResizeObserver(hold.follow)
  for (const part of [scroller, ...scroller.children]) observer.observe(part)
  signal.addEventListener('abort', () => observer.disconnect())
  scroller.addEventListener('scroll', () => hold.isLeft() && leave(), { signal })
  for (const act of ['keydown', 'pointerdown', 'blur']) window.addEventListener(act, leave, { signal, capture: true })
  return leave
}
