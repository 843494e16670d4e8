import { escapeHtml, type LetterFile, nameInSentence, optionOf, SUBJECT_MAX } from '@yanshu/contracts'
import { ApiError, loginScope, newName, storeOf, t } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import type { TextPort } from '@yanshu/ui/editor'
import { createUploads, isComing } from '@yanshu/ui/upload'
import { failureOf, saveDraft } from '../draft-sync/draftCalls.ts'
import { createDraftSync, type DraftSync } from '../draft-sync/draftSync.ts'
import { NO_SIGNATURE, signatureIn } from '../letter-tools/signatureMark.ts'
import { letterJournal, markLive } from '../recovery/letterJournal.ts'
import type { KeptLetter } from '../recovery/storedLetter.ts'
import { pictureDesk } from '../sealed/pictureDesk.ts'
import { createOfferedChecks } from '../send/offeredChecks.ts'
import type { CheckedLetter } from '../send/sendCheck.ts'
import { uploadParts } from '../upload/uploadParts.ts'
import { withRecipients } from '../validation/letterFields.ts'
import { judgeNewFiles } from '../validation/newFiles.ts'
import { mailProblems } from '../validation/refusals.ts'
import type { Beginning } from './beginning.ts'
import { createClosing } from './closing.ts'
import type { Composer, ComposerParts, ComposerState, ComposerWishes } from './composer.ts'
import { detachedBody } from './detachedBody.ts'
import { NS } from './namespace.ts'
import { createSending } from './sending.ts'
import { readDraft } from './startWriting.ts'
import { contentOf, fileNames, filesOf } from './writtenLetter.ts'

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
  let changes = 0
  /** Files that the server has as others since they were encrypted or opened, by the ids of before. */
  const moved = new Map<string, LetterFile>()
  const currentOf = (file: LetterFile): LetterFile => {
    const next = moved.get(file.fileId)
    return next ? currentOf(next) : file
  }
  const onMoved = ({ fileId }: LetterFile, next: LetterFile) => moved.set(fileId, next)
  const isSending = () => state.get().sending !== 'no'
  const filesNow = () => filesOf(state.get().attachments).map(currentOf)
  let quoteSignature = signatureIn(beginning.letter.quote)
  /** Reads the mark in the quoted mail or in the field; a letter of plain text has no mark. */
  const standingSignature = (plain: boolean): string | null | undefined => {
    const key = quoteSignature ?? (plain ? undefined : port.signature?.key())
    return key === NO_SIGNATURE ? null : key
  }
  const updateSignature = () => {
    const signature = standingSignature(state.get().letter.plain)
    if (signature !== state.get().signature) set({ signature })
  }

  const uploads = createUploads({
    ...uploadParts(login, () => snapshot().content),
    wordsFor: (error) => (error instanceof ApiError ? error.message : say('attachments.failed')),
    onChange: (attachments) => {
      const before = state.get().attachments
      set({ attachments })
      if (!carrying && fileNames(before) !== fileNames(attachments)) changed()
    },
  })

  const changed = () => {
    changes += 1
    sync.changed()
  }

  const snapshot = (): KeptLetter => {
    const { letter, attachments } = state.get()
    const files = filesNow()
    const content = contentOf(letter, port.html(), files)
    return {
      route: wishes.route,
      content: { ...content, html: pictureDesk().now?.current(content.html) ?? content.html },
      attachments: files,
      unfinished: attachments.filter(({ uploaded }) => !uploaded).map(({ name }) => name),
    }
  }

  const sync: DraftSync = createDraftSync<KeptLetter>(
    {
      snapshot,
      journal: {
        put: (letter, note) =>
          kept.put(beginning.entryKey, { letter, note }, { onServer: !note.unsaved, title: letter.content.subject }),
        remove: () => kept.remove(beginning.entryKey),
      },
      save: (letter, draft, clientId) => saveDraft({ ...letter, clientId, onMoved, isSending, uploads }, draft, login),
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
    letter: beginning.letter,
    attachments: [],
    picturesWaiting: 0,
    signature: beginning.letter.plain ? undefined : signatureIn(`${beginning.body}${beginning.letter.quote ?? ''}`),
    draft: sync.state(),
    problems: [],
    sending: 'no',
    sendError: null,
  }))

  /** Fills in whom the letter goes to, where a template left that open. */
  const fillRecipients = () => {
    const { subject, recipients, plain, options } = state.get().letter
    if (optionOf(options, 'mail.separately')) return
    const html = body().html()
    const filled = withRecipients(html, recipients, plain ? undefined : escapeHtml)
    if (filled !== html) {
      body().replace(filled)
      composer.bodyChanged()
    }
    const filledSubject = withRecipients(subject, recipients)
    if (filledSubject !== subject) composer.change({ subject: [...filledSubject].slice(0, SUBJECT_MAX).join('') })
  }
  const toCheck = ({ letter, attachments } = state.get()): CheckedLetter => ({
    letter,
    attachments,
    ...beginning.params,
    html: () => body().html(),
    text: () => body().text(),
  })
  const problemsOf = (now: ComposerState) => (checked ? mailProblems(toCheck(now)) : [])

  function set(next: Partial<ComposerState>): void {
    const merged = { ...state.get(), ...next }
    state.set({ ...merged, problems: problemsOf(merged) })
  }

  function carry(attachments: readonly LetterFile[]): void {
    carrying = true
    uploads.carry(attachments)
    carrying = false
  }

  const parts: ComposerParts = {
    state,
    sync,
    uploads,
    login,
    say,
    set,
    snapshot,
    changes: () => changes,
    toCheck,
    body,
  }
  const offered = createOfferedChecks({
    say,
    text: () => body().text(),
    files: filesNow,
    signal: () => sending.signal(),
  })
  const closing = createClosing(parts, wishes)
  const sending = createSending(parts, {
    isOver: () => closing.isOver() || login.signal.aborted,
    offered,
    leave: closing.leave,
    place: wishes.place,
    openDraft: wishes.openDraft,
    entryKey: beginning.entryKey,
    showProblems: () => {
      checked = true
      if (problemsOf(state.get()).length > 0) set({})
    },
  })

  const composer: Composer = {
    beginning,
    senders: beginning.params.senders,
    state,
    uploads,
    offered,
    body,
    change(changes) {
      undoNoted = null
      set({ letter: { ...state.get().letter, ...changes }, sendError: null })
      if (changes.quote !== undefined) {
        quoteSignature = signatureIn(changes.quote)
        updateSignature()
      }
      changed()
    },
    bodyChanged() {
      undoNoted = null
      updateSignature()
      // What was wrong with the text may be right now.
      if (state.get().problems.length > 0) set({})
      changed()
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
      updateSignature()
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
      if (fewer) changed()
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
      // What is written while it is being saved is saved by itself.
      if ((await sync.saveNow()) || sync.state().phase === 'changed') {
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
      // The journal has it too, before the session ends.
      await sync.flushJournal()
      return saved && !uploads.items().some(isComing)
    },
    discard: closing.discard,
    leave: closing.leave,
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
        const { letter } = theirs
        set({ letter })
        port = detachedBody(theirs.body, letter.plain ? theirs.body : '')
        quoteSignature = signatureIn(letter.quote)
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
