import type { TabHandle } from '@yanshu/contracts'
import { loginScope, perLogin, tabs } from '@yanshu/shell-api'
import type { Composer, LetterPlace } from './composer.ts'

interface OpenLetter {
  /** Path below /write with its query. */
  readonly address: string
  readonly letter: Promise<Composer>
  /** Aborted when the letter ends. */
  readonly control: AbortController
  /** The tab it is in; null while it is being sent and its tab is closed. */
  tab: TabHandle | null
  /** The id of the tab in which it came back behind other work, until the tab is opened. */
  behind: string | null
  /** Releases its tab. */
  letGo: () => void
}

/**
 * The letters that are being written or sent. A view that is covered by another tab is taken down by React while its tab
 * stays; its letter must stay as long as the tab, or coming back would begin another one. A letter that is being sent
 * stays without its tab until it has gone.
 */
const letters = perLogin(() => new Set<OpenLetter>(), endAll)

/** Whether a letter has gone and the person has done nothing since: then no other letter gets the focus. */
const letterGone = perLogin(() => ({ justNow: false }))

/** What is pressed next is not meant for another letter that comes into sight. */
function noteGone(): void {
  const mine = letterGone()
  mine.justNow = true
  const acted = new AbortController()
  const act = () => {
    mine.justNow = false
    acted.abort()
  }
  for (const event of ['keydown', 'pointerdown']) {
    document.addEventListener(event, act, { capture: true, signal: acted.signal })
  }
}

/** Whether a letter that comes into sight may take the focus into its fields. */
export const mayTakeFocus = (): boolean => !letterGone().justNow

const letterIn = (tabId: string) => [...letters()].find(({ tab }) => tab?.id === tabId)
const letterAt = (address: string, among = letters()) => [...among].find((one) => one.address === address)

/**
 * The letter of a tab: the one that is there, the one of this address that is being sent, or what `start` makes. One that
 * could not be started is not kept.
 */
export function letterOf(tab: TabHandle, address: string, start: () => Promise<Composer>): Promise<Composer> {
  const known = letterIn(tab.id)
  if (known?.address === address) return known.letter
  if (known) end(known)
  const away = letterAt(address)
  if (away?.tab === null) {
    putInto(tab, away)
    return away.letter
  }
  const letter = start()
  const open: OpenLetter = {
    address,
    letter,
    control: new AbortController(),
    tab,
    behind: null,
    letGo: () => undefined,
  }
  const mine = letters()
  mine.add(open)
  letter.then(
    (composer) => {
      if (open.control.signal.aborted) return
      followPage(composer, open.control.signal)
      putInto(tab, open)
    },
    () => mine.delete(open),
  )
  return letter
}

/** What a letter needs of the page as long as it is open, whether one sees it or not. */
function followPage(composer: Composer, signal: AbortSignal): void {
  const flush = () => void composer.flush()
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush(), { signal })
  window.addEventListener('pagehide', flush, { signal })
  window.addEventListener('online', () => composer.reconnected(), { signal })
  // Leaving is only held up when something would be lost, for what is in the journal comes back; and when a letter that
  // one sees no more has not gone yet.
  const warn = (event: BeforeUnloadEvent) => {
    flush()
    const { draft, sending } = composer.state.get()
    if (draft.journalFailed || sending !== 'no') event.preventDefault()
  }
  window.addEventListener('beforeunload', warn, { signal })
}

/** A tab asks its letter before it closes, and shows whether everything of it is kept. */
function putInto(tab: TabHandle, open: OpenLetter): void {
  open.letGo()
  open.tab = tab
  open.behind = null
  let stops: (() => void)[] = []
  let gone = false
  open.letGo = () => {
    gone = true
    for (const stop of stops) stop()
  }
  void open.letter.then((composer) => {
    if (gone) return
    const updateDirty = () => tab.setDirty(!['untouched', 'saved'].includes(composer.state.get().draft.phase))
    updateDirty()
    stops = [composer.state.subscribe(updateDirty), tab.onBeforeClose(composer.mayClose)]
  })
}

function end(open: OpenLetter, among = letters()): void {
  if (!among.delete(open)) return
  // One that is sent has left its tab before; the person does something else by now.
  if (open.tab) noteGone()
  open.control.abort()
  open.letGo()
  open.letter.then((composer) => composer.dispose()).catch(() => undefined)
}

function endAll(among: Set<OpenLetter>): void {
  for (const open of [...among]) end(open, among)
}

const isWriting = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false

export function letterPlaceOf(address: string): LetterPlace {
  const path = `/write/${address}`
  const mine = letters()
  /** The address that was shown when its tab had closed. */
  let left = ''
  const find = () => letterAt(address, mine)
  return {
    stepAside() {
      const open = find()
      if (!open?.tab) return
      const { tab } = open
      open.letGo()
      open.tab = null
      noteGone()
      tab.close()
      // The tab closes in a step of its own.
      setTimeout(() => {
        left = location.hash
      })
    },
    comeBack() {
      const open = find()
      // Its login has ended, or it was opened meanwhile.
      if (!open || open.tab) return true
      const here = location.hash === left && !isWriting()
      if (here) letterGone().justNow = false
      tabs.open(path, { background: !here })
      open.behind = tabs.list().find((one) => one.path === path)?.id ?? null
      return here
    },
    show() {
      letterGone().justNow = false
      tabs.open(path)
    },
    close() {
      const open = find()
      if (!open) return
      if (open.tab) {
        open.tab.close()
        return
      }
      end(open, mine)
      // It may have come back in a background tab that was never opened.
      void tabs.closeByPath(path)
    },
  }
}

/**
 * The tab of a letter was closed before it was opened. Its view could not ask, so that is done now: it closes
 * as any other, or is shown.
 */
async function closedUnseen(open: OpenLetter): Promise<void> {
  open.behind = null
  const composer = await open.letter
  // While it is tried again it goes on without a tab, and comes back if it fails.
  if (composer.state.get().sending !== 'no') return
  const place = letterPlaceOf(open.address)
  if (await composer.mayClose()) place.close()
  else place.show()
}

/** The letters that are written on this page, also those behind other tabs. */
export const lettersHere = (): Promise<readonly Composer[]> =>
  Promise.allSettled([...letters()].map(({ letter }) => letter)).then((all) =>
    all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  )

/** Ends each letter with its tab. Returns how to stop, which ends them all: what is written stays in the journal. */
export function followTabs(): () => void {
  const mine = letters()
  const login = loginScope()
  const stop = tabs.subscribe(() => {
    // The tabs of a login that has ended are gone, and the user did not close them.
    if (login !== loginScope()) return
    const there = new Set(tabs.list().map(({ id }) => id))
    for (const open of [...mine]) {
      if (open.tab && !there.has(open.tab.id)) end(open, mine)
      else if (open.behind !== null && !there.has(open.behind)) void closedUnseen(open)
    }
  })
  return () => {
    stop()
    endAll(mine)
  }
}
