import { useFormat } from '@yanshu/shell-api'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import type { LeftMail } from './reencryptMails.ts'

/** As many as the page lists by name; the others are counted. */
const NAMED_MAX = 200

/** The mails that stay as they are, each with its reason, and folders that were closed; nothing where there are none. */
export function LeftMails({ left, closed }: { left: readonly LeftMail[]; closed: readonly string[] }) {
  const say = useWords()
  const { mailTime } = useFormat()
  if (left.length + closed.length === 0) return null
  return (
    <>
      {closed.length > 0 && <p>{say('again.closed', { names: closed.join(say('again.between')) })}</p>}
      {left.length > 0 && (
        <>
          <h3>{say('again.leftTitle')}</h3>
          <ul className={css.keys}>
            {left.slice(0, NAMED_MAX).map(({ mailId, subject, date, reason }) => (
              <li key={mailId} className={css.known}>
                <span>
                  {subject || say('again.noSubject')}
                  <small>{mailTime(date)}</small>
                </span>
                <span>{say(reasonKey(reason))}</span>
              </li>
            ))}
          </ul>
          {left.length > NAMED_MAX && <p>{say('again.more', { count: left.length - NAMED_MAX })}</p>}
        </>
      )}
    </>
  )
}

const OWN = ['large', 'signed-outside', 'among-others', 'changed', 'full', 'differs'] as const

const reasonKey = (reason: LeftMail['reason']): string =>
  OWN.some((own) => own === reason) ? `again.reasons.${reason}` : `errors.${reason}`
