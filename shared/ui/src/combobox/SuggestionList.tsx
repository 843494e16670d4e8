import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { popupRoot } from '../layers/popupRoot.ts'
import { useAnchored } from '../layers/useAnchored.ts'
import { useDismiss } from '../layers/useDismiss.ts'
import { useSay } from '../messages/language.ts'
import css from './combobox.module.css'
import type { Suggestions } from './useSuggestions.ts'

export interface SuggestionListProps<T> {
  anchor: RefObject<HTMLElement | null>
  label: string
  items: readonly T[]
  itemKey: (item: T) => string
  renderItem: (item: T) => ReactNode
  cursor: Suggestions
  onPick: (at: number) => void
  /** In px, where the window has room for it; without it the list is as wide as its anchor. */
  width?: number | undefined
  onClose: () => void
}

/** The list below a text box with suggestions. The box keeps focus; the list only shows and takes presses. */
export function SuggestionList<T>({
  anchor,
  label,
  items,
  itemKey,
  renderItem,
  cursor,
  onPick,
  width,
  onClose,
}: SuggestionListProps<T>) {
  const ref = useRef<HTMLDivElement>(null)
  const say = useSay()
  const { active, listId, optionId } = cursor
  useAnchored(true, ref, anchor, { placement: 'bottom-start', matchWidth: width === undefined })
  useDismiss(true, ref, onClose, { inside: [anchor] })
  const activeId = active >= 0 ? optionId(active) : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return createPortal(
    <div ref={ref} className={css.popup} style={width === undefined ? undefined : { width }}>
      <div role="listbox" id={listId} aria-label={label}>
        {items.map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text box, which keeps focus
          // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
          <div
            key={itemKey(item)}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            className={css.option}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => at !== active && cursor.setActive(at)}
            onClick={() => onPick(at)}
          >
            {renderItem(item)}
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">{say('results', { count: items.length })}</VisuallyHidden>
    </div>,
    popupRoot(),
  )
}
