import type { AI_TONES, Language, OpenLetter } from '@yanshu/contracts'
import { intents } from '@yanshu/shell-api'
import { Button, Chip, IconButton, Spinner } from '@yanshu/ui'
import { AnswerText } from '../answer/AnswerText.tsx'
import css from '../drawer/drawer.module.css'
import { useCopy } from '../drawer/useCopy.ts'
import type { Reply } from '../engine/assistantEngine.ts'
import { Rating } from '../history/Rating.tsx'
import { useWords } from '../useWords.ts'
import { draftHtml } from './draftHtml.ts'

interface DraftProps {
  readonly reply: Reply
  readonly letter: OpenLetter | null
  /** The mail that it answers; null for a new one. */
  readonly answers: number | null
  /** Of a new letter. */
  readonly subject: string
  readonly locked: boolean
  readonly language: Language
  readonly onAgain: () => void
  /** null where it cannot be shorter. */
  readonly onShorter: (() => void) | null
  readonly onTone: (tone: (typeof AI_TONES)[number]) => void
  readonly onLanguage: () => void
}

/**
 * Opens a draft in the write screen. An answer is a reply to its mail: recipient, subject, quote and conversation are those
 * that “Reply” gives.
 */
function openDraft(text: string, answers: number | null, subject: string): void {
  const html = draftHtml(text)
  void intents.send(
    'compose.open',
    answers === null ? { kind: 'new', drafted: true, subject, html } : { kind: 'reply', mailId: answers, html },
  )
}

/** A draft, and what can be done with it. What stands here is what is put into the letter, to the letter. */
export function Draft({
  reply,
  letter,
  answers,
  subject,
  locked,
  language,
  onAgain,
  onShorter,
  onTone,
  onLanguage,
}: DraftProps) {
  const say = useWords()
  const copy = useCopy()
  const { text, state } = reply
  if (state === 'empty' || (state === 'failed' && text === '')) return <p className={css.text}>{say('error.none')}</p>
  if (text === '') return state === 'stopped' ? <p className={css.quiet}>{say('stopped')}</p> : <Spinner />
  // A mail that may be a fraud gets no answer: the text is a warning, and is not offered for a letter.
  if (reply.extra.risk) {
    return (
      <section className={css.answer} role="alert">
        <h3 className={css.heading}>{say('summary.fraud')}</h3>
        <AnswerText text={text} />
      </section>
    )
  }
  const usable = state === 'finished' || state === 'stopped'
  return (
    <section className={css.card} aria-label={say('write.result')}>
      <div className={css.row}>
        <Chip>{say(reply.extra.byModel ? 'made' : 'byRules')}</Chip>
        {state === 'stopped' && <span className={css.quiet}>{say('stopped')}</span>}
      </div>
      <p className={css.text}>{text}</p>
      {usable && (
        <>
          <div className={css.row}>
            {letter && (
              <>
                <Button variant="primary" size="small" onClick={() => letter.port.insert(text, { marked: true })}>
                  {say('write.insert')}
                </Button>
                <Button size="small" onClick={() => letter.port.replaceSelection(text, { marked: true })}>
                  {say('write.replace')}
                </Button>
              </>
            )}
            <Button size="small" icon="compose" onClick={() => openDraft(text, answers, subject)}>
              {say('write.open')}
            </Button>
            <IconButton size="small" icon="copy" label={say('copy')} onClick={() => copy(text)} />
          </div>
          <div className={css.changes}>
            <Button size="small" variant="text" icon="refresh" disabled={locked} onClick={onAgain}>
              {say('write.again')}
            </Button>
            {onShorter && (
              <Button size="small" variant="text" disabled={locked} onClick={onShorter}>
                {say('write.shorter')}
              </Button>
            )}
            <Button size="small" variant="text" disabled={locked} onClick={() => onTone('FORMAL')}>
              {say('write.formal')}
            </Button>
            <Button size="small" variant="text" disabled={locked} onClick={() => onTone('FRIENDLY')}>
              {say('write.friendly')}
            </Button>
            <Button size="small" variant="text" icon="language" disabled={locked} onClick={onLanguage}>
              {say(language === 'zh' ? 'write.other' : 'write.otherZh')}
            </Button>
          </div>
          <div className={css.answerFoot}>
            <Rating key={reply.ticket} ticket={reply.ticket} />
          </div>
        </>
      )}
    </section>
  )
}
