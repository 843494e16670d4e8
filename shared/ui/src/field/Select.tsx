import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { isLetter, useTyping } from '../hooks/useTyping.ts'
import { Icon } from '../icons/Icon.tsx'
import popup from '../layers/popup.module.css'
import { popupRoot } from '../layers/popupRoot.ts'
import { useAnchored } from '../layers/useAnchored.ts'
import { useDismiss } from '../layers/useDismiss.ts'
import { findByTyping } from '../menu/entries.ts'
import type { Choice } from './choices.tsx'
import { Field, type FieldProps, type FieldWiring } from './Field.tsx'
import css from './field.module.css'

export interface SelectProps<T extends string | number> extends Omit<FieldProps, 'children'> {
  value: T | undefined
  options: readonly Choice<T>[]
  onChange: (value: T) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
}

/** One of a short list. Focus stays on the box; its cursor is moved by arrows, Home, End and by typing. */
export function Select<T extends string | number>({
  label,
  hideLabel,
  hint,
  error,
  required,
  className,
  ...rest
}: SelectProps<T>) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <Listbox {...rest} wiring={wiring} />}
    </Field>
  )
}

function Listbox<T extends string | number>({
  value,
  options,
  onChange,
  placeholder,
  disabled,
  wiring,
}: Omit<SelectProps<T>, keyof FieldProps> & { wiring: FieldWiring }) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const typing = useTyping()
  const id = useId()
  const chosen = options.findIndex((option) => option.value === value)
  useAnchored(open, list, box, { placement: 'bottom-start', matchWidth: true })
  useDismiss(open, list, () => setOpen(false), { inside: [box] })
  useEffect(() => {
    if (open) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [open, active, id])

  const show = (at = chosen) => {
    setActive(Math.max(at, 0))
    setOpen(true)
  }
  const choose = (at: number) => {
    const option = options[at]
    if (!option || option.disabled) return
    setOpen(false)
    if (option.value !== value) onChange(option.value)
  }
  const move = (to: number) => {
    const at = Math.max(0, Math.min(options.length - 1, to))
    if (open) setActive(at)
    else show(to < 0 || to >= options.length || chosen < 0 ? at : chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = new Map<string, () => unknown>([
      ['ArrowDown', () => move(active + 1)],
      ['ArrowUp', () => move(active - 1)],
      ['Home', () => move(0)],
      ['End', () => move(options.length - 1)],
      ['PageDown', () => move(active + 10)],
      ['PageUp', () => move(active - 10)],
      ['Enter', () => (open ? choose(active) : show())],
      [' ', () => (open ? choose(active) : show())],
    ])
    if (event.key === 'Tab' && open) choose(active)
    const action = act.get(event.key)
    if (action) action()
    else if (isLetter(event)) {
      const labels = options.map((option) => option.label)
      const found = findByTyping(labels, open ? active : chosen, typing(event.key))
      if (found < 0) return
      if (open) setActive(found)
      else show(found)
    } else return
    event.preventDefault()
  }
  const current = options[chosen]
  return (
    <>
      <button
        ref={box}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-activedescendant={open ? `${id}-${active}` : undefined}
        {...wiring}
        disabled={disabled}
        className={cx(css.box, css.combo)}
        data-invalid={wiring['aria-invalid'] ? '' : undefined}
        data-disabled={disabled ? '' : undefined}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={onKeyDown}
      >
        <span className={cx(css.value, !current && css.placeholder)}>{current?.label ?? placeholder ?? ''}</span>
        <Icon name="chevron-down" size={16} />
      </button>
      {open &&
        createPortal(
          <div
            ref={list}
            role="listbox"
            id={id}
            aria-labelledby={wiring['aria-labelledby']}
            className={cx(popup.popup, css.list)}
          >
            {options.map((option, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the box, which keeps focus
              // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
              <div
                key={option.value}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === chosen}
                aria-disabled={option.disabled}
                data-active={at === active ? '' : undefined}
                className={cx(popup.option, css.option)}
                onPointerMove={() => setActive(at)}
                onClick={() => choose(at)}
              >
                {option.icon && <Icon name={option.icon} />}
                {option.label}
                {at === chosen && <Icon name="check" size={16} />}
              </div>
            ))}
          </div>,
          popupRoot(),
        )}
    </>
  )
}
