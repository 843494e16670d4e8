import { DRAFT_AUTOSAVE_DELAY_MS, type SavedDraft } from '@yanshu/contracts'

/** The journal is written at the first change, and then once in this time while more is changed; in ms. */
export const JOURNAL_DELAY_MS = 250

/** Waits between attempts to reach the server, the last one again and again. */
export const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const

/** Why a draft could not be saved on the server. */
export type SaveFailure =
  /** No answer, or one that asks to try again: it may or may not have been saved. */
  | { readonly kind: 'unreachable' }
  /** Another version was saved meanwhile, by another window or device. */
  | { readonly kind: 'superseded' }
  /** The draft was sent or thrown away elsewhere. */
  | { readonly kind: 'gone' }
  /** The server has answered no, in words. */
  | { readonly kind: 'refused'; readonly message: string }

export type DraftPhase =
  /** Nothing was changed: nothing is kept anywhere. */
  | 'untouched'
  /** Changed; it will be saved on the server soon. */
  | 'changed'
  | 'saving'
  | 'saved'
  /** In this browser's journal only, until the server can be reached. */
  | 'local'
  /** The server has another version; the writer has to choose. */
  | 'conflict'
  | 'gone'
  | 'refused'

/** Where the draft lies on the server. */
export interface ServerDraft {
  readonly mailId: number
  /** null overwrites whatever is there. */
  readonly revision: number | null
}

export interface DraftState {
  readonly phase: DraftPhase
  readonly draft: ServerDraft | null
  /** When the server last had everything, epoch milliseconds. */
  readonly savedAt: number | null
  /** What the server has answered, in phase `refused`. */
  readonly message: string | null
  /** Whether the journal could not be written: then leaving the page loses work. */
  readonly journalFailed: boolean
}

/** What the journal holds beside the letter. */
export interface JournalNote {
  readonly draft: ServerDraft | null
  /** Whether the server lacks something of it. */
  readonly unsaved: boolean
  /** The name of a new draft for the server, so that it is made once even when the answer is lost. */
  readonly clientId: string
}

export interface DraftSyncParts<L> {
  /** The letter as it is now; asked only when it is written somewhere. */
  readonly snapshot: () => L
  readonly journal: { put(letter: L, note: JournalNote): Promise<void>; remove(): Promise<void> }
  /** Without a draft it makes one, and the same `clientId` never makes two. */
  readonly save: (letter: L, draft: ServerDraft | null, clientId: string) => Promise<SavedDraft>
  /** A new `clientId`. */
  readonly newName: () => string
  readonly failureOf: (error: unknown) => SaveFailure
  readonly now: () => number
  /** Calls back once, later; returns how to stop it. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly onState: (state: DraftState) => void
}

export interface DraftStart {
  readonly draft?: ServerDraft | null
  readonly savedAt?: number | null
  /** Begins with changes that the server does not have, such as those of a journal. */
  readonly unsaved?: boolean
  readonly clientId?: string
}

export interface DraftSync {
  state(): DraftState
  /** The letter changed. */
  changed(): void
  /** Writes the journal at once, as far as it lags behind. */
  flushJournal(): Promise<void>
  /** Saves on the server now what is not there yet. Answers whether everything is there. */
  saveNow(): Promise<boolean>
  /** For sending: waits for a save that is on its way and lets none begin until `release`. */
  hold(): Promise<void>
  release(): void
  /** The network is back: tries again at once. */
  reconnected(): void
  /** The conflict is decided for this version: it replaces the one on the server. */
  keepMine(): Promise<boolean>
  /** The letter now is what the server has. */
  adopt(draft: ServerDraft, savedAt: number): void
  /** Another call has found that the draft is gone from the server, so that the server has nothing of the letter. */
  gone(): void
  /** The draft is gone from the server: what is written here becomes a new one. */
  saveAsNew(): Promise<boolean>
  /** Sent or discarded: waits for a running save, and removes the entry from the journal. */
  finish(): Promise<ServerDraft | null>
  /** Stops, with the journal as it is. */
  stop(): void
}

/**
 * Keeps a letter from being lost: every change goes to the journal at once and to the server a moment after the last
 * one. There is never more than one save on its way; a change that comes meanwhile is saved after it. An untouched
 * letter leaves no trace, and one letter never makes two drafts, even when the answer to its first save is lost.
 */
export function createDraftSync<L>(parts: DraftSyncParts<L>, start: DraftStart = {}): DraftSync {
  let draft = start.draft ?? null
  let clientId = start.clientId ?? parts.newName()
  /** Counts changes; what the journal and the server have is named by the count they have seen. */
  let version = start.unsaved ? 1 : 0
  let onServer = 0
  let inJournal = 0
  let phase: DraftPhase = start.unsaved ? 'changed' : draft ? 'saved' : 'untouched'
  let savedAt = start.savedAt ?? null
  let message: string | null = null
  let journalFailed = false
  let held = false
  let ended = false
  let failures = 0
  let saving: Promise<boolean> | null = null
  let writing: Promise<void> = Promise.resolve()
  let journalBegunAt = Number.NEGATIVE_INFINITY
  let stopJournal: (() => void) | null = null
  let stopSave: (() => void) | null = null
  let shown: DraftState = describe()

  function describe(): DraftState {
    return { phase, draft, savedAt, message, journalFailed }
  }

  function update(next: Partial<{ phase: DraftPhase; message: string | null }> = {}): void {
    phase = next.phase ?? phase
    message = phase === 'refused' ? (next.message ?? message) : null
    const state = describe()
    const same =
      state.phase === shown.phase &&
      state.draft === shown.draft &&
      state.savedAt === shown.savedAt &&
      state.message === shown.message &&
      state.journalFailed === shown.journalFailed
    if (same) return
    shown = state
    parts.onState(state)
  }

  const unsaved = () => version > onServer

  /** Journal entries are written one after the other, so that an older one never overtakes a newer. */
  function writeJournal(): Promise<void> {
    stopJournal?.()
    stopJournal = null
    writing = writing.then(async () => {
      if (ended) return
      journalBegunAt = parts.now()
      const seen = version
      try {
        await parts.journal.put(parts.snapshot(), { draft, unsaved: unsaved(), clientId })
        inJournal = seen
        journalFailed = false
      } catch {
        journalFailed = true
      }
      update()
    })
    return writing
  }

  function planSave(ms: number): void {
    stopSave?.()
    stopSave = parts.after(ms, () => {
      stopSave = null
      if (!saving && !held && !ended) void save()
    })
  }

  function save(): Promise<boolean> {
    stopSave?.()
    stopSave = null
    saving = attempt().finally(() => {
      saving = null
      if (ended || held) return
      if (phase === 'changed') planSave(DRAFT_AUTOSAVE_DELAY_MS)
      if (phase === 'local') planSave(RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0)
    })
    return saving
  }

  async function attempt(): Promise<boolean> {
    const seen = version
    update({ phase: 'saving' })
    try {
      const saved = await parts.save(parts.snapshot(), draft, clientId)
      draft = { mailId: saved.mailId, revision: saved.revision }
      savedAt = saved.savedAt
      onServer = Math.max(onServer, seen)
      failures = 0
      update({ phase: unsaved() ? 'changed' : 'saved' })
      void writeJournal()
      return !unsaved()
    } catch (error) {
      failures += 1
      await fail(parts.failureOf(error))
      return false
    }
  }

  async function fail(failure: SaveFailure): Promise<void> {
    switch (failure.kind) {
      case 'unreachable':
        // Shown as kept here only after it is written: a writer who reads that may close the page.
        phase = 'local'
        return writeJournal()
      case 'superseded':
        update({ phase: 'conflict' })
        break
      case 'gone':
        update({ phase: 'gone' })
        break
      case 'refused':
        update({ phase: 'refused', message: failure.message })
        break
    }
    void writeJournal()
  }

  async function saveNow(): Promise<boolean> {
    if (saving) await saving
    if (phase === 'conflict' || phase === 'gone' || ended) return false
    return unsaved() ? save() : true
  }

  const sync: DraftSync = {
    state: () => shown,
    changed() {
      if (ended) return
      version += 1
      const delay = Math.max(0, JOURNAL_DELAY_MS - Math.max(0, parts.now() - journalBegunAt))
      stopJournal ??= parts.after(delay, () => void writeJournal())
      if (phase === 'conflict' || phase === 'gone') return
      if (!saving) {
        // Offline, the next attempt stays where it is planned; every key would put it off otherwise.
        if (phase === 'local') return
        update({ phase: 'changed' })
        if (!held) planSave(DRAFT_AUTOSAVE_DELAY_MS)
      }
    },
    flushJournal: () => (version > inJournal ? writeJournal() : writing),
    saveNow,
    async hold() {
      held = true
      stopSave?.()
      stopSave = null
      if (saving) await saving
    },
    release() {
      held = false
      if (unsaved() && (phase === 'changed' || phase === 'local')) planSave(DRAFT_AUTOSAVE_DELAY_MS)
    },
    reconnected() {
      if (phase !== 'local' || saving || held || ended) return
      failures = 0
      void save()
    },
    async keepMine() {
      if (saving) await saving
      if (draft) draft = { ...draft, revision: null }
      version = Math.max(version, onServer + 1)
      return save()
    },
    adopt(found, at) {
      draft = found
      savedAt = at
      onServer = version
      failures = 0
      update({ phase: 'saved' })
      void writeJournal()
    },
    gone() {
      version = Math.max(version, onServer + 1)
      update({ phase: 'gone' })
      void writeJournal()
    },
    async saveAsNew() {
      if (saving) await saving
      draft = null
      clientId = parts.newName()
      version = Math.max(version, onServer + 1)
      // The new name is kept before it is sent to the server: otherwise a crash in between could make two drafts.
      await writeJournal()
      return save()
    },
    async finish() {
      held = true
      stopSave?.()
      stopJournal?.()
      if (saving) await saving
      ended = true
      await writing
      await parts.journal.remove().catch(() => undefined)
      return draft
    },
    stop() {
      ended = true
      stopSave?.()
      stopJournal?.()
    },
  }
  if (start.unsaved) planSave(DRAFT_AUTOSAVE_DELAY_MS)
  return sync
}
