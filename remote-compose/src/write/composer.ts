import { type Attachment, type MailAddress, nameInSentence, SUBJECT_MAX, type WriteKind } from '@yanshu/contracts'
import { ApiError, http, type LoginScope, loginScope, newName, storeOf, t, type ValueStore } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import type { Spacing, TextPort } from '@yanshu/ui/editor'
import { createUploads, type UploadItem, type Uploads } from '@yanshu/ui/upload'
import { failureOf, saveDraft } from '../draft-sync/draftCalls.ts'
import { createDraftSync, type DraftState, type DraftSync } from '../draft-sync/draftSync.ts'
import { NO_SIGNATURE, signatureIn } from '../letter-tools/signatureMark.ts'
import type { LetterPaper } from '../papers/paperFrame.ts'
import { escapeHtml } from '../quote/escapeHtml.ts'
import type { RecipientLists } from '../recipients/recipientLists.ts'
import { type KeptLetter, letterJournal, markLive } from '../recovery/letterJournal.ts'
import { openFields, withRecipients } from '../validation/letterFields.ts'
import { type MailProblem, mailProblems } from '../validation/mailProblems.ts'
import { judgeNewFiles } from '../validation/newFiles.ts'
import { createClosing } from './closing.ts'
import { detachedBody } from './detachedBody.ts'
import { doneNames, draftOf, keptLetter } from './letterTransfer.ts'
import { NS } from './namespace.ts'
import type { LetterPlace } from './openLetters.ts'
import { createSending } from './sending.ts'
import { type Beginning, readDraft } from './startWriting.ts'

export interface ComposerState {
  readonly from: string
  readonly recipients: RecipientLists
  readonly subject: string
  readonly plain: boolean
  readonly spacing: Spacing
  readonly quote: string | null
  /** The paper that it is on; letters of plain text have none. */
  readonly paper: LetterPaper | null
  readonly attachments: readonly UploadItem<Attachment>[]
  readonly picturesWaiting: number
  readonly priority: 1 | 3 | 5
  readonly requestReceipt: boolean
  /** What the signature that stands is called; null where none stands, undefined where it cannot be told. */
  readonly signature: string | null | undefined
  readonly draft: DraftState
  /** Shown from the first attempt to send on, and kept up to date. */
  readonly problems: readonly MailProblem[]
  readonly sending: 'no' | 'sending' | 'retrying'
  readonly sendError: { readonly message: string; readonly again: boolean } | null
}

/** Content of the letter that may be changed from the screen. */
type Changes = Partial<
  Pick<
    ComposerState,
    'from' | 'recipients' | 'subject' | 'plain' | 'spacing' | 'quote' | 'paper' | 'priority' | 'requestReceipt'
  >
>

export interface ComposerWishes {
  readonly route: string
  readonly place: LetterPlace
  /** Opens a draft in a tab. */
  readonly openDraft: (mailId: number) => void
}

export interface Composer {
  readonly beginning: Beginning
  readonly kind: WriteKind
  readonly senders: readonly MailAddress[]
  readonly state: ValueStore<ComposerState>
  readonly uploads: Uploads<Attachment>
  change(changes: Changes): void
  /** The text changed. */
  bodyChanged(): void
  /** The recipients have been chosen: fields of a template that name them are filled in. */
  fillRecipients(): void
  attachBody(port: TextPort): () => void
  body(): TextPort
  /** Replaces the text, which may change its kind; the screen makes a fresh field for it. */
  putBody(content: string, plain: boolean): void
  /** Notes how to take back a change that the field's own history does not know. */
  noteUndo(undo: () => void): void
  /** Takes back what was noted last, while nothing has changed since. Answers whether there was something. */
  undoNoted(): boolean
  setPicturesWaiting(count: number): void
  addFiles(files: readonly File[]): void
  /** The pointer or the focus is on what sends. */
  prepareSending(): void
  send(): Promise<void>
  stopSending(): void
  saveDraft(): Promise<void>
  /** Saves it without a notice; answers whether the server has all of it, also its files. */
  saveQuietly(): Promise<boolean>
  discard(): Promise<void>
  keepMine(): Promise<void>
  /** Answers what the screen is to show now; null when it could not be read. */
  takeTheirs(): Promise<Beginning | null>
  saveAsNew(): Promise<void>
  /** Whether the tab may close; the draft has been saved then (§4, Tabs). */
  mayClose(): Promise<boolean>
  flush(): Promise<void>
  reconnected(): void
  dispose(): void
}

/** What sending and closing need of the letter. */
export interface ComposerParts {
  readonly state: ValueStore<ComposerState>
  readonly sync: DraftSync
  readonly uploads: Uploads<Attachment>
  /** The writer's: attempts to send and to delete outlast a view. */
  readonly login: LoginScope
  readonly say: (key: string, values?: Record<string, string | number>) => string
  readonly set: (next: Partial<ComposerState>) => void
  readonly snapshot: () => KeptLetter
  readonly body: () => TextPort
}

/** The state of one letter and the actions on it. The screen shows the state and calls the actions. */
export function createComposer(beginning: Beginning, wishes: ComposerWishes): Composer {
  const say: ComposerParts['say'] = (key, values) => t(NS, key, values)
  // Autosave, attempts to send and journal entries outlast a view: they belong to the writer's login.
  const login = loginScope()
  const kept = letterJournal()
  const endLive = markLive(beginning.entryKey)
  const body = () => port
  let port: TextPort = detachedBody(beginning.body)
  let checked = false
  /** What comes with the letter is no change of it. */
  let carrying = false
  let undoNoted: (() => void) | null = null
  let quoteSignature = signatureIn(beginning.quote)
  /** Looks at the field and at the quoted mail; a letter of plain text has no mark. */
  const standingSignature = (plain: boolean): string | null | undefined => {
    const key = quoteSignature ?? (plain ? undefined : port.signature?.key())
    return key === NO_SIGNATURE ? null : key
  }
  const tellSignature = () => {
    const signature = standingSignature(state.get().plain)
    if (signature !== state.get().signature) set({ signature })
  }

  const uploads = createUploads({
    upload: (file, how): Promise<Attachment> => http.upload('file/upload', file, { ...how, silent: true, login }),
    wordsFor: (error) => (error instanceof ApiError ? error.message : say('attachments.failed')),
    onChange: (attachments) => {
      const before = state.get().attachments
      set({ attachments })
      if (!carrying && doneNames(before) !== doneNames(attachments)) sync.changed()
    },
  })

  const snapshot = (): KeptLetter => keptLetter(wishes.route, beginning, state.get(), port.html())

  const sync: DraftSync = createDraftSync<KeptLetter>(
    {
      snapshot,
      journal: {
        put: (letter, note) =>
          kept.put(beginning.entryKey, { letter, note }, { onServer: !note.unsaved, title: letter.subject }),
        remove: () => kept.remove(beginning.entryKey),
      },
      save: (letter, draft, clientId) => saveDraft(draftOf(letter), draft, clientId, login),
      newName,
      failureOf,
      now: Date.now,
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      onState: (draft) => set({ draft }),
    },
    { draft: beginning.draft, unsaved: beginning.restored, clientId: beginning.clientId },
  )

  const state = storeOf<ComposerState>(() => ({
    from: beginning.from,
    recipients: beginning.recipients,
    subject: beginning.subject,
    plain: beginning.plain,
    spacing: beginning.spacing,
    quote: beginning.quote,
    paper: beginning.paper,
    attachments: [],
    picturesWaiting: 0,
    priority: beginning.priority,
    requestReceipt: beginning.requestReceipt,
    signature: beginning.plain ? undefined : signatureIn(`${beginning.body}${beginning.quote ?? ''}`),
    draft: sync.state(),
    problems: [],
    sending: 'no',
    sendError: null,
  }))

  /** Subject and text of the writer, without what is quoted. */
  const ownWords = ({ subject }: ComposerState) => `${subject}\n${body().html()}\n${body().text()}`
  /** Fills in whom the letter goes to, where a template left that open. */
  const fillRecipients = () => {
    const { subject, recipients, plain } = state.get()
    const html = body().html()
    const filled = withRecipients(html, recipients, plain ? undefined : escapeHtml)
    if (filled !== html) {
      body().replace(filled)
      composer.bodyChanged()
    }
    const filledSubject = withRecipients(subject, recipients)
    if (filledSubject !== subject) composer.change({ subject: [...filledSubject].slice(0, SUBJECT_MAX).join('') })
  }
  const problemsOf = (now: ComposerState) =>
    checked
      ? mailProblems({ ...now, maxMessageSize: beginning.params.maxMessageSize, openFields: openFields(ownWords(now)) })
      : []

  function set(next: Partial<ComposerState>): void {
    const merged = { ...state.get(), ...next }
    state.set({ ...merged, problems: problemsOf(merged) })
  }

  function carry(attachments: readonly Attachment[]): void {
    carrying = true
    uploads.carry(attachments)
    carrying = false
  }

  const parts: ComposerParts = { state, sync, uploads, login, say, set, snapshot, body }
  const closing = createClosing(parts, wishes)
  const sending = createSending(parts, {
    isOver: closing.isOver,
    leave: closing.leave,
    place: wishes.place,
    openDraft: wishes.openDraft,
    showProblems: () => {
      checked = true
      if (problemsOf(state.get()).length > 0) set({})
    },
  })

  const composer: Composer = {
    beginning,
    kind: beginning.kind,
    senders: beginning.params.senders,
    state,
    uploads,
    body,
    change(changes) {
      undoNoted = null
      set({ ...changes, sendError: null })
      if (changes.quote !== undefined) {
        quoteSignature = signatureIn(changes.quote)
        tellSignature()
      }
      sync.changed()
    },
    bodyChanged() {
      undoNoted = null
      tellSignature()
      // What was wrong with the text may be right now.
      if (state.get().problems.length > 0) set({})
      sync.changed()
    },
    fillRecipients,
    noteUndo(undo) {
      undoNoted = undo
    },
    undoNoted() {
      const undo = undoNoted
      undoNoted = null
      undo?.()
      return undo !== null
    },
    attachBody(next) {
      port = next
      tellSignature()
      return () => {
        if (port === next) port = detachedBody(next.html(), next.text())
      }
    },
    putBody(content, plain) {
      port = detachedBody(content, plain ? content : '')
      composer.change({ plain })
    },
    setPicturesWaiting(picturesWaiting) {
      const fewer = picturesWaiting < state.get().picturesWaiting
      set({ picturesWaiting })
      if (fewer) sync.changed()
    },
    addFiles(files) {
      const { accepted, refused } = judgeNewFiles(files, uploads.items(), beginning.params)
      if (accepted.length > 0) uploads.add(accepted)
      if (refused.length > 0)
        notify.warning(
          refused
            .map(({ file, problem }) => say(`attachments.${problem}`, { name: nameInSentence(file.name) }))
            .join('\n'),
        )
    },
    prepareSending: sending.prepare,
    send() {
      fillRecipients()
      return sending.send()
    },
    stopSending: sending.stop,
    async saveDraft() {
      if (await sync.saveNow()) {
        notify.success(say('draft.savedNow'))
        return
      }
      await sync.flushJournal()
      if (sync.state().phase === 'local') notify.info(say(navigator.onLine ? 'draft.localAgain' : 'draft.local'))
    },
    async saveQuietly() {
      const { phase } = sync.state()
      if (phase === 'untouched' || closing.isOver()) return true
      const saved = await sync.saveNow()
      // The journal says so too, before the session ends.
      await sync.flushJournal()
      return saved && uploads.items().every(({ state }) => state !== 'waiting' && state !== 'sending')
    },
    discard: closing.discard,
    async keepMine() {
      await sync.keepMine()
    },
    async takeTheirs() {
      const { draft } = sync.state()
      if (!draft) return null
      try {
        const theirs = await readDraft(draft.mailId, beginning)
        uploads.clear()
        carry(theirs.attachments)
        const { from, recipients, subject, plain, spacing, quote, paper, priority, requestReceipt } = theirs
        set({ from, recipients, subject, plain, spacing, quote, paper, priority, requestReceipt })
        port = detachedBody(theirs.body, plain ? theirs.body : '')
        quoteSignature = signatureIn(quote)
        if (theirs.draft) sync.adopt(theirs.draft, Date.now())
        return theirs
      } catch (error) {
        notify.error(error instanceof ApiError ? error.message : say('draft.unreadable'))
        return null
      }
    },
    async saveAsNew() {
      await sync.saveAsNew()
    },
    mayClose: closing.mayClose,
    flush: () => sync.flushJournal(),
    reconnected: () => sync.reconnected(),
    dispose() {
      endLive()
      if (closing.isOver()) return
      // The view goes without being closed (logout, a new version): the journal keeps what there is.
      void sync.flushJournal().finally(() => sync.stop())
    },
  }

  carry(beginning.attachments)
  if (beginning.unfinished.length > 0) {
    notify.warning(
      say('recovery.unfinished', { names: beginning.unfinished.map(nameInSentence).join(say('invalid.between')) }),
      {
        duration: 10_000,
      },
    )
  }
  return composer
}
