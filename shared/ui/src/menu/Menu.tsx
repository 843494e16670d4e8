import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton, type IconButtonProps } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { KeyHint } from '../feedback/KeyHint.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { isLetter, useTyping } from '../hooks/useTyping.ts'
import { Icon } from '../icons/Icon.tsx'
import { useFocusReturn } from '../layers/focus.ts'
import type { Placement } from '../layers/place.ts'
import popup from '../layers/popup.module.css'
import { popupRoot } from '../layers/popupRoot.ts'
import { type Anchor, anchorElement, useAnchored } from '../layers/useAnchored.ts'
import { useDismiss } from '../layers/useDismiss.ts'
import { findByTyping, isReachable, type MenuAction, type MenuBranch, type MenuEntry } from './entries.ts'
import css from './Menu.module.css'

export interface MenuProps {
  open: boolean
  /** An element, a ref or a point of the window (context menu); `null` keeps the menu away. */
  anchor: Anchor
  items: readonly MenuEntry[]
  /** Name for screen readers. */
  label: string
  onClose: () => void
  placement?: Placement | undefined
  /** Where the cursor starts: `last` when the menu was opened with the Up key. */
  start?: 'first' | 'last' | undefined
}

/** A menu with roving focus, typing to find, submenus and ticks. Closing gives focus back to where it was. */
export function Menu({ open, anchor, ...rest }: MenuProps) {
  if (!open || !anchor) return null
  return createPortal(<OpenMenu anchor={anchor} {...rest} />, popupRoot())
}

interface OpenMenuProps extends Omit<MenuProps, 'open'> {
  /** Set on a submenu: closes only this level. */
  onBack?: (() => void) | undefined
  /** Whether focus moves in when it opens; a submenu opened by the pointer leaves it outside. */
  enter?: boolean | undefined
}

function OpenMenu({
  anchor,
  items,
  label,
  onClose,
  onBack,
  placement = 'bottom-start',
  start = 'first',
  enter = true,
}: OpenMenuProps) {
  const ref = useRef<HTMLDivElement>(null)
  const hook = useRef(anchorElement(anchor))
  const [branch, setBranch] = useState<{ id: string; enter: boolean }>()
  const typing = useTyping()
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  useFocusReturn(true, ref)
  useAnchored(true, ref, anchor, { placement, gap: onBack ? 2 : 4 })
  useDismiss(true, ref, (reason) => (reason === 'escape' && onBack ? onBack() : onClose()), { inside: [hook] })
  useEffect(() => () => clearTimeout(hover.current), [])

  const lines = () => [...(ref.current?.querySelectorAll<HTMLElement>(':scope > [data-line]') ?? [])]
  const focusLine = (at: number) => {
    const all = lines()
    all[(at + all.length) % all.length]?.focus()
  }
  // The cursor is put in place once, when the menu opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on opening
  useEffect(() => {
    if (!enter) return
    ref.current?.focus({ preventScroll: true })
    const ticked = ref.current?.querySelector<HTMLElement>(':scope > [role=menuitemradio][aria-checked=true]')
    if (ticked) ticked.focus()
    else focusLine(start === 'last' ? -1 : 0)
  }, [])

  const activate = (entry: MenuAction | MenuBranch) => {
    if (entry.disabled) return
    if (entry.kind === 'submenu') {
      setBranch({ id: entry.id, enter: true })
      return
    }
    if (!entry.stay) onClose()
    entry.onSelect()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const all = lines()
    const at = all.indexOf(document.activeElement instanceof HTMLElement ? document.activeElement : document.body)
    const entry = items.filter(isReachable)[at]
    const act = new Map<string, () => unknown>([
      ['ArrowDown', () => focusLine(at + 1)],
      ['ArrowUp', () => focusLine(at < 0 ? -1 : at - 1)],
      ['Home', () => focusLine(0)],
      ['End', () => focusLine(-1)],
      ['Tab', onClose],
      ['Enter', () => entry && activate(entry)],
      [' ', () => entry && activate(entry)],
      ['ArrowRight', () => entry?.kind === 'submenu' && activate(entry)],
      ['ArrowLeft', () => onBack?.()],
    ])
    const action = act.get(event.key)
    if (action) action()
    else if (isLetter(event)) {
      const found = findByTyping(
        items.filter(isReachable).map((each) => each.label),
        at,
        typing(event.key),
      )
      if (found >= 0) focusLine(found)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={ref}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={cx(popup.popup, css.menu)}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((entry) => {
        if (entry.kind === 'separator') return <hr key={entry.id} className={css.line} />
        if (entry.kind === 'heading') {
          return (
            <div key={entry.id} role="presentation" className={css.heading}>
              {entry.label}
            </div>
          )
        }
        return (
          <MenuLine
            key={entry.id}
            entry={entry}
            expanded={branch?.id === entry.id}
            enter={branch?.enter ?? false}
            onActivate={() => activate(entry)}
            onHover={() => {
              clearTimeout(hover.current)
              hover.current = setTimeout(
                () =>
                  setBranch((now) => {
                    if (entry.kind !== 'submenu' || entry.disabled) return undefined
                    return now?.id === entry.id ? now : { id: entry.id, enter: false }
                  }),
                120,
              )
            }}
            onBack={() => setBranch(undefined)}
            onClose={onClose}
          />
        )
      })}
    </div>
  )
}

interface MenuLineProps {
  entry: MenuAction | MenuBranch
  expanded: boolean
  enter: boolean
  onActivate: () => void
  onHover: () => void
  onBack: () => void
  onClose: () => void
}

function MenuLine({ entry, expanded, enter, onActivate, onHover, onBack, onClose }: MenuLineProps) {
  const ref = useRef<HTMLDivElement>(null)
  const action = entry.kind === 'submenu' ? undefined : entry
  const tickable = action?.checked !== undefined
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is one of the three of a menu line */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the menu */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: checked only where the role has it */}
      <div
        ref={ref}
        data-line=""
        role={tickable ? (action.radio ? 'menuitemradio' : 'menuitemcheckbox') : 'menuitem'}
        aria-checked={tickable ? action.checked : undefined}
        aria-disabled={entry.disabled || undefined}
        aria-haspopup={action ? undefined : 'menu'}
        aria-expanded={action ? undefined : expanded}
        tabIndex={-1}
        className={cx(popup.option, css.item, action?.danger && css.danger)}
        onClick={onActivate}
        onPointerEnter={(event) => {
          if (event.pointerType !== 'mouse') return
          ref.current?.focus({ preventScroll: true })
          onHover()
        }}
      >
        {tickable && <span className={css.mark}>{action.checked && <Icon name="check" size={16} />}</span>}
        {entry.icon && <Icon name={entry.icon} />}
        {action?.dot && <span className={css.dot} style={{ color: action.dot }} />}
        <span className={css.label}>{entry.label}</span>
        {action?.shortcut && (
          <span className={css.hint} aria-hidden="true">
            <KeyHint keys={action.shortcut} />
          </span>
        )}
        {!action && <Icon name="chevron-right" size={16} />}
      </div>
      {entry.kind === 'submenu' &&
        expanded &&
        createPortal(
          <OpenMenu
            anchor={ref}
            items={entry.items}
            label={entry.label}
            placement="right-start"
            enter={enter}
            onBack={onBack}
            onClose={onClose}
          />,
          popupRoot(),
        )}
    </>
  )
}

export interface MenuButtonProps extends Omit<IconButtonProps, 'onClick' | 'pressed'> {
  items: readonly MenuEntry[]
  placement?: Placement | undefined
}

/** An icon that opens a menu; Down and Up open it at its first or last line. */
export function MenuButton({ items, placement = 'bottom-end', ...button }: MenuButtonProps) {
  const [open, setOpen] = useState<'first' | 'last'>()
  const ref = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        {...button}
        ref={ref}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        onClick={() => setOpen(open ? undefined : 'first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(event.key === 'ArrowUp' ? 'last' : 'first')
        }}
      />
      <Menu
        open={open !== undefined}
        start={open}
        anchor={ref}
        items={items}
        label={button.label}
        placement={placement}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

export interface ContextMenuState {
  /** Put on the element that has the menu; also answers the menu key and Shift+F10. */
  onContextMenu: (event: React.MouseEvent) => void
  /** Opens the menu at a point, for a long press. */
  openAt: (point: { x: number; y: number }) => void
  /** Render this anywhere. */
  menu: ReactNode
}

/** A menu on right-click. `items` may be made when it opens. */
export function useContextMenu(
  label: string,
  items: readonly MenuEntry[] | (() => readonly MenuEntry[]),
): ContextMenuState {
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null)
  const entries = point ? (typeof items === 'function' ? items() : items) : []
  return {
    onContextMenu: (event) => {
      event.preventDefault()
      const target = event.button !== 2 && event.target instanceof Element ? event.target : undefined
      const box = target?.getBoundingClientRect()
      setPoint(box ? { x: box.left + 16, y: box.bottom - 4 } : { x: event.clientX, y: event.clientY })
    },
    openAt: setPoint,
    menu: <Menu open={point !== null} anchor={point} items={entries} label={label} onClose={() => setPoint(null)} />,
  }
}
