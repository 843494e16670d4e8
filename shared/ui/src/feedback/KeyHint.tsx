import css from './KeyHint.module.css'

const MAC: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Ctrl: '⌃', Enter: '↩' }
const OTHER: Readonly<Record<string, string>> = { Mod: 'Ctrl' }

/** Whether keys are named as on a Mac. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** A combination as this keyboard names it: `Mod+K` is ⌘K or Ctrl+K. */
export function keyNames(keys: string): readonly string[] {
  const names = isMac() ? MAC : OTHER
  return keys.split('+').map((key) => names[key] ?? key)
}

export interface KeyHintProps {
  /** Keys joined by `+`; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string
}

/** Keys to press, drawn as small caps. */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className={css.keys}>
      {keyNames(keys).map((key) => (
        <kbd key={key} className={css.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
