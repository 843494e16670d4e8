import { http, queryKeys, useFormat, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { ProgressBar } from '@yanshu/ui'
import { memo } from 'react'
import css from './sidebar.module.css'

/** From here on the bar warns. */
const NEARLY_FULL = 0.9

/** How much of the mailbox is used, at the foot of the sidebar, which is drawn with every change of the address. */
export const QuotaBar = memo(function QuotaBar() {
  const say = useT('shell')
  const { bytes } = useFormat()
  const { data } = useQuery({
    queryKey: queryKeys.quota,
    queryFn: ({ signal }) => http.get('mail/main/quota/useInfo', {}, { signal, silent: true }),
  })
  if (!data) return null
  const all = data.maxMap.setSize
  const used = data.curMap.curSize
  const share = all > 0 ? Math.min(1, used / all) : 0
  const text =
    all > 0
      ? say('sidebar.quota', { used: bytes(used), all: bytes(all) })
      : say('sidebar.quotaUnlimited', { used: bytes(used) })
  return (
    <div className={css.quota}>
      {all > 0 && (
        <ProgressBar
          value={share * 100}
          label={say('sidebar.quotaLabel')}
          tone={share >= NEARLY_FULL ? 'danger' : 'accent'}
        />
      )}
      <p>{share >= NEARLY_FULL ? say('sidebar.quotaFull') : text}</p>
    </div>
  )
})
