import type { SecurityChange } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

/** Rows that are shown before the person asks for all. */
const FIRST = 8

/**
 * The changes, then the log-ins, of which those of one device and place are one row: the newest of them, and how many there
 * were. Log-ins from many places do not put a change out of sight.
 */
function rowsOf(list: readonly SecurityChange[]): { change: SecurityChange; count: number }[] {
  const changes = list.filter(({ kind }) => kind !== 'login').map((change) => ({ change, count: 1 }))
  const logins = list.filter(({ kind }) => kind === 'login')
  const alike = Map.groupBy(logins, ({ device, place }) => JSON.stringify([device, place]))
  return [...changes, ...[...alike.values()].flatMap((all) => (all[0] ? [{ change: all[0], count: all.length }] : []))]
}

/** What changed in the security of the account since its owner last looked, changes before log-ins. */
export function Changes() {
  const say = useWords()
  const { mailTime } = useFormat()
  const [all, setAll] = useState(false)
  const answer = useAnswer('changes', () => http.get('mail/log/changes'))
  const isThere = answer.data !== undefined
  // It counts as seen once it is on the screen.
  useEffect(() => {
    if (isThere) void http.post('mail/log/visit', {}, { silent: true }).catch(() => undefined)
  }, [isThere])
  return (
    <Answered of={answer} lines={2}>
      {({ since, list, more }) => {
        const rows = rowsOf(list)
        return (
          <>
            <p className={css.lead}>
              {since === null ? say('account.changes.month') : say('account.changes.since', { time: mailTime(since) })}
              {list.length === 0 && ` ${say('account.changes.none')}`}
              {more && ` ${say('account.changes.more')}`}
            </p>
            <ul className={css.rows}>
              {rows
                .slice(0, all ? rows.length : FIRST)
                .map(({ change: { at, kind, detail, device, place, here }, count }) => (
                  <li key={`${at} ${kind} ${detail} ${device} ${place}`} className={css.row}>
                    <span className={css.grow}>
                      {say(`account.changes.kinds.${kind}`, { detail })}
                      {count > 1 && say('account.changes.times', { count })}
                      {here && <small className={css.mark}>{say('account.changes.here')}</small>}
                    </span>
                    <small className={css.lead}>{[mailTime(at), device, place].filter(Boolean).join(' · ')}</small>
                  </li>
                ))}
            </ul>
            {rows.length > FIRST && (
              <Button variant="text" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? say('account.changes.fewer') : say('account.changes.all', { count: rows.length })}
              </Button>
            )}
          </>
        )
      }}
    </Answered>
  )
}
