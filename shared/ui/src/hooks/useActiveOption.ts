import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from './isComposing.ts'

export interface ActiveOption {
  /** The line under the cursor, -1 for none. */
  readonly active: number
  /** Moves the cursor to a line; undefined moves it back to where it stands by itself. */
  setActive: (at: number | undefined) => void
  readonly listId: string
  /** Attributes of the text box. */
  readonly box: {
    readonly role: 'combobox'
    readonly autoComplete: 'off'
    readonly 'aria-autocomplete': 'list'
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string | undefined
    readonly 'aria-activedescendant': string | undefined
  }
  /** Attributes of a line, an `option`. The box keeps the focus when it is pressed. */
  option: (at: number) => {
    readonly id: string
    readonly 'aria-selected': boolean
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
  }
  /** Moves through the list and picks by Enter; true when the key was used. Never acts while an input method composes. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

/**
 * The cursor of a text box above a list: the box keeps the focus and names the line under the cursor (WAI-ARIA combobox
 * with `aria-activedescendant`). The one hook for suggestions, the palette and pickers.
 * @param first whether the cursor stands on the first line by itself, so that Enter chooses it
 * @param keyAt what names a line; then the cursor stays with what it stands on when lines come before it
 */
export function useActiveOption(
  open: boolean,
  count: number,
  onPick: (at: number) => void,
  first: boolean,
  keyAt: (at: number) => string | number = (at) => at,
): ActiveOption {
  const listId = useId()
  const [cursor, setKey] = useState<string | number>()
  const setCursor = (at: number | undefined) => setKey(at === undefined ? undefined : keyAt(at))
  const byItself = first ? 0 : -1
  const found = typeof cursor === 'string' ? indexOfKey(cursor, count, keyAt, byItself) : (cursor ?? byItself)
  const active = open && count > 0 ? Math.min(found, count - 1) : -1
  const activeId = active < 0 ? undefined : `${listId}-${active}`
  if (!open && cursor !== undefined) setCursor(undefined)
  /** What the pointer is on is in sight, and must not move away below it. */
  const pointed = useRef(false)
  useEffect(() => {
    if (activeId && !pointed.current) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return {
    active,
    setActive(at) {
      pointed.current = false
      setCursor(at)
    },
    listId,
    box: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': activeId,
    },
    option: (at) => ({
      id: `${listId}-${at}`,
      'aria-selected': at === active,
      onPointerDown: (event) => event.preventDefault(),
      // A list that comes below a resting pointer is not pointed at.
      onPointerMove({ movementX, movementY }) {
        if ((!movementX && !movementY) || at === active) return
        pointed.current = true
        setCursor(at)
      },
    }),
    onKeyDown(event) {
      if (isComposing(event) || !open || count === 0) return false
      pointed.current = false
      if (event.key === 'ArrowDown') setCursor((active + 1) % count)
      else if (event.key === 'ArrowUp') setCursor(active <= 0 ? count - 1 : active - 1)
      else if (event.key === 'Enter' && active >= 0) onPick(active)
      else return false
      event.preventDefault()
      return true
    },
  }
}

function indexOfKey(key: string, count: number, keyAt: (at: number) => string | number, otherwise: number): number {
  for (let at = 0; at < count; at++) if (keyAt(at) === key) return at
  return otherwise
}
