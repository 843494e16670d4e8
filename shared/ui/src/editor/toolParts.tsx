import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../button/Button.tsx'
import type { IconName } from '../icons/paths.ts'
import type { MenuEntry } from '../menu/entries.ts'
import { Menu } from '../menu/Menu.tsx'
import { Popover } from '../popover/Popover.tsx'
import css from './editor.module.css'

/** Moves through the tools with the arrow keys (WAI-ARIA toolbar). */
export function walkTools(event: KeyboardEvent<HTMLElement>): void {
  const steps = new Map([
    ['ArrowRight', 1],
    ['ArrowLeft', -1],
  ])
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = tools.findIndex((tool) => tool.matches(':focus'))
  const step = steps.get(event.key)
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? tools.length - 1
        : step
          ? (at + step + tools.length) % tools.length
          : -1
  if (to < 0 || at < 0) return
  event.preventDefault()
  tools[to]?.focus()
}

export interface ChoiceProps {
  label: string
  value: string
  items: readonly MenuEntry[]
  wide?: boolean
}

/** What is chosen, as a button that opens the list of what can be. */
export function Choice({ label, value, items, wide = false }: ChoiceProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.choice}
        data-wide={wide ? '' : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${label}: ${value}`}
        title={label}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!open)}
      >
        <span className={css.choiceText}>{value}</span>
      </button>
      <Menu open={open} anchor={button} items={items} label={label} onClose={() => setOpen(false)} />
    </>
  )
}

export interface PanelProps {
  icon: IconName
  label: string
  children: (close: () => void) => ReactNode
}

/** A tool that opens a panel, such as a choice of colours. */
export function Panel({ icon, label, children }: PanelProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={button}
        icon={icon}
        size="small"
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!open)}
      />
      <Popover open={open} anchor={button} label={label} onClose={close}>
        {children(close)}
      </Popover>
    </>
  )
}
