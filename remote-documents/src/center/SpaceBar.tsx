import { DOCUMENT_SPACE_WARNINGS } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import css from '../documents.module.css'
import { useWords } from '../words.ts'

export const useSpace = () =>
  useQuery({
    queryKey: ['documents', 'space'],
    queryFn: () => http.get('documents/space', {}, { silent: true }),
    retry: false,
  })

/** How much is kept, of how much; with a warning where little is left. */
export function SpaceBar() {
  const say = useWords()
  const { bytes } = useFormat()
  const { data } = useSpace()
  if (!data) return null
  const { used, limit } = data
  if (limit === 0) return <p className={css.lead}>{say('spaceUsed', { used: bytes(used) })}</p>
  const [low, veryLow] = DOCUMENT_SPACE_WARNINGS
  return (
    <div className={css.space}>
      <meter
        aria-label={say('spaceLabel')}
        min={0}
        max={limit}
        high={limit * low}
        optimum={0}
        value={Math.min(used, limit)}
      />
      <span className={used >= limit * veryLow ? css.low : undefined}>
        {say('space', { used: bytes(used), limit: bytes(limit) })}
        {used >= limit * low && ` · ${say('spaceLow')}`}
      </span>
    </div>
  )
}
