import type { Language } from '@yanshu/contracts'
import { http, useLanguage, useStore } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Chip, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { askFor, assistant, stopAnswer } from '../engine/assistant.ts'
import type { Reply } from '../engine/assistantEngine.ts'
import css from './translate.module.css'
import { useTranslateWords } from './words.ts'

const STATE = ['assistant', 'state']
const isGoing = ({ state }: Reply) => state === 'waiting' || state === 'running'

/**
 * Above a mail in another language, where a model may translate: nothing is sent before it is pressed. The translation stands
 * above the mail, which stays as it is.
 */
export default function TranslateBar({ mailId }: { mailId: number }) {
  const say = useTranslateWords()
  const language = useLanguage()
  const { replies, locked } = useStore(assistant)
  const [to, setTo] = useState<Language>(language)
  const [open, setOpen] = useState(false)
  // Once for a login: what the operator allows seldom changes, and the server decides again.
  const { data: model } = useQuery({
    queryKey: STATE,
    queryFn: ({ signal }) => http.get('mail/main/ai/state', {}, { signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const keyOf = (target: Language) => `6:${mailId}:${target}`
  const reply = replies[keyOf(to)]
  if (!model?.translates) return null
  const make = (target: Language, again = false) => {
    setTo(target)
    setOpen(true)
    if (again || !replies[keyOf(target)]) {
      const body = { type: 6, mailId, to: target, language } as const
      void askFor('mail/main/ai/translate/mail', body, keyOf(target))
    }
  }
  if (!open || !reply) {
    const before = replies[keyOf(language)]
    return (
      <section className={css.bar} aria-label={say('card')}>
        <Icon name="language" />
        <p>{say('offer', { host: model.modelHost ?? '' })}</p>
        <Button size="small" disabled={locked && !before} onClick={() => make(language)}>
          {say(before ? 'show' : `to.${language}`)}
        </Button>
      </section>
    )
  }
  const other = to === 'zh' ? 'en' : 'zh'
  return (
    <section className={css.card} aria-label={say('card')}>
      <div className={css.line}>
        <h2>{say('title')}</h2>
        <Chip>{say(reply.extra.risk ? 'fraud' : 'made')}</Chip>
      </div>
      <Translated reply={reply} to={to} />
      <div className={css.line}>
        {isGoing(reply) ? (
          <Button size="small" onClick={stopAnswer}>
            {say('stop')}
          </Button>
        ) : (
          <>
            <Button size="small" variant="text" disabled={locked} onClick={() => make(to, true)}>
              {say('again')}
            </Button>
            <Button size="small" variant="text" disabled={locked} onClick={() => make(other)}>
              {say(`other.${other}`)}
            </Button>
          </>
        )}
        <Button size="small" variant="text" onClick={() => setOpen(false)}>
          {say('hide')}
        </Button>
      </div>
    </section>
  )
}

/** What has come of a translation, and why it is not whole. */
function Translated({ reply, to }: { reply: Reply; to: Language }) {
  const say = useTranslateWords()
  const { text, extra, state } = reply
  const why = extra.untranslated ?? (state === 'failed' || state === 'empty' ? 'none' : null)
  return (
    <div aria-live="polite" aria-busy={isGoing(reply)}>
      {text.trim() !== '' && (
        <p lang={to === 'zh' ? 'zh-CN' : 'en'} className={css.text}>
          {text.trim()}
        </p>
      )}
      {isGoing(reply) && text === '' && <p className={css.quiet}>{say('waiting')}</p>}
      {why && <p role="alert">{say(`refused.${why}`)}</p>}
      {state === 'stopped' && <p className={css.quiet}>{say('stopped')}</p>}
      {extra.cut && <p className={css.quiet}>{say('cut')}</p>}
    </div>
  )
}
