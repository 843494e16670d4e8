import { Code, escapeHtml, type MailAddress, type MailDetail } from '@yanshu/contracts'
import { ApiError, http, intents, newName, type SessionState, settings, useSession } from '@yanshu/shell-api'
import { Button, Checkbox, confirm, isComposing, notify, undoable } from '@yanshu/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { takeBack } from '../actions/commands.ts'
import { nameOf } from '../list-view/rowFacts.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { keptAnswers, type QuickDraft } from './answers.ts'
import css from './QuickReply.module.css'
import { writes } from './writes.ts'

/** The most that the server accepts (quickSend). */
const MOST_LETTERS = 20_000

/** Whom the server sends an answer to, the first of them: to a mail of one's own it goes where that mail went. */
function answeredBy({ from, replyTo, to }: MailDetail, session: SessionState): MailAddress {
  const own = session.status === 'open' && session.userMail.toLowerCase() === from.address.toLowerCase()
  return replyTo[0] ?? (own ? to[0] : undefined) ?? from
}

/** A short answer below the mail. What is typed survives a crash and a closed tab; Ctrl or ⌘ Enter sends. */
export function QuickReply({ detail, onDirty }: { detail: MailDetail; onDirty: (dirty: boolean) => void }) {
  const say = useWords()
  const { mailId } = detail
  const key = String(mailId)
  const [draft, setDraft] = useState<QuickDraft>({ text: '', all: false })
  const [open, setOpen] = useState(false)
  const [sending, setSending] = useState(false)
  // Opened once, in the login of this view: what is written when the view unmounts goes to that user's journal.
  const [kept] = useState(keptAnswers)
  const [error, setError] = useState('')
  /** Kept until the text changes, so that sending again after a lost answer sends once. */
  const requestId = useRef('')
  const field = useRef<HTMLTextAreaElement>(null)
  const answered = answeredBy(detail, useSession())
  const several = detail.to.length + detail.cc.length > 1

  useEffect(() => {
    let gone = false
    kept.get(key).then(
      (found) => {
        if (gone || !found?.text) return
        setDraft((now) => (now.text ? now : found))
        setOpen(true)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [kept, key])

  const [writing] = useState(writes)
  const title = say('quick.kept', { subject: detail.subject })
  useEffect(() => writing.now, [writing])
  const change = (next: QuickDraft) => {
    setDraft(next)
    setError('')
    requestId.current = ''
    onDirty(next.text.trim() !== '')
    writing.soon(() => (next.text.trim() ? kept.put(key, next, { onServer: false, title }) : kept.remove(key)))
  }

  const send = async (answerAgain = false): Promise<void> => {
    const text = draft.text.trim()
    if (!text || sending) {
      if (!text) notify.warning(say('quick.empty'))
      return
    }
    setSending(true)
    setError('')
    requestId.current ||= newName()
    try {
      const { sendId } = await http.post(
        'mail/email/quickSend',
        { mailId, requestId: requestId.current, all: draft.all, text, answerAgain },
        { silent: true },
      )
      change({ text: '', all: draft.all })
      // At once: a page that closes now would offer it as unsent.
      writing.now()
      setOpen(false)
      undoable(
        say('quick.sent'),
        () =>
          void takeBack(sendId).then((draftId) => {
            if (draftId === null) return
            notify.info(say('held.back'))
            void intents.send('compose.open', { kind: 'draft', mailId: draftId }).catch(() => undefined)
          }),
        { duration: settings.current().general.undoSeconds * 1_000 },
      )
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure : null
      // Another member of the public mailbox was faster.
      if (
        refusal?.code === Code.answeredAlready &&
        (await confirm({ title: refusal.message, yes: say('quick.again') }))
      ) {
        return await send(true)
      }
      setError(refusal?.message ?? say('error.unknown'))
    } finally {
      setSending(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    } else if (event.key === 'Escape' && !draft.text.trim()) {
      event.stopPropagation()
      setOpen(false)
    }
  }

  if (!open) {
    return (
      <button
        type="button"
        className={css.quickClosed}
        onClick={() => {
          setOpen(true)
          requestAnimationFrame(() => field.current?.focus())
        }}
      >
        {say('quick.open', { name: nameOf(answered) })}
      </button>
    )
  }
  return (
    <section className={css.quick} aria-label={say('quick.label')}>
      <textarea
        ref={field}
        className={css.quickText}
        aria-label={say('quick.label')}
        aria-invalid={error !== '' || undefined}
        rows={4}
        maxLength={MOST_LETTERS}
        // What is typed now would go with the text once that is sent.
        readOnly={sending}
        placeholder={say('quick.open', { name: nameOf(answered) })}
        value={draft.text}
        onChange={(event) => change({ ...draft, text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      {error && (
        <p role="alert" className={css.quickError}>
          {say('quick.failed', { why: error })}
        </p>
      )}
      <div className={css.quickFoot}>
        {several && (
          <Checkbox label={say('action.replyAll')} checked={draft.all} onChange={(all) => change({ ...draft, all })} />
        )}
        <span className={css.spring} />
        <Button
          size="small"
          variant="text"
          onClick={() =>
            void intents
              .send('compose.open', { kind: draft.all ? 'replyAll' : 'reply', mailId, html: paragraphs(draft.text) })
              .catch(() => undefined)
          }
        >
          {say('quick.full')}
        </Button>
        <Button size="small" variant="primary" icon="sent" loading={sending} onClick={() => void send()}>
          {say('quick.send')}
        </Button>
      </div>
    </section>
  )
}

/** Typed text as HTML for the editor. */
function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line) || '<br>'}</p>`)
    .join('')
}
