import { type OpenMail, RISK_GRADES_MARKED, type RiskResult } from '@yanshu/contracts'
import { folders, intents, useAnswered, useLanguage, useSession, useStore } from '@yanshu/shell-api'
import { Button, Chip, Icon } from '@yanshu/ui'
import { AnswerText } from '../answer/AnswerText.tsx'
import css from '../drawer/drawer.module.css'
import { Hello } from '../drawer/Hello.tsx'
import { useMarks } from '../drawer/useMarks.ts'
import { useWanted } from '../drawer/useWanted.ts'
import { askFor, assistant, replyKey, stopAnswer } from '../engine/assistant.ts'
import { NO_REPLY } from '../engine/assistantEngine.ts'
import { describeUser } from '../engine/user.ts'
import { Rating } from '../history/Rating.tsx'
import { useKept } from '../history/useKept.ts'
import { useWords } from '../useWords.ts'
import own from './risk.module.css'

/** The reasons to distrust the mail that is shown, with the words marked in it. */
export function RiskTab({ mail }: { mail: OpenMail }) {
  const say = useWords()
  const language = useLanguage()
  const session = useSession()
  const { locked } = useStore(assistant)
  const key = replyKey(5, mail.mailId)
  const reply = useKept(5, mail.mailId)
  const { extra, thought, state } = reply ?? NO_REPLY
  const check = () =>
    void askFor(
      'mail/main/ai/fishing/mail',
      {
        type: 5,
        content: mail.port.text(),
        sender: `${mail.from.name} <${mail.from.address}>`,
        subject: mail.subject,
        sendTime: null,
        user: describeUser(session),
        language,
        mailId: mail.mailId,
      },
      key,
    )
  useWanted(5, reply !== undefined, check)
  return (
    <>
      {!reply && <Hello icon="shield" text={say('risk.hello')} />}
      <div className={css.row}>
        {locked ? (
          <Button icon="close" onClick={stopAnswer}>
            {say('stop')}
          </Button>
        ) : (
          <Button variant={reply ? 'default' : 'primary'} icon="shield" onClick={check}>
            {say(reply ? 'risk.again' : 'risk.make')}
          </Button>
        )}
      </div>
      {(state === 'empty' || state === 'failed') && <p className={css.text}>{say('error.none')}</p>}
      {extra.risk && <Result risk={extra.risk} mail={mail} />}
      {thought !== '' && (
        <section className={css.answer}>
          <h3 className={css.heading}>{say('risk.thought')}</h3>
          <AnswerText text={thought} />
          <div className={css.row}>
            <Chip>{say('made')}</Chip>
          </div>
        </section>
      )}
      {reply?.state === 'finished' && (
        <div className={css.answerFoot}>
          <Chip>{say('byRules')}</Chip>
          <Rating key={reply.ticket} ticket={reply.ticket} />
        </div>
      )}
    </>
  )
}

function Result({ risk, mail }: { risk: RiskResult; mail: OpenMail }) {
  const say = useWords()
  const mark = useMarks(mail)
  const canMove = useAnswered('mail.move')
  const canKeep = useAnswered('person.save')
  const spam = folders.tree().byRole('spam')
  const { grade, reasons, advice, tooLong } = risk
  const quotes = reasons.flatMap((reason) => reason.quotes)
  const marked = RISK_GRADES_MARKED.includes(grade)
  return (
    <section className={own.result} data-grade={grade} aria-label={say(`risk.grades.${grade}`)}>
      <p className={own.grade} data-grade={grade}>
        <Icon name={marked ? 'warning' : 'shield'} /> {say(`risk.grades.${grade}`)}
      </p>
      {tooLong && <p className={css.text}>{say('risk.tooLong')}</p>}
      {reasons.length > 0 && (
        <>
          <h3 className={css.heading}>{say('risk.reasons')}</h3>
          <ul className={css.list}>
            {reasons.map(({ rule, sentence, quotes: words }) => (
              <li key={rule}>
                <button type="button" className={css.line} disabled={words.length === 0} onClick={() => mark(words)}>
                  {sentence}
                  {words.length > 0 && <span className={own.words}>“{words.join('” “')}”</span>}
                </button>
              </li>
            ))}
          </ul>
          {quotes.length > 0 && (
            <Button size="small" variant="soft" icon="eye" onClick={() => mark(quotes)}>
              {say('risk.show')}
            </Button>
          )}
        </>
      )}
      <h3 className={css.heading}>{say('risk.advice')}</h3>
      <ul className={css.list}>
        {advice.map((sentence) => (
          <li key={sentence} className={css.text}>
            {sentence}
          </li>
        ))}
      </ul>
      <div className={css.row}>
        {canMove && spam && (
          <Button
            size={marked ? 'medium' : 'small'}
            variant={marked ? 'default' : 'text'}
            icon="spam"
            onClick={() => void intents.send('mail.move', { mailIds: [mail.mailId], targetMailboxId: spam.folderId })}
          >
            {say('risk.spam')}
          </Button>
        )}
        {/* Of a mail of high risk no sender should be offered as a contact to trust. */}
        {grade !== 'high' && canKeep && (
          <Button
            size={marked ? 'small' : 'medium'}
            variant={marked ? 'text' : 'default'}
            icon="contacts"
            onClick={() => void intents.send('person.save', { person: mail.from })}
          >
            {say('risk.trust')}
          </Button>
        )}
      </div>
    </section>
  )
}
