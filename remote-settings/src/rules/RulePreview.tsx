import type { MailRule, RulePreview as Preview } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { Spinner } from '@yanshu/ui'
import { useEffect, useId, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './rules.module.css'

/** How long nothing is typed before the server is asked, in milliseconds. */
const TYPING_MS = 500

type State = { readonly kind: 'waiting' | 'looking' | 'failed' } | { readonly kind: 'shown'; readonly preview: Preview }

interface RulePreviewProps {
  /** null while the conditions cannot be asked yet. */
  of: Pick<MailRule, 'match' | 'conditions'> | null
  /** The folder whose mails are tested; without one, those of the last month. */
  folderId?: number
}

/** What the rule would have caught in the last month, or would catch in a folder: the count, and the mails. */
export function RulePreview({ of, folderId }: RulePreviewProps) {
  const say = useWords()
  const { mailTime } = useFormat()
  const id = useId()
  const [state, setState] = useState<State>({ kind: 'waiting' })
  const asked = of ? JSON.stringify({ match: of.match, conditions: of.conditions, folderId }) : ''

  useEffect(() => {
    if (asked === '') {
      setState({ kind: 'waiting' })
      return
    }
    const control = new AbortController()
    const timer = setTimeout(() => {
      setState({ kind: 'looking' })
      http.post('mail/mailClassify/preview', JSON.parse(asked), { silent: true, signal: control.signal }).then(
        (preview) => setState({ kind: 'shown', preview }),
        () => control.signal.aborted || setState({ kind: 'failed' }),
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [asked])

  const inFolder = folderId !== undefined
  return (
    <section aria-labelledby={id} className={css.preview}>
      <h3 id={id}>{say('rules.preview.title')}</h3>
      <p role="status" className={css.previewState}>
        {state.kind === 'looking' && <Spinner size={16} />}
        {state.kind === 'shown'
          ? previewWords(state.preview, inFolder, say)
          : say(inFolder && state.kind === 'looking' ? 'rules.preview.lookingHere' : `rules.preview.${state.kind}`)}
      </p>
      {state.kind === 'shown' && state.preview.list.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ul className={css.caught} aria-labelledby={id} tabIndex={0}>
          {state.preview.list.map((mail) => (
            <li key={mail.mailId}>
              <span className={css.caughtFrom}>{mail.from.name || mail.from.address}</span>
              <span className={css.caughtSubject}>{mail.subject}</span>
              <time>{mailTime(mail.date)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function previewWords(
  { caught, looked, more, list }: Preview,
  inFolder: boolean,
  say: ReturnType<typeof useWords>,
): string {
  const parts = [
    say(inFolder ? 'rules.preview.caughtHere' : 'rules.preview.caught', { count: caught, looked }),
    ...(more ? [say('rules.preview.newest', { looked })] : []),
    ...(list.length < caught ? [say('rules.preview.first', { count: list.length })] : []),
  ]
  return parts.join(' ')
}
