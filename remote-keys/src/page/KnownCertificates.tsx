import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, notify } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId } from 'react'
import { sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import { CertificateStatus } from './CertificateStatus.tsx'

/** The certificates of others that the person keeps; nothing while there are none. */
export function KnownCertificates() {
  const say = useWords()
  const heading = useId()
  const { data, refetch } = useQuery({
    queryKey: ['keys', 'known'],
    queryFn: () => http.get('keymanagement/key/known', {}, { silent: true }),
    retry: false,
  })
  if (!data || data.list.length === 0) return null
  const forget = async (fingerprint: string) => {
    try {
      await http.post('keymanagement/key/forget', { fingerprint }, { silent: true })
    } catch (error) {
      notify.error(sentenceOf(error, say))
    }
    await refetch()
  }
  return (
    <section aria-labelledby={heading} className={page.section}>
      <div>
        <h2 id={heading}>{say('known.title')}</h2>
        <p className={page.hint}>{say('known.lead')}</p>
      </div>
      <ul className={css.keys}>
        {data.list.map(({ address, fingerprint, certificate }) => (
          <li key={`${address} ${fingerprint}`} className={css.known}>
            <span>
              {address}
              <small>{fingerprint.slice(0, 16).match(/.{4}/g)?.join(' ')}</small>
            </span>
            <CertificateStatus certificate={certificate} name={address} />
            <Button
              size="small"
              variant="text"
              icon="trash"
              aria-label={say('known.forgetOf', { address })}
              onClick={() => void forget(fingerprint)}
            >
              {say('known.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
