/** One stroke of a shortcut: a key with what is held. */
export interface Stroke {
  readonly key: string
  readonly shift: boolean
  readonly alt: boolean
  readonly mod: boolean
}

/** The fields of a keyboard event that the rules read, so that they can be tested without one. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Keys that a Chinese input method in full-width mode sends in place of the ASCII ones. */
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '？': '?',
  '／': '/',
  '，': ',',
  '。': '.',
  '＃': '#',
  '！': '!',
  '；': ';',
  '：': ':',
}

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** Reads `Mod+K`, `Shift+R`, `g i`: strokes in their order. `Mod` is Command on a Mac and Control elsewhere. */
export function parseKeys(keys: string): readonly Stroke[] {
  return keys
    .split(' ')
    .filter(Boolean)
    .map((stroke) => {
      // The plus key itself is written as `Mod++` or `+`.
      const parts = stroke.endsWith('+') ? [...stroke.slice(0, -1).split('+'), '+'] : stroke.split('+')
      const key = parts.at(-1) ?? ''
      const held = parts.slice(0, -1).map((part) => part.toLowerCase())
      return {
        key: key.length === 1 ? key.toLowerCase() : key,
        shift: held.includes('shift'),
        alt: held.includes('alt'),
        mod: held.includes('mod'),
      }
    })
}

const isLetter = (key: string) => /^[a-z]$/.test(key)

/** Whether a press is the stroke. Shift counts for letters and named keys; for `?` or `#` it depends on the keyboard. */
export function matches(stroke: Stroke, press: KeyPress, apple = isApple()): boolean {
  const raw = FULL_WIDTH[press.key] ?? press.key
  const key = raw.length === 1 ? raw.toLowerCase() : raw
  const mod = apple ? press.metaKey : press.ctrlKey
  const other = apple ? press.ctrlKey : press.metaKey
  if (key !== stroke.key || mod !== stroke.mod || press.altKey !== stroke.alt || other) return false
  return press.shiftKey === stroke.shift || (stroke.key.length === 1 && !isLetter(stroke.key) && !stroke.shift)
}

/** Keys as people read them on this machine: ⌘K, Ctrl+K, g i. */
export function showKeys(keys: string, apple = isApple()): string {
  return parseKeys(keys)
    .map(({ key, shift, alt, mod }) => {
      const named: Record<string, string> = {
        ArrowUp: '↑',
        ArrowDown: '↓',
        ArrowLeft: '←',
        ArrowRight: '→',
        Escape: 'Esc',
      }
      const shownKey = named[key] ?? (mod || shift ? key.toUpperCase() : key)
      if (apple) return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${shownKey}`
      return [...(mod ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), shownKey].join('+')
    })
    .join(' ')
}
