import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Chip } from '@yanshu/ui'
import { useState } from 'react'
import { sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'

const TONES = { valid: 'success', expired: 'warning', revoked: 'danger', unknown: 'info' } as const

interface CertificateStatusProps {
  /** DER in base64. */
  certificate: string
  /** Whose it is, for the name of the button. */
  name: string
}

/** Asks, at the request of the user, whether a certificate was revoked: the server asks its authority. */
export function CertificateStatus({ certificate, name }: CertificateStatusProps) {
  const say = useWords()
  const { mailTime } = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['keys', 'status', certificate],
    queryFn: async () => {
      const body = { certificates: [certificate], issuers: [] }
      const { list } = await http.post('keymanagement/key/status', body, { silent: true })
      return list[0] ?? null
    },
    enabled: isAsked,
    retry: false,
  })
  const ask = () => (isAsked ? void refetch() : setAsked(true))
  return (
    <span className={css.status}>
      <span role="status">
        {isFetching ? (
          say('status.asking')
        ) : error ? (
          <span className={css.problem}>{sentenceOf(error, say)}</span>
        ) : data ? (
          <>
            <Chip tone={TONES[data.status]}>
              {data.since === null
                ? say(`status.${data.status}`)
                : say(`status.${data.status}`, { at: mailTime(data.since) })}
            </Chip>
            {data.reason && <small>{say(`status.reasons.${data.reason}`)}</small>}
          </>
        ) : null}
      </span>
      <Button
        size="small"
        variant="text"
        icon="refresh"
        aria-label={say('status.askOf', { name })}
        disabled={isFetching}
        onClick={ask}
      >
        {say('status.ask')}
      </Button>
    </span>
  )
}
