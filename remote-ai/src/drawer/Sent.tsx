import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './drawer.module.css'

/** Where text goes, and what of the user's has left. */
export function Sent() {
  const say = useWords()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['assistant', 'state', open],
    queryFn: ({ signal }) => http.get('mail/main/ai/state', {}, { signal, silent: true }),
  })
  if (!data) return null
  return (
    <div className={css.foot}>
      <p className={css.quiet}>{data.modelHost === null ? say('local') : say('sends', { host: data.modelHost })}</p>
      {(data.modelHost !== null || data.sent.length > 0) && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{say('sent')}</summary>
          {data.sent.length === 0 && <p className={css.quiet}>{say('sentNone')}</p>}
          <ol aria-label={say('sentTitle')}>
            {data.sent.map(({ at, host, text }) => (
              <li key={`${at}${text.length}`}>
                <p className={css.quiet}>
                  {format.exactTime(at)} · {host}
                </p>
                <pre>{text}</pre>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
