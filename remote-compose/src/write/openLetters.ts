import type { TabHandle } from '@yanshu/contracts'
import { perLogin, tabs } from '@yanshu/shell-api'
import type { Composer } from './composer.ts'

/**
 * The letters that are being written, by the tab they are in. A view that is covered by another tab is taken down by
 * React while its tab lives on; its letter must live as long as the tab, or coming back would begin another one.
 */
const letters = perLogin(() => new Map<string, OpenLetter>(), endAll)

interface OpenLetter {
  readonly address: string
  readonly letter: Promise<Composer>
  /** Lets go of page and tab. */
  readonly stop: () => void
}

/** The letter of a tab: the one that is there, or what `start` makes. One that could not be started is not kept. */
export function letterOf(tab: TabHandle, address: string, start: () => Promise<Composer>): Promise<Composer> {
  const known = letters().get(tab.id)
  if (known?.address === address) return known.letter
  if (known) end(tab.id)
  const control = new AbortController()
  const open = letters()
  const letter = start()
  open.set(tab.id, { address, letter, stop: () => control.abort() })
  letter.then(
    (composer) => control.signal.aborted || attend(composer, tab, control.signal),
    () => open.get(tab.id)?.letter === letter && open.delete(tab.id),
  )
  return letter
}

/** What a letter needs of page and tab as long as it is open, whether one sees it or not. */
function attend(composer: Composer, tab: TabHandle, signal: AbortSignal): void {
  const flush = () => void composer.flush()
  const tellDirty = () => tab.setDirty(!['untouched', 'saved'].includes(composer.state.get().draft.phase))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush(), { signal })
  window.addEventListener('pagehide', flush, { signal })
  window.addEventListener('online', () => composer.reconnected(), { signal })
  // Leaving is only held up when something would be lost: what is in the journal comes back.
  const warn = (event: BeforeUnloadEvent) => {
    flush()
    if (composer.state.get().draft.journalFailed) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn, { signal })
  tellDirty()
  const stops = [composer.state.subscribe(tellDirty), tab.onBeforeClose(composer.mayClose)]
  signal.addEventListener('abort', () => {
    for (const one of stops) one()
  })
}

function end(tabId: string, open = letters()): void {
  const ended = open.get(tabId)
  open.delete(tabId)
  ended?.stop()
  ended?.letter.then((composer) => composer.dispose()).catch(() => undefined)
}

function endAll(open: Map<string, OpenLetter>): void {
  for (const tabId of [...open.keys()]) end(tabId, open)
}

/** Ends each letter with its tab. Returns how to stop, which ends them all: what is written stays in the journal. */
export function followTabs(): () => void {
  const open = letters()
  const stop = tabs.subscribe(() => {
    const there = new Set(tabs.list().map(({ id }) => id))
    for (const tabId of [...open.keys()]) if (!there.has(tabId)) end(tabId, open)
  })
  return () => {
    stop()
    endAll(open)
  }
}
