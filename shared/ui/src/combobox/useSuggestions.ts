import { type KeyboardEvent, useId, useState } from 'react'
import { isComposing } from '../hooks/isComposing.ts'

export interface Suggestions {
  /** Line under the cursor, -1 when there is none. */
  active: number
  setActive: (at: number) => void
  listId: string
  optionId: (at: number) => string
  /** Attributes of the text box. */
  box: {
    role: 'combobox'
    autoComplete: 'off'
    'aria-autocomplete': 'list'
    'aria-expanded': boolean
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
  }
  /** Walks the list and picks by Enter; true when the key was used. Never acts while an input method composes. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

/**
 * The cursor of a text box with suggestions (WAI-ARIA combobox).
 * @param first whether the first suggestion is under the cursor from the start, so that Enter takes it.
 */
export function useSuggestions(
  open: boolean,
  count: number,
  onPick: (at: number) => void,
  first: boolean,
): Suggestions {
  const listId = useId()
  const [cursor, setCursor] = useState<number>()
  const active = open && count > 0 ? Math.min(cursor ?? (first ? 0 : -1), count - 1) : -1
  const optionId = (at: number) => `${listId}-${at}`
  if (!open && cursor !== undefined) setCursor(undefined)
  return {
    active,
    setActive: setCursor,
    listId,
    optionId,
    box: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
    },
    onKeyDown(event) {
      if (isComposing(event) || !open || count === 0) return false
      if (event.key === 'ArrowDown') setCursor((active + 1) % count)
      else if (event.key === 'ArrowUp') setCursor(active <= 0 ? count - 1 : active - 1)
      else if (event.key === 'Enter' && active >= 0) onPick(active)
      else return false
      event.preventDefault()
      return true
    },
  }
}
