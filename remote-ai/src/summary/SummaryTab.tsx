import type { AssistantFact, OpenMail } from '@yanshu/contracts'
import { HOUR_MS } from '@yanshu/contracts/days'
import { intents, useAnswered, useFormat, useLanguage, useSession, useStore } from '@yanshu/shell-api'
import { Button, Chip, IconButton, notify } from '@yanshu/ui'
import { AnswerText } from '../answer/AnswerText.tsx'
import css from '../drawer/drawer.module.css'
import { Hello } from '../drawer/Hello.tsx'
import { useCopy } from '../drawer/useCopy.ts'
import { useMarks } from '../drawer/useMarks.ts'
import { useWanted } from '../drawer/useWanted.ts'
import { askFor, assistant, replyKey, stopAnswer } from '../engine/assistant.ts'
import { NO_REPLY } from '../engine/assistantEngine.ts'
import { describeUser } from '../engine/user.ts'
import { Rating } from '../history/Rating.tsx'
import { useKept } from '../history/useKept.ts'
import { useWords } from '../useWords.ts'

const KINDS = ['date', 'money', 'person'] as const

/** The summary of the mail that is shown: its own sentences, each of which leads to its place. */
export function SummaryTab({ mail }: { mail: OpenMail }) {
  const say = useWords()
  const language = useLanguage()
  const session = useSession()
  const { locked } = useStore(assistant)
  const key = replyKey(4, mail.mailId)
  const reply = useKept(4, mail.mailId)
  const { extra, text, state } = reply ?? NO_REPLY
  const mark = useMarks(mail)
  const copy = useCopy()
  const show = (quote: string) => {
    if (!mark([quote])) notify.info(say('summary.notFound'))
  }
  const make = () =>
    void askFor(
      'mail/main/ai/digest/mail',
      { type: 4, content: mail.port.text(), user: describeUser(session), language, mailId: mail.mailId },
      key,
    )
  useWanted(4, reply !== undefined, make)
  const sentences = extra.sentences ?? []
  const facts = extra.facts ?? []
  const actions = facts.filter(({ kind }) => kind === 'action')
  const byModel = text.slice(sentences.join('\n').length).trim()
  return (
    <>
      {!reply && <Hello icon="doc" text={say('summary.hello')} />}
      <div className={css.row}>
        {locked ? (
          <Button icon="close" onClick={stopAnswer}>
            {say('stop')}
          </Button>
        ) : (
          <Button variant={reply ? 'default' : 'primary'} icon="ai" onClick={make}>
            {say(reply ? 'summary.again' : 'summary.make')}
          </Button>
        )}
      </div>
      {(state === 'empty' || state === 'failed') && <p className={css.text}>{say('error.none')}</p>}
      {sentences.length > 0 && (
        <section className={css.answer}>
          <h3 className={css.heading}>{say('summary.points')}</h3>
          <ul className={css.list}>
            {sentences.map((sentence) => (
              <li key={sentence}>
                <button type="button" className={css.line} title={say('summary.jump')} onClick={() => show(sentence)}>
                  {sentence}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {byModel !== '' && (
        <section className={css.answer} role={extra.risk ? 'alert' : undefined}>
          <h3 className={css.heading}>{say(extra.risk ? 'summary.fraud' : 'summary.byModel')}</h3>
          <AnswerText text={byModel} />
        </section>
      )}
      {actions.length > 0 && (
        <section className={css.answer}>
          <h3 className={css.heading}>{say('summary.dueAction')}</h3>
          <ul className={css.list}>
            {actions.map((fact) => (
              <li key={fact.quote} className={css.card}>
                <button type="button" className={css.line} onClick={() => show(fact.quote)}>
                  {fact.label}
                </button>
                <DueChip fact={fact} mail={mail} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {KINDS.map((kind) => {
        const some = facts.filter((fact) => fact.kind === kind)
        if (some.length === 0) return null
        return (
          <section key={kind} className={css.answer}>
            <h3 className={css.heading}>{say(`summary.kinds.${kind}`)}</h3>
            <div className={css.row}>
              {some.map((fact) => (
                <span key={fact.label} className={css.row}>
                  <Button size="small" variant="soft" onClick={() => show(fact.quote)}>
                    {fact.label}
                  </Button>
                  {kind === 'date' && <DueChip fact={fact} mail={mail} />}
                </span>
              ))}
            </div>
          </section>
        )
      })}
      {reply?.state === 'finished' && (
        <div className={css.answerFoot}>
          <Chip>{say(byModel !== '' && !extra.risk ? 'made' : 'byRules')}</Chip>
          <IconButton icon="copy" size="small" label={say('copy')} onClick={() => copy(text)} />
          <Rating key={reply.ticket} ticket={reply.ticket} />
        </div>
      )}
    </>
  )
}

/** Makes an event of a moment that the mail names, or a task of what is to be done until then. It has no attendees. */
function DueChip({ fact, mail }: { fact: AssistantFact; mail: OpenMail }) {
  const say = useWords()
  const format = useFormat()
  const answered = useAnswered('calendar.draft')
  const { at } = fact
  if (at === undefined || !answered) return null
  const make = () =>
    void intents
      .send('calendar.draft', {
        subject: fact.kind === 'action' ? fact.label : mail.subject,
        start: at,
        end: at + HOUR_MS,
        text: fact.quote,
        ...(fact.due ? { due: at } : {}),
      })
      // The shell has shown what failed.
      .catch(() => undefined)
  return (
    <Button size="small" variant="text" icon="calendar" onClick={make} title={format.exactTime(at)}>
      {say('summary.calendar')}
    </Button>
  )
}
