import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, notify } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId, useRef } from 'react'
import { fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import { CertificateStatus } from './CertificateStatus.tsx'
import { usableIn } from './certificatesIn.ts'
import { SignersCertificates } from './ReadingDefaults.tsx'

/** The certificates of others that the person keeps, where they come from, and more of them out of a file. */
export function KnownCertificates() {
  const say = useWords()
  const heading = useId()
  const { data, refetch } = useQuery({
    queryKey: ['keys', 'known'],
    queryFn: () => http.get('keymanagement/key/known', {}, { silent: true }),
    retry: false,
  })
  if (!data) return null
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
      {data.list.length > 0 && (
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
      )}
      <SignersCertificates />
      <AddFromFile onAdded={() => void refetch()} />
    </section>
  )
}

function AddFromFile({ onAdded }: { onAdded: () => void }) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const add = async (file: File) => {
    try {
      const cms = await fetchCms()
      const usable = usableIn(cms, new Uint8Array(await file.arrayBuffer()))
      if (usable.length === 0) {
        notify.error(say('known.noneInFile'))
        return
      }
      for (const { der } of usable) {
        const body = { certificate: cms.toBase64(der), announced: [] }
        await http.post('keymanagement/key/keep', body, { silent: true })
      }
      const addresses = [...new Set(usable.flatMap((one) => one.addresses))]
      notify.success(say('known.kept', { address: addresses.join(say('write.between')) }))
    } catch (error) {
      notify.error(sentenceOf(error, say))
    }
    onAdded()
  }
  return (
    <div>
      <Button size="small" icon="upload" onClick={() => input.current?.click()}>
        {say('known.add')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pem,.crt,.cer,.der,.p7b,.p7c"
        aria-label={say('known.add')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void add(file)
        }}
      />
    </div>
  )
}
