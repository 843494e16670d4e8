import { useRef } from 'react'

const FORGET_AFTER = 700

/** Collects letters typed in quick succession; returns what has been typed so far. */
export function useTyping(): (letter: string) => string {
  const state = useRef({ text: '', at: 0 })
  return (letter) => {
    const now = Date.now()
    const { text, at } = state.current
    const typed = now - at > FORGET_AFTER ? letter : text + letter
    state.current = { text: typed, at: now }
    return typed
  }
}

/** Whether a key press types a letter rather than commands something. */
export function isLetter(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): boolean {
  return [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
}
