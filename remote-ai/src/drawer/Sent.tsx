import { http, markStale, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import type { RequestKind } from '../engine/assistantEngine.ts'
import { useWords } from '../useWords.ts'
import css from './drawer.module.css'

const STATE = ['assistant', 'state']

/** Where text goes, and what of the user's has left. */
export function Sent() {
  const say = useWords()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: STATE,
    queryFn: ({ signal }) => http.get('mail/main/ai/state', {}, { signal, silent: true }),
  })
  if (!data) return null
  return (
    <div className={css.foot}>
      <p className={css.quiet}>{data.modelHost === null ? say('local') : say('sends', { host: data.modelHost })}</p>
      {(data.modelHost !== null || data.sent.length > 0) && (
        <details onToggle={(event) => event.currentTarget.open && markStale(STATE)}>
          <summary>{say('sent')}</summary>
          {data.sent.length === 0 && <p className={css.quiet}>{say('sentNone')}</p>}
          <ol aria-label={say('sentTitle')}>
            {data.sent.map(({ at, type, host, text }) => (
              <li key={`${at}${text.length}`}>
                <details>
                  <summary>
                    {say(`history.kinds.${type as RequestKind}`)} · {format.exactTime(at)} · {host}
                  </summary>
                  <pre>{text}</pre>
                </details>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
