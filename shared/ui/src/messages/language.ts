import { useSyncExternalStore } from 'react'
import { en } from './en.ts'
import { zh } from './zh.ts'

export type UiLanguage = 'zh' | 'en'
type Key = keyof typeof zh
/** Says one of the few strings that the components own. */
export type Say = (key: Key, values?: Readonly<Record<string, string | number>>) => string

let language: UiLanguage = 'zh'
const listeners = new Set<() => void>()

/** Language of the components' own words (close, undo, next page …). The shell calls it when the user's language changes. */
export function setUiLanguage(next: UiLanguage): void {
  language = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language set by {@link setUiLanguage}, kept up to date. */
export function useUiLanguage(): UiLanguage {
  return useSyncExternalStore(
    subscribe,
    () => language,
    () => language,
  )
}

/** The words of the components in the current language. */
export function useSay(): Say {
  const words = useUiLanguage() === 'en' ? en : zh
  return (key, values) => words[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values?.[name] ?? all))
}
