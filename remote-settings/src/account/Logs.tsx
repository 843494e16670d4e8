import type { GetData } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { Button, confirm, notify } from '@yanshu/ui'
import { useState } from 'react'
import { ColumnTitles } from '../columns/ColumnTitles.tsx'
import { Answered } from '../layout/Page.tsx'
import { Paged } from '../layout/Paged.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

const LOGIN_COLUMNS = ['time', 'device', 'place', 'result'] as const

/** Who logged in within 30 days. */
export function Logins() {
  const answer = useAnswer('logins', () => http.get('mail/log/userLog'))
  return <Answered of={answer}>{(log) => <LoginTable {...log} retry={answer.retry} />}</Answered>
}

function LoginTable({ list, more, retry }: GetData<'mail/log/userLog'> & { retry: () => void }) {
  const say = useWords()
  const { mailTime } = useFormat()
  const notMe = async () => {
    const sure = await confirm({
      title: say('account.logins.notMeTitle'),
      text: say('account.logins.notMeText'),
      yes: say('account.logins.notMeYes'),
      danger: true,
    })
    if (!sure) return
    const { ended } = await http.post('mail/log/notMe', {})
    retry()
    notify.success(say('account.logins.done', { count: ended }))
  }
  return (
    <>
      <Paged
        list={list}
        label={say('account.logins.title')}
        note={more && <p className={css.lead}>{say('account.changes.more')}</p>}
      >
        {(rows) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
          <div className={css.scroll} tabIndex={0}>
            <table aria-label={say('account.logins.title')} className={css.table}>
              <ColumnTitles
                table="logins"
                columns={LOGIN_COLUMNS.map((id) => ({ id, title: say(`account.logins.${id}`) }))}
                rest="device"
              />
              <tbody>
                {rows.map(({ at, device, ip, network, result, current, way }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no names
                  <tr key={index} data-bad={result === 'ok' ? undefined : ''}>
                    <td>{mailTime(at)}</td>
                    <td>
                      {device || say('account.logins.unknown')}
                      {way === 'client' && <small className={css.mark}>{say('account.logins.client')}</small>}
                      {current && <small className={css.mark}>{say('account.logins.current')}</small>}
                    </td>
                    <td>{network || ip}</td>
                    <td>{say(`account.logins.${result}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Paged>
      <div>
        <Button variant="danger" icon="shield" onClick={() => void notMe().catch(() => undefined)}>
          {say('account.logins.notMe')}
        </Button>
      </div>
    </>
  )
}

/** The mails received and sent within 30 days, loaded when the user opens the list. */
export function MailLog() {
  const say = useWords()
  const [isShown, setShown] = useState(false)
  if (isShown) return <MailLines />
  return (
    <div>
      <Button onClick={() => setShown(true)}>{say('account.mails.show')}</Button>
    </div>
  )
}

function MailLines() {
  const answer = useAnswer('mails', () => http.get('mail/log/mailLogInfo'))
  return <Answered of={answer}>{(log) => <MailTable {...log} />}</Answered>
}

function MailTable({ list, more }: GetData<'mail/log/mailLogInfo'>) {
  const say = useWords()
  const { mailTime } = useFormat()
  if (list.length === 0) return <p className={css.lead}>{say('account.mails.none')}</p>
  return (
    <Paged
      list={list}
      label={say('account.mails.title')}
      note={more && <p className={css.lead}>{say('account.changes.more')}</p>}
    >
      {(rows) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
        <div className={css.scroll} tabIndex={0}>
          <table aria-label={say('account.mails.title')} className={css.table}>
            <ColumnTitles
              table="mails"
              columns={[
                { id: 'time', title: say('account.logins.time') },
                { id: 'mail', title: say('account.mails.mail') },
                { id: 'who', title: say('account.mails.who') },
                { id: 'result', title: say('account.logins.result') },
              ]}
              rest="mail"
            />
            <tbody>
              {rows.map(({ at, direction, subject, people, outcome, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no names
                <tr key={index} data-bad={outcome === 'failed' || outcome === 'refused' ? '' : undefined}>
                  <td>{mailTime(at)}</td>
                  <td>
                    <small className={css.mark}>{say(`account.mails.${direction}`)}</small> {subject}
                  </td>
                  <td>{people.join(', ')}</td>
                  <td title={reason}>{say(`account.mails.outcomes.${outcome}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Paged>
  )
}
