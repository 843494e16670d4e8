import { type ReactNode, type RefObject, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import type { ActiveOption } from '../hooks/useActiveOption.ts'
import popup from '../layers/popup.module.css'
import { popupRoot } from '../layers/popupRoot.ts'
import { useAnchored } from '../layers/useAnchored.ts'
import { useDismiss } from '../layers/useDismiss.ts'
import { useSay } from '../messages/language.ts'
import css from './combobox.module.css'

export interface SuggestionListProps<T> {
  anchor: RefObject<HTMLElement | null>
  label: string
  items: readonly T[]
  itemKey: (item: T) => string
  renderItem: (item: T) => ReactNode
  cursor: ActiveOption
  onPick: (at: number) => void
  /** In px, where the window has room for it; without it the list is as wide as its anchor. */
  width?: number | undefined
  onClose: () => void
}

/** The list below a text box with suggestions. The box keeps focus; the list only shows and receives presses. */
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
  useAnchored(true, ref, anchor, { placement: 'bottom-start', matchWidth: width === undefined })
  useDismiss(true, ref, onClose, { inside: [anchor] })
  return createPortal(
    <div ref={ref} className={cx(popup.popup, css.popup)} style={width === undefined ? undefined : { width }}>
      <div role="listbox" id={cursor.listId} aria-label={label}>
        {items.map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text box, which keeps focus
          // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
          <div
            key={itemKey(item)}
            role="option"
            {...cursor.option(at)}
            className={cx(popup.option, css.option)}
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
