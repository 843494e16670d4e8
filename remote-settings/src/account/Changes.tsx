import { http, useFormat } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

/** What changed in the security of the account since its owner last looked, what others did before what one did here. */
export function Changes() {
  const say = useWords()
  const { mailTime } = useFormat()
  const answer = useAnswer('changes', () => http.get('mail/log/changes'))
  const isThere = answer.data !== undefined
  // It counts as seen once it is on the screen.
  useEffect(() => {
    if (isThere) void http.post('mail/log/visit', {}, { silent: true }).catch(() => undefined)
  }, [isThere])
  return (
    <Answered of={answer} lines={2}>
      {({ since, list }) => (
        <>
          <p className={css.lead}>
            {since === null ? say('account.changes.month') : say('account.changes.since', { time: mailTime(since) })}
            {list.length === 0 && ` ${say('account.changes.none')}`}
          </p>
          <ul className={css.rows}>
            {list.slice(0, 20).map(({ at, kind, detail, device, place, here }) => (
              <li key={`${at} ${kind} ${detail}`} className={css.row}>
                <span className={css.grow}>
                  {say(`account.changes.kinds.${kind}`, { detail })}
                  {here && <small className={css.mark}>{say('account.changes.here')}</small>}
                </span>
                <small className={css.lead}>{[mailTime(at), device, place].filter(Boolean).join(' · ')}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Answered>
  )
}
