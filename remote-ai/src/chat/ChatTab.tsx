import {
  AI_CHAT_SCROLL_DELAY_MS,
  AI_QUESTION_MAX,
  type AssistantSource,
  containsEmoji,
  type OpenLetter,
} from '@yanshu/contracts'
import { go, http, intents, useFormat, useLanguage, useSession, useStore } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Chip, Icon, IconButton, isComposing, notify, Spinner, TextArea } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { AnswerText } from '../answer/AnswerText.tsx'
import css from '../drawer/drawer.module.css'
import { Hello } from '../drawer/Hello.tsx'
import { useCopy } from '../drawer/useCopy.ts'
import { askQuestion, assistant, clearTurns, showKept, stopAnswer, type Turn } from '../engine/assistant.ts'
import { describeUser } from '../engine/user.ts'
import { Rating } from '../history/Rating.tsx'
import { useWords } from '../useWords.ts'
import own from './chat.module.css'

const SUGGESTED = ['one', 'two', 'three', 'four'] as const

/** Questions and answers, with the places that an answer stands on. */
export function ChatTab({ letter }: { letter: OpenLetter | null }) {
  const say = useWords()
  const { turns, locked } = useStore(assistant)
  const language = useLanguage()
  const session = useSession()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const foot = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const length = turns.at(-1)?.reply.text.length ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is scrolled to as the answer grows
  useEffect(() => {
    if (turns.length === 0) return
    const timer = setTimeout(() => foot.current?.scrollIntoView({ block: 'end' }), AI_CHAT_SCROLL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [turns.length, length])

  // Opening the drawer leads to its field; going through its tabs does not.
  useEffect(() => {
    // By then the drawer has taken the focus, which it does when it is drawn.
    queueMicrotask(() => {
      const { activeElement: now } = document
      if (now?.closest('aside') && !now.closest('[role=tablist]')) form.current?.querySelector('textarea')?.focus()
    })
  }, [])

  const ask = (question: string) => {
    if (locked) {
      notify.info(say('error.busy'))
      return
    }
    if (question.trim() === '') setError(say('error.question'))
    else if (containsEmoji(question)) setError(say('error.emoji'))
    else {
      setError('')
      setTyped('')
      void askQuestion(question.trim(), describeUser(session), language)
    }
  }
  return (
    <>
      <div className={own.turns}>
        {turns.length === 0 && (
          <>
            <Hello icon="ai" text={say('chat.hello')} />
            <h3 className={css.heading}>{say('chat.suggested')}</h3>
            <div className={own.suggestions}>
              {SUGGESTED.map((name) => (
                <button key={name} type="button" className={own.suggestion} onClick={() => ask(say(`chat.${name}`))}>
                  {say(`chat.${name}`)}
                </button>
              ))}
            </div>
            <Recent />
          </>
        )}
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} letter={letter} onAgain={locked ? null : () => ask(turn.question)} />
        ))}
      </div>
      <div ref={form} className={own.form}>
        <TextArea
          label={say('chat.ask')}
          hideLabel
          placeholder={say('chat.ask')}
          rows={2}
          maxLength={AI_QUESTION_MAX}
          value={typed}
          error={error}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
            event.preventDefault()
            ask(typed)
          }}
        />
        <div className={css.row}>
          {locked ? (
            <Button icon="close" onClick={stopAnswer}>
              {say('stop')}
            </Button>
          ) : (
            <Button variant="primary" icon="ai" onClick={() => ask(typed)}>
              {say('chat.send')}
            </Button>
          )}
          {turns.length > 0 && (
            <Button variant="text" onClick={clearTurns} disabled={locked}>
              {say('chat.clear')}
            </Button>
          )}
        </div>
      </div>
      <div ref={foot} />
    </>
  )
}

const RECENT_SHOWN = 3

/** Questions of before, which show their answers again. */
function Recent() {
  const say = useWords()
  const { data } = useQuery({
    queryKey: ['assistant', 'history', 'recent'],
    queryFn: ({ signal }) => http.get('mail/main/ai/history', {}, { signal, silent: true }),
  })
  const suggested = SUGGESTED.map((name) => say(`chat.${name}`))
  const asked = data?.list.filter(({ type, title }) => type === 1 && !suggested.includes(title)) ?? []
  const recent = asked.filter(({ title }, at) => asked.findIndex((one) => one.title === title) === at)
  if (recent.length === 0) return null
  return (
    <>
      <h3 className={css.heading}>{say('chat.recent')}</h3>
      <div className={own.suggestions}>
        {recent.slice(0, RECENT_SHOWN).map((answer) => (
          <button key={answer.id} type="button" className={own.suggestion} onClick={() => showKept(answer)}>
            {answer.title}
          </button>
        ))}
      </div>
    </>
  )
}

interface TurnViewProps {
  turn: Turn
  letter: OpenLetter | null
  /** null while something else is answered. */
  onAgain: (() => void) | null
}

function TurnView({ turn: { question, reply }, letter, onAgain }: TurnViewProps) {
  const say = useWords()
  const copy = useCopy()
  const { text, extra, state } = reply
  const waiting = text === '' && (state === 'waiting' || state === 'running')
  return (
    <>
      <p className={own.question}>{question}</p>
      <div className={css.answer}>
        {waiting && (
          <p className={css.row}>
            <Spinner /> {say('chat.waiting')}
          </p>
        )}
        {extra.risk && <h3 className={css.heading}>{say('summary.fraud')}</h3>}
        {text !== '' && <AnswerText text={text} />}
        {(state === 'empty' || extra.nearest) && (
          <>
            <p className={css.text}>{say('error.unknown')}</p>
            {extra.nearest && <Sources heading={say('chat.nearest')} sources={extra.nearest} />}
            <Button size="small" icon="search" onClick={() => go('/set/normalset?find=')}>
              {say('chat.findSetting')}
            </Button>
          </>
        )}
        {state === 'failed' && (
          <div className={css.row}>
            <p className={css.text}>{say('error.none')}</p>
            <Button size="small" icon="refresh" disabled={!onAgain} onClick={() => onAgain?.()}>
              {say('chat.again')}
            </Button>
          </div>
        )}
        {state === 'stopped' && <p className={css.quiet}>{say('stopped')}</p>}
        {extra.sources && <Sources heading={say('chat.sources')} sources={extra.sources} />}
        {text !== '' && state === 'finished' && (
          <div className={css.answerFoot}>
            <Chip>{say(extra.byModel ? 'made' : 'byRules')}</Chip>
            <IconButton icon="copy" size="small" label={say('copy')} onClick={() => copy(text)} />
            <IconButton
              icon="refresh"
              size="small"
              label={say('chat.again')}
              disabled={!onAgain}
              onClick={() => onAgain?.()}
            />
            {letter && !extra.risk && (
              <IconButton
                icon="compose"
                size="small"
                label={say('write.insert')}
                onClick={() => letter.port.replaceSelection(text, { marked: true })}
              />
            )}
            <Rating ticket={reply.ticket} />
          </div>
        )}
      </div>
    </>
  )
}

/** Leads from a topic to the setting that it is about. */
function OpenSetting({ source: { path, title } }: { source: Extract<AssistantSource, { kind: 'help' }> }) {
  const say = useWords()
  if (path === undefined) return null
  return (
    <Button
      size="small"
      variant="text"
      icon="settings"
      aria-label={say('chat.openSettingOf', { title })}
      onClick={() => go(path)}
    >
      {say('chat.openSetting')}
    </Button>
  )
}

function Sources({ heading, sources }: { heading: string; sources: readonly AssistantSource[] }) {
  const say = useWords()
  const format = useFormat()
  return (
    <div className={css.answer}>
      <h3 className={css.heading}>{heading}</h3>
      <ul className={css.list}>
        {sources.map((source) =>
          source.kind === 'help' ? (
            <li key={source.id}>
              <button
                type="button"
                className={own.source}
                onClick={() => void intents.send('help.open', { topic: source.id })}
              >
                <Icon name="help" />
                <span className={own.sourceText}>
                  <strong>{source.title}</strong>
                  <span className={css.quiet}>{say('chat.help')}</span>
                </span>
              </button>
              <OpenSetting source={source} />
            </li>
          ) : (
            <li key={source.mailId}>
              <button
                type="button"
                className={own.source}
                onClick={() => void intents.send('mail.open', { mailId: source.mailId, mailboxId: source.mailboxId })}
              >
                <Icon name="mail" />
                <span className={own.sourceText}>
                  <strong>{source.title}</strong>
                  <span className={css.quiet}>
                    {source.from} · {format.mailTime(source.receivedAt)}
                  </span>
                  <span>{source.quote}</span>
                </span>
              </button>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}
