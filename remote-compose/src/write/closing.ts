import { http } from '@yanshu/shell-api'
import { ask, confirm, notify } from '@yanshu/ui'
import { isComing } from '@yanshu/ui/upload'
import type { ComposerParts, ComposerWishes } from './composer.ts'

export interface Closing {
  /** Whether the letter has gone, was thrown away, or its tab closes. */
  isOver(): boolean
  /** Closes the tab of a letter that has gone. */
  leave(): Promise<void>
  /** Throws the letter away, on the server too, after asking. */
  discard(): Promise<void>
  /** Whether the tab may close; the draft has been saved then (§4, Tabs). */
  mayClose(): Promise<boolean>
}

/** How one letter ends. */
export function createClosing(parts: ComposerParts, { place, openDraft }: ComposerWishes): Closing {
  const { state, sync, uploads, login, say } = parts
  let over = false

  /** The server does not have it: it stays in the journal, unless the writer would rather stay too. */
  async function closeUnsaved(): Promise<boolean> {
    const { phase, message } = sync.state()
    if (phase === 'conflict' || phase === 'gone') {
      // What is to be decided stands in the letter, which may be behind another tab.
      notify.warning(say(`${phase}.text`))
      return false
    }
    await sync.flushJournal()
    const { journalFailed } = sync.state()
    const answer = await ask({
      title: say('close.unsaved'),
      text: message ?? say(journalFailed ? 'close.lost' : 'close.kept'),
      yes: say('close.keep'),
      no: say('close.stay'),
      danger: journalFailed,
    })
    if (answer !== 'yes') return false
    over = true
    sync.stop()
    return true
  }

  /** Files that are still on their way would be lost: whether to close all the same. */
  async function uploadsMayStop(): Promise<boolean> {
    const waiting = uploads.items().some(isComing)
    if (!waiting) return true
    return confirm({ title: say('close.uploading'), text: say('close.uploadingText'), yes: say('close.anyway') })
  }

  return {
    isOver: () => over,
    async leave() {
      over = true
      // The tab does not wait for the clean-up of the journal.
      const finished = sync.finish()
      place.close()
      await finished
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
      over = true
      for (const { key } of uploads.items()) uploads.remove(key)
      const draft = await sync.finish()
      place.close()
      if (!draft) return
      await http.post('mail/email/draftdelete', { mailIds: [draft.mailId] }, { login }).catch(() => undefined)
    },
    async mayClose() {
      if (over) return true
      const { phase } = sync.state()
      if (phase === 'untouched') {
        over = true
        await sync.finish()
        return true
      }
      if (!(await uploadsMayStop())) return false
      if (!(await sync.saveNow())) return closeUnsaved()
      over = true
      const draft = await sync.finish()
      // A writer who tried to send it is shown where the draft is, also when nothing has changed since.
      if ((phase !== 'saved' || state.get().sendError) && draft) {
        notify.success(say('close.saved'), {
          action: { label: say('close.open'), onClick: () => openDraft(draft.mailId) },
        })
      }
      return true
    },
  }
}
