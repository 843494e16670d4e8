import type { SlotProps } from '@yanshu/contracts'
import { http, useFormat, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Icon } from '@yanshu/ui'
import css from './hint.module.css'

/** Shows, while a letter is written, that a recipient is away (slot `recipient.hint`). */
export default function AwayHint({ address }: SlotProps<'recipient.hint'>) {
  const say = useT('remote-settings')
  const { mailTime } = useFormat()
  const { data } = useQuery({
    queryKey: ['away', address.toLowerCase()],
    queryFn: () => http.get('mail/main/generalConfig/away', { address }, { silent: true }),
    retry: false,
  })
  if (!data?.away) return null
  const name = address
  return (
    <p className={css.hint} title={data.text}>
      <Icon name="clock" size={16} />
      <span>
        {data.until === null
          ? say('away.hint.open', { name })
          : say('away.hint.until', { name, time: mailTime(data.until) })}
        {data.text !== '' && ` · ${data.text}`}
      </span>
    </p>
  )
}
