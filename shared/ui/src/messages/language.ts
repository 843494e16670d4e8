import { useSyncExternalStore } from 'react'
import { en } from './en.ts'
import { zh } from './zh.ts'

export type UiLanguage = 'zh' | 'en'
/** Words of a group of components by language; `{name}` stands for a value. */
export type GroupWords<K extends string> = Readonly<Record<UiLanguage, Readonly<Record<K, string>>>>
/** Returns one of the few strings that the components own. */
export type Say<K extends string = keyof typeof zh> = (
  key: K,
  values?: Readonly<Record<string, string | number>>,
) => string

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

/** The words of a group of components in the current language; they come with the group. */
export function useWords<K extends string>(group: GroupWords<K>): Say<K> {
  const words = group[useUiLanguage()]
  return (key, values) => words[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values?.[name] ?? all))
}

/** The words of the components in the current language. */
export const useSay = (): Say => useWords(COMMON)
const COMMON: GroupWords<keyof typeof zh> = { zh, en }
