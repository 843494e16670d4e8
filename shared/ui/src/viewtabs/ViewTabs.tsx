import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../button/Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import { useSay } from '../messages/language.ts'
import css from './ViewTabs.module.css'

export interface ViewTab {
  readonly id: string
  readonly title: string
  readonly icon?: IconName | undefined
  /** Whether it can be closed; true when not given. */
  readonly closable?: boolean | undefined
  /** Something in it is not saved. */
  readonly dirty?: boolean | undefined
}

/** As what a dragged tab carries its id. The type keeps fields of text from taking it. */
export const TAB_DRAG_TYPE = 'application/x-yanshu-tab'

export interface ViewTabsProps {
  label: string
  tabs: readonly ViewTab[]
  activeId: string
  /** A second tab that is in sight, beside the active one. */
  besideId?: string | undefined
  onActivate: (id: string) => void
  onClose: (id: string) => void
  /** Moves a tab to another place: by dragging it, and by Control or Command with Shift and an arrow. */
  onMove?: ((id: string, index: number) => void) | undefined
  onContextMenu?: ((id: string, point: { x: number; y: number }) => void) | undefined
  /** Id of the element that shows a tab's view. */
  panelId?: ((id: string) => string) | undefined
  /** At the right end, such as a menu of all tabs. */
  after?: ReactNode | undefined
}

const ACTIVE = '[aria-selected=true]'

/**
 * Scrolls a strip sideways until a tab of it is whole. `scrollIntoView` would do the same, but browsers let the next Tab
 * key start from what it brought to sight, and so past everything that stands before the strip.
 */
function bringIntoView(strip: HTMLElement, tab: HTMLElement): void {
  const around = strip.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left < around.left) strip.scrollLeft -= around.left - left
  else if (right > around.right) strip.scrollLeft += right - around.right
}

/**
 * The strip of opened views, 160 px each. Arrows, Home and End move and open; Delete, a middle click and the cross close.
 * A tab is dragged to another place, or put there by Control or Command with Shift and an arrow.
 * The cross is for the pointer only, so that a tab holds no second control; a screen reader announces Delete.
 */
export function ViewTabs({
  label,
  tabs,
  activeId,
  besideId,
  onActivate,
  onClose,
  onMove,
  onContextMenu,
  panelId,
  after,
}: ViewTabsProps) {
  const say = useSay()
  const strip = useRef<HTMLDivElement>(null)
  const refocus = useRef(false)
  /** Until the user scrolls or moves in the strip, the active tab stays whole when the strip gets narrower. */
  const follows = useRef(true)
  const [dragged, setDragged] = useState<string | null>(null)
  const [edges, setEdges] = useState({ left: false, right: false })

  const measure = useCallback(() => {
    const element = strip.current
    if (!element) return
    const left = element.scrollLeft > 1
    const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
    setEdges((now) => (now.left === left && now.right === right ? now : { left, right }))
  }, [])
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      measure()
      const active = element.querySelector<HTMLElement>(ACTIVE)
      if (active && follows.current) bringIntoView(element, active)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [measure])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip changes with its tabs
  useLayoutEffect(() => {
    const active = strip.current?.querySelector<HTMLElement>(ACTIVE)
    follows.current = true
    if (refocus.current) active?.focus()
    refocus.current = false
    // Measured with the frame that draws it: now, the view that comes with the tab has no layout yet.
    const frame = requestAnimationFrame(() => {
      measure()
      if (strip.current && active) bringIntoView(strip.current, active)
    })
    return () => cancelAnimationFrame(frame)
  }, [activeId, tabs.length])

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const go = (to: number) => {
      const next = tabs[(to + tabs.length) % tabs.length]
      if (!next) return
      refocus.current = true
      onActivate(next.id)
    }
    const tab = tabs[at]
    const moves = (event.ctrlKey || event.metaKey) && event.shiftKey && onMove && tab
    if (moves && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      refocus.current = true
      onMove(tab.id, at + (event.key === 'ArrowLeft' ? -1 : 1))
    } else if (event.key === 'ArrowLeft') go(at - 1)
    else if (event.key === 'ArrowRight') go(at + 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(-1)
    else if (event.key === 'Delete' && tab && tab.closable !== false) {
      refocus.current = true
      onClose(tab.id)
    } else return
    event.preventDefault()
  }
  const lookElsewhere = () => {
    follows.current = false
  }
  const scroll = (sign: number) => {
    lookElsewhere()
    const element = strip.current
    element?.scrollBy({ left: sign * element.clientWidth * 0.7, behavior: 'smooth' })
  }

  return (
    <div className={css.bar}>
      {edges.left && (
        <IconButton
          icon="chevron-left"
          size="small"
          label={say('scrollLeft')}
          tabIndex={-1}
          onClick={() => scroll(-1)}
        />
      )}
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        className={css.strip}
        onScroll={measure}
        onWheel={lookElsewhere}
        onTouchMove={lookElsewhere}
      >
        {tabs.map((tab, at) => {
          const active = tab.id === activeId
          const closable = tab.closable !== false
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the tab inside has the keys that move it
            <div
              key={tab.id}
              role="presentation"
              className={css.tab}
              data-active={active ? '' : undefined}
              data-beside={tab.id === besideId ? '' : undefined}
              data-dragged={dragged === tab.id ? '' : undefined}
              draggable={onMove !== undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                // Without data, Firefox begins no drag.
                event.dataTransfer.setData(TAB_DRAG_TYPE, tab.id)
                setDragged(tab.id)
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                if (dragged !== tab.id) onMove?.(dragged, at)
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <button
                type="button"
                role="tab"
                aria-selected={active}
                aria-controls={active || tab.id === besideId ? panelId?.(tab.id) : undefined}
                aria-keyshortcuts={closable ? 'Delete' : undefined}
                tabIndex={active ? 0 : -1}
                title={tab.title}
                className={css.title}
                data-closable={closable ? '' : undefined}
                onClick={() => onActivate(tab.id)}
                onKeyDown={(event) => onKeyDown(event, at)}
                onMouseDown={(event) => event.button === 1 && event.preventDefault()}
                onAuxClick={(event) => event.button === 1 && closable && onClose(tab.id)}
                onContextMenu={(event) => {
                  if (!onContextMenu) return
                  event.preventDefault()
                  onContextMenu(tab.id, { x: event.clientX, y: event.clientY })
                }}
              >
                {tab.icon && <Icon name={tab.icon} size={16} />}
                <span className={css.text}>{tab.title}</span>
              </button>
              {closable && (
                <span
                  aria-hidden="true"
                  className={css.close}
                  data-dirty={tab.dirty ? '' : undefined}
                  title={say('closeTab', { name: tab.title })}
                  onClick={() => onClose(tab.id)}
                >
                  <Icon name="close" size={14} />
                </span>
              )}
            </div>
          )
        })}
      </div>
      {edges.right && (
        <IconButton
          icon="chevron-right"
          size="small"
          label={say('scrollRight')}
          tabIndex={-1}
          onClick={() => scroll(1)}
        />
      )}
      {after}
    </div>
  )
}
