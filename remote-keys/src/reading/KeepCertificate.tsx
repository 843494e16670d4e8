import { http, useSession } from '@yanshu/shell-api'
import { useOwnSettings } from '@yanshu/shell-api/own-settings'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, notify } from '@yanshu/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { OWN_SETTINGS } from '../ownSettings.ts'
import { useWords } from '../useWords.ts'
import type { MailFacts } from './describeMail.ts'

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The certificate of the first good signature that its signer can be encrypted to by. */
const offeredBy = ({ layers }: MailFacts): Offered | null => {
  const signatures = layers.flatMap((layer) => (layer.kind === 'signed' ? layer.signatures : []))
  const { offered = null, announced = [] } = signatures.find((one) => one.offered !== null) ?? {}
  return offered === null ? null : { certificate: offered, announced: announced.slice(0, ANNOUNCED_MAX) }
}

/** As many as the server keeps of one certificate. */
const ANNOUNCED_MAX = 50

interface Offered {
  readonly certificate: string
  readonly announced: readonly string[]
}

/** Offers to keep the certificate of a signer of elsewhere: colleagues are found by the organisation. */
export function KeepCertificate({ facts, from }: { facts: MailFacts; from: string }) {
  const session = useSession()
  const offered = offeredBy(facts)
  const isOutside = session.status === 'open' && domainOf(session.userMail) !== domainOf(from)
  return offered && isOutside ? <Offer {...offered} from={from} /> : null
}

/** Notes what the program of a person reads whose certificate was kept before anything was announced with it. */
function useAnnouncement(before: readonly string[] | undefined, { certificate, announced }: Offered): void {
  const isMissing = before?.length === 0 && announced.length > 0
  const ciphers = announced.join(' ')
  useEffect(() => {
    if (!isMissing) return
    const body = { certificate, announced: ciphers.split(' ') }
    // The next mail of that person tries it again.
    http.post('keymanagement/key/keep', body, { silent: true }).catch(() => undefined)
  }, [isMissing, certificate, ciphers])
}

/**
 * What the person has chosen for certificates of signers. One of another address than those that are kept is taken over by
 * itself where that was chosen; a second one of the same address is never: its person may have a new key, or it may be of another.
 */
function Offer({ certificate, announced, from }: Offered & { from: string }) {
  const say = useWords()
  const [busy, setBusy] = useState(false)
  const { values, isKnown } = useOwnSettings('remote-keys', OWN_SETTINGS)
  const { data, refetch, isFetchedAfterMount } = useQuery({
    queryKey: ['keys', 'known'],
    queryFn: () => http.get('keymanagement/key/known', {}, { silent: true }),
    staleTime: 0,
    retry: false,
  })
  const kept = data?.list.find((one) => one.certificate === certificate)
  const isSecond = data?.list.some((one) => one.address === from.trim().toLowerCase() && one !== kept) ?? false
  useAnnouncement(kept?.announced, { certificate, announced })
  const keep = useCallback(async () => {
    setBusy(true)
    try {
      await http.post('keymanagement/key/keep', { certificate, announced: [...announced] }, { silent: true })
      notify.success(say('known.kept', { address: from }))
      await refetch()
    } catch (error) {
      notify.error(sentenceOf(error, say))
    } finally {
      setBusy(false)
    }
  }, [certificate, announced, from, say, refetch])
  // By what is kept now: a list of before has no certificate that another window keeps since.
  const isSure = isKnown && isFetchedAfterMount && data !== undefined
  const isTakenOver = isSure && values.signersCertificates === 'trusted' && !kept && !isSecond
  useTakeOver(isTakenOver, certificate, keep)
  if (!data || kept || isTakenOver || values.signersCertificates === 'never') return null
  return (
    <div className={css.actions}>
      <Button size="small" icon="lock" loading={busy} onClick={() => void keep()}>
        {say('known.keep')}
      </Button>
      <span className={css.lead}>{say(isSecond ? 'known.second' : 'known.why')}</span>
    </div>
  )
}

/** Keeps a certificate without being asked, once for each that is shown. */
function useTakeOver(isWanted: boolean, certificate: string, keep: () => Promise<void>): void {
  const done = useRef('')
  useEffect(() => {
    if (!isWanted || done.current === certificate) return
    done.current = certificate
    void keep()
  }, [isWanted, certificate, keep])
}
