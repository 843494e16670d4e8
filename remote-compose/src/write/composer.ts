import {
  type Attachment,
  type DraftBody,
  type MailAddress,
  type SendBody,
  UNDO_SEND_MS,
  type WriteKind,
} from '@yanshu/contracts'
import { ApiError, http, loginScope, newName, storeOf, t, type ValueStore } from '@yanshu/shell-api'
import { ask, confirm, notify } from '@yanshu/ui'
import { type AttachmentItem, createUploads, type Uploads } from '../attachments/uploads.ts'
import { failureOf, saveDraft } from '../draft-sync/draftCalls.ts'
import { createDraftSync, type DraftState, type DraftSync } from '../draft-sync/draftSync.ts'
import { escapeHtml } from '../quote/escapeHtml.ts'
import type { Spacing } from '../quote/letterParts.ts'
import { joinLetter } from '../quote/letterParts.ts'
import { everybody, invalidOf, type RecipientLists, withoutInvalid } from '../recipients/recipientLists.ts'
import { type KeptLetter, letterJournal, markLive } from '../recovery/letterJournal.ts'
import { requestNames, type SendOutcome, sendLetter } from '../send/sendLetter.ts'
import { promisesAttachment } from '../validation/forgottenAttachment.ts'
import { type MailProblem, mailProblems } from '../validation/mailProblems.ts'
import { judgeNewFiles } from '../validation/newFiles.ts'
import { NS } from './namespace.ts'
import { type Beginning, readDraft } from './startWriting.ts'

/** The field where the text is written, whichever it is at the moment. */
export interface BodyPort {
  html(): string
  text(): string
  /** Replaces the text; cleaned HTML, or text in the plain field. */
  replace(content: string): void
  focus(where?: 'start' | 'end'): void
  /** Puts text in place of what is selected, or at the caret. */
  insert(text: string): void
}

export interface ComposerState {
  readonly from: string
  readonly recipients: RecipientLists
  readonly subject: string
  readonly plain: boolean
  readonly spacing: Spacing
  readonly quote: string | null
  readonly attachments: readonly AttachmentItem[]
  readonly picturesWaiting: number
  readonly priority: 1 | 3 | 5
  readonly requestReceipt: boolean
  readonly draft: DraftState
  /** Shown from the first attempt to send on, and kept up to date. */
  readonly problems: readonly MailProblem[]
  readonly sending: 'no' | 'sending' | 'retrying'
  readonly sendError: { readonly message: string; readonly again: boolean } | null
}

/** Content of the letter that may be changed from the screen. */
type Changes = Partial<
  Pick<ComposerState, 'from' | 'recipients' | 'subject' | 'plain' | 'spacing' | 'quote' | 'priority' | 'requestReceipt'>
>

export interface ComposerWishes {
  readonly route: string
  /** Closes the tab without asking it. */
  readonly close: () => void
  /** Opens a draft in a tab. */
  readonly openDraft: (mailId: number) => void
}

export interface Composer {
  readonly beginning: Beginning
  readonly kind: WriteKind
  readonly senders: readonly MailAddress[]
  readonly state: ValueStore<ComposerState>
  readonly uploads: Uploads
  change(changes: Changes): void
  /** The text changed. */
  bodyChanged(): void
  attachBody(port: BodyPort): () => void
  body(): BodyPort
  setPicturesWaiting(count: number): void
  addFiles(files: readonly File[]): void
  send(): Promise<void>
  stopSending(): void
  saveDraft(): Promise<void>
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

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** What one letter is, what may be done with it, and what becomes of it. The screen shows its state and calls it. */
export function createComposer(beginning: Beginning, { route, close, openDraft }: ComposerWishes): Composer {
  const say = (key: string, values?: Record<string, string | number>) => t(NS, key, values)
  // Autosave, attempts to send and what the journal keeps outlast a view: they stay the writer's.
  const login = loginScope()
  const kept = letterJournal()
  const endLive = markLive(beginning.entryKey)
  const names = requestNames()
  let port: BodyPort = restingBody(beginning.body)
  let finished = false
  let stopped = false
  let checked = false
  let asking = false
  /** What comes with the letter is no change of it. */
  let carrying = false

  const uploads = createUploads({
    upload: (file, how): Promise<Attachment> => http.upload('file/upload', file, { ...how, silent: true, login }),
    wordsFor: (error) => (error instanceof ApiError ? error.message : say('attachments.failed')),
    onChange: (attachments) => {
      const before = state.get().attachments
      set({ attachments })
      const done = (items: readonly AttachmentItem[]) => items.map(({ attachment }) => attachment?.fileId ?? '').join()
      if (!carrying && done(before) !== done(attachments)) sync.changed()
    },
  })

  const sync: DraftSync = createDraftSync<KeptLetter>(
    {
      snapshot,
      journal: {
        put: (letter, note) => kept.put(beginning.entryKey, { letter, note }),
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
    attachments: [],
    picturesWaiting: 0,
    priority: beginning.priority,
    requestReceipt: beginning.requestReceipt,
    draft: sync.state(),
    problems: [],
    sending: 'no',
    sendError: null,
  }))

  function set(next: Partial<ComposerState>): void {
    const merged = { ...state.get(), ...next }
    state.set({ ...merged, problems: checked ? mailProblems(toCheck(merged)) : [] })
  }

  function carry(attachments: readonly Attachment[]): void {
    carrying = true
    uploads.carry(attachments)
    carrying = false
  }

  const toCheck = (now: ComposerState) => ({ ...now, maxMessageSize: beginning.params.maxMessageSize })

  function snapshot(): KeptLetter {
    const now = state.get()
    const done = now.attachments.flatMap(({ attachment }) => attachment ?? [])
    return {
      route,
      kind: beginning.kind,
      sourceMailId: beginning.sourceMailId,
      from: now.from,
      recipients: now.recipients,
      subject: now.subject,
      html: joinLetter({
        plain: now.plain,
        spacing: now.spacing,
        body: port.html(),
        quote: now.quote,
      }),
      attachments: done,
      unfinished: now.attachments.filter(({ attachment }) => !attachment).map(({ name }) => name),
      priority: now.priority,
      requestReceipt: now.requestReceipt,
    }
  }

  /** Carries out one send; the screen is told of everything but success. */
  async function deliver(): Promise<SendOutcome | null> {
    await sync.hold()
    // A draft can be spent once: what was sent cannot be sent again, even by another window or under another name.
    if (sync.state().draft === null && !(await sync.saveNow())) {
      const { phase, message } = sync.state()
      // What was never handed over can't have been sent, and it is not said that it may have been.
      if (phase === 'local') return { kind: 'held', offline: !navigator.onLine }
      if (phase === 'refused') return { kind: 'refused', code: 0, message: message ?? '' }
    }
    if (!navigator.onLine) return { kind: 'held', offline: true }
    const { phase, draft } = sync.state()
    if (phase === 'conflict' || phase === 'gone') return null
    const letter = { ...draftOf(snapshot()), mailId: draft?.mailId ?? null } satisfies Omit<SendBody, 'requestId'>
    const outcome = await sendLetter(
      { ...letter, requestId: names.nameFor(letter) },
      { login, wait, stopped: () => stopped, onRetry: () => set({ sending: 'retrying' }) },
    )
    if (outcome.kind !== 'unanswered') names.answered()
    return outcome
  }

  async function leave(): Promise<void> {
    finished = true
    await sync.finish()
    close()
  }

  function offerUndo(sendId: string, releaseAt: number): void {
    const left = Math.min(UNDO_SEND_MS, Math.max(1_000, releaseAt - Date.now()))
    notify.success(say('send.done'), {
      duration: left,
      action: { label: say('send.undo'), onClick: () => void takeBack(sendId) },
    })
  }

  async function takeBack(sendId: string): Promise<void> {
    try {
      const { mailId } = await http.post('mail/email/cancel', { sendId }, { silent: true, login })
      notify.info(say('send.takenBack'))
      openDraft(mailId)
    } catch (error) {
      notify.error(error instanceof ApiError ? error.message : say('send.tooLate'))
    }
  }

  /** Asks what only the writer can decide. */
  async function confirmed(): Promise<boolean> {
    const { recipients, subject, attachments } = state.get()
    const invalid = invalidOf(recipients)
    if (invalid.length > 0) {
      const ignore = await confirm({
        title: say('invalid.title', { count: invalid.length }),
        text: invalid.map(({ address }) => address).join(say('invalid.between')),
        yes: say('invalid.ignore'),
        no: say('invalid.back'),
      })
      if (!ignore) return false
      set({ recipients: withoutInvalid(recipients) })
      sync.changed()
      if (everybody(state.get().recipients).length === 0) {
        checked = true
        set({})
        return false
      }
    }
    if (attachments.length === 0 && promisesAttachment(subject, port.text())) {
      return confirm({
        title: say('forgotten.title'),
        text: say('forgotten.text'),
        yes: say('forgotten.send'),
        no: say('forgotten.back'),
      })
    }
    return true
  }

  async function send(): Promise<void> {
    // A second press while the first one is still asking must not ask again.
    if (asking || state.get().sending !== 'no' || finished) return
    checked = true
    set({ sendError: null })
    if (state.get().problems.length > 0) return
    if (sync.state().phase === 'conflict' || sync.state().phase === 'gone') return
    asking = true
    const go = await confirmed().finally(() => {
      asking = false
    })
    if (!go) return
    stopped = false
    set({ sending: 'sending' })
    const outcome = await deliver().catch(
      (error: unknown): SendOutcome => ({
        kind: 'refused',
        code: 0,
        message: error instanceof Error ? error.message : `${error}`,
      }),
    )
    if (outcome?.kind === 'sent') {
      offerUndo(outcome.sent.sendId, outcome.sent.releaseAt)
      await leave()
      return
    }
    sync.release()
    const failed = outcome === null ? null : failedWords(outcome)
    set({ sending: 'no', sendError: failed })
  }

  function failedWords(outcome: Exclude<SendOutcome, { kind: 'sent' }>): ComposerState['sendError'] {
    if (outcome.kind === 'held')
      return { message: say(outcome.offline ? 'send.held' : 'send.heldByServer'), again: true }
    if (outcome.kind === 'gone') return { message: say('send.gone'), again: false }
    if (outcome.kind === 'unanswered') return { message: say('send.unanswered', { why: outcome.message }), again: true }
    return { message: say('send.refused', { why: outcome.message }), again: false }
  }

  const composer: Composer = {
    beginning,
    kind: beginning.kind,
    senders: beginning.params.senders,
    state,
    uploads,
    change(changes) {
      set({ ...changes, sendError: null })
      sync.changed()
    },
    bodyChanged: () => sync.changed(),
    attachBody(next) {
      port = next
      return () => {
        if (port === next) port = restingBody(next.html(), next.text())
      }
    },
    body: () => port,
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
          refused.map(({ file, problem }) => say(`attachments.${problem}`, { name: file.name })).join('\n'),
        )
    },
    send,
    stopSending() {
      stopped = true
    },
    async saveDraft() {
      if (await sync.saveNow()) {
        notify.success(say('draft.savedNow'))
        return
      }
      await sync.flushJournal()
      if (sync.state().phase === 'local') notify.info(say(navigator.onLine ? 'draft.localAgain' : 'draft.local'))
    },
    async discard() {
      if (sync.state().phase !== 'untouched') {
        const yes = await confirm({
          title: say('discard.title'),
          text: say('discard.text'),
          yes: say('discard.yes'),
          danger: true,
        })
        if (!yes) return
      }
      finished = true
      uploads.clear()
      const draft = await sync.finish()
      close()
      if (!draft) return
      await http.post('mail/email/draftdelete', { mailIds: [draft.mailId] }, { login }).catch(() => undefined)
    },
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
        const { from, recipients, subject, plain, spacing, quote, priority, requestReceipt } = theirs
        set({ from, recipients, subject, plain, spacing, quote, priority, requestReceipt })
        port.replace(theirs.body)
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
    async mayClose() {
      if (finished) return true
      const { phase } = sync.state()
      if (phase === 'untouched') {
        finished = true
        await sync.finish()
        return true
      }
      const waiting = uploads.items().some(({ state: now }) => now === 'waiting' || now === 'sending')
      if (
        waiting &&
        !(await confirm({ title: say('close.uploading'), text: say('close.uploadingText'), yes: say('close.anyway') }))
      )
        return false
      if (await sync.saveNow()) {
        finished = true
        const news = phase !== 'saved'
        const draft = await sync.finish()
        if (news && draft) {
          notify.success(say('close.saved'), {
            action: { label: say('close.open'), onClick: () => openDraft(draft.mailId) },
          })
        }
        return true
      }
      return closeUnsaved()
    },
    flush: () => sync.flushJournal(),
    reconnected: () => sync.reconnected(),
    dispose() {
      endLive()
      if (finished) return
      // The view goes without being closed (logout, a new version): the journal keeps what there is.
      void sync.flushJournal().finally(() => sync.stop())
    },
  }

  /** The server does not have it: it stays in the journal, unless the writer would rather stay too. */
  async function closeUnsaved(): Promise<boolean> {
    const { phase, message } = sync.state()
    if (phase === 'conflict' || phase === 'gone') return false
    await sync.flushJournal()
    const answer = await ask({
      title: say('close.unsaved'),
      text: message ?? (sync.state().journalFailed ? say('close.lost') : say('close.kept')),
      yes: say('close.keep'),
      no: say('close.stay'),
      danger: sync.state().journalFailed,
    })
    if (answer !== 'yes') return false
    finished = true
    sync.stop()
    return true
  }

  carry(beginning.attachments)
  if (beginning.unfinished.length > 0) {
    notify.warning(say('recovery.unfinished', { names: beginning.unfinished.join(say('invalid.between')) }), {
      duration: 10_000,
    })
  }
  return composer
}

/** The text while no field holds it. */
function restingBody(html: string, text = ''): BodyPort {
  let content = html
  return {
    html: () => content,
    text: () => text,
    replace: (next) => {
      content = next
    },
    focus: () => undefined,
    // The editor is on its way, and takes up what is here.
    insert: (added) => {
      content += `<p>${escapeHtml(added)}</p>`
    },
  }
}

const plainAddress = ({ name, address }: MailAddress): MailAddress => ({
  name: name.slice(0, 200),
  address: address.slice(0, 254),
})

/** A kept letter as the server's calls take it. */
function draftOf(letter: KeptLetter): Omit<DraftBody, 'mailId' | 'revision' | 'clientId'> {
  const { kind, sourceMailId, from, recipients, subject, html, attachments, priority, requestReceipt } = letter
  return {
    kind,
    sourceMailId,
    from,
    subject: subject.slice(0, 1_000),
    html,
    fileIds: attachments.map(({ fileId }) => fileId),
    priority,
    requestReceipt,
    to: recipients.to.map(plainAddress),
    cc: recipients.cc.map(plainAddress),
    bcc: recipients.bcc.map(plainAddress),
  }
}
