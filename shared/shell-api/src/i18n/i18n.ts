import type { Language, MessageTree } from '@yanshu/contracts'
import type { i18n } from 'i18next'
import { useCallback, useSyncExternalStore } from 'react'
import { en } from '../messages/en.ts'
import { zh } from '../messages/zh.ts'
import { storeOf } from '../storeOf.ts'

/** The namespace of shell-api's own messages. */
export const OWN = 'shell-api'

export const HTML_LANG: Record<Language, string> = { zh: 'zh-CN', en: 'en' }

export type Values = Readonly<Record<string, string | number>>

/** What looks messages up, with plurals and all; i18next. */
type Engine = Pick<i18n, 'addResourceBundle' | 'changeLanguage' | 't'>

interface Words {
  readonly ns: string
  readonly of: Language
  readonly messages: MessageTree
}

let engine: Engine | null = null
/** What the engine will be given. */
let added: Words[] = [
  { ns: OWN, of: 'zh', messages: zh },
  { ns: OWN, of: 'en', messages: en },
]

const loaders = new Set<(language: Language) => Promise<void>>()
/** Raised when what `t` answers may have changed. */
const version = storeOf(() => 0)
let wanted: Language = 'zh'
let shown: Language = 'zh'

/** Messages without values as the engine gave them: a view asks for the same ones with each row and each time it is drawn. */
const plain = new Map<string, string>()

async function show(next: Language): Promise<void> {
  shown = next
  await engine?.changeLanguage(next)
  plain.clear()
  if (typeof document !== 'undefined') document.documentElement.lang = HTML_LANG[next]
  version.set(version.get() + 1)
}

/** From now on messages are looked up by an engine, made once for the language on the screen; see `startMessages`. */
export function setEngine(make: (language: Language) => Engine): void {
  if (engine) return
  engine = make(shown)
  for (const { ns, of, messages } of added) engine.addResourceBundle(of, ns, messages, true, true)
  added = []
}

/** A message as a page without engine has it: no plurals, values put in. */
function lookUp(ns: string, key: string, values: Values = {}): string {
  const steps = key.split('.')
  for (const spoken of [shown, 'zh']) {
    for (const words of added) {
      if (words.ns !== ns || words.of !== spoken) continue
      let at: MessageTree | string | undefined = words.messages
      for (const step of steps) at = typeof at === 'object' ? at[step] : undefined
      if (typeof at === 'string') return at.replace(/\{\{(\w+)\}\}/g, (all, name) => `${values[name] ?? all}`)
    }
  }
  return key
}

/** Starts in a language. Messages of the host are added before or after, by `addMessages`. */
export async function initI18n(first: Language): Promise<void> {
  wanted = first
  await show(first)
}

/** Namespaces that have messages. */
const known = new Set<string>()
/** By namespace, for who waits for its first messages. */
const arrivals = new Map<string, PromiseWithResolvers<void>>()

/** Resolves when a namespace has messages: a remote may start before its messages are there, and must not show keys. */
export async function whenSpoken(ns: string): Promise<void> {
  if (known.has(ns)) return
  const arrival = arrivals.get(ns) ?? Promise.withResolvers<void>()
  arrivals.set(ns, arrival)
  await arrival.promise
}

/** Adds the messages of a namespace in one language. What is on the screen follows at the next render. */
export function addMessages(ns: string, of: Language, messages: MessageTree): void {
  known.add(ns)
  plain.clear()
  if (engine) engine.addResourceBundle(of, ns, messages, true, true)
  else added.push({ ns, of, messages })
  arrivals.get(ns)?.resolve()
}

/**
 * Changes the language: all loaders of messages run first, then the page renders once.
 * A loader that fails keeps its old messages; the last call wins when several overlap.
 */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next
  const asked = new Set<(language: Language) => Promise<void>>()
  // A remote may start while others still load: it is asked as well before the new language is shown.
  for (let late = [...loaders]; late.length > 0; late = [...loaders].filter((load) => !asked.has(load))) {
    for (const load of late) asked.add(load)
    await Promise.allSettled(late.map((load) => load(next)))
  }
  if (wanted === next && shown !== next) await show(next)
}

/** Registers what loads messages when the language changes. Returns how to stop. */
export function onLanguage(load: (language: Language) => Promise<void>): () => void {
  loaders.add(load)
  return () => loaders.delete(load)
}

export const language = (): Language => shown

/** Calls back after the language on the screen has changed. */
export const onLanguageShown = (fn: () => void): (() => void) => version.subscribe(fn)

/**
 * The message of a key. Unknown in the language: the Chinese one; unknown at all: the key itself, so that a tester
 * sees which. `count` chooses English plurals (`key_one`, `key_other`).
 */
export function t(ns: string, key: string, values?: Values): string {
  if (!engine) return lookUp(ns, key, values)
  if (values) return engine.t(key, { ns, ...values })
  const name = `${ns} ${key}`
  const kept = plain.get(name)
  if (kept !== undefined) return kept
  const message = engine.t(key, { ns })
  plain.set(name, message)
  return message
}

/** `t` of one namespace; the component renders again when the language changes. */
export function useT(ns: string): (key: string, values?: Values) => string {
  const raised = useSyncExternalStore(version.subscribe, version.get, version.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language must give a new function, so that memoised children render too
  return useCallback((key, values) => t(ns, key, values), [ns, raised])
}

/** The language on the screen, in a component. */
export function useLanguage(): Language {
  useSyncExternalStore(version.subscribe, version.get, version.get)
  return shown
}
