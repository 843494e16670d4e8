import { http } from '@yanshu/shell-api'
import { useOwnSettings } from '@yanshu/shell-api/own-settings'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, notify } from '@yanshu/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { OWN_SETTINGS } from '../ownSettings.ts'
import { useWords } from '../useWords.ts'

export interface CertificateOfferProps {
  /** In base64. */
  readonly certificate: string
  /** What the program of its person reads, as object identifiers. */
  readonly announced: readonly string[]
  /** The address of its person. */
  readonly from: string
}

/** Notes what the program of a person reads whose certificate was kept before anything was announced with it. */
function useAnnouncement(
  before: readonly string[] | undefined,
  { certificate, announced }: Pick<CertificateOfferProps, 'certificate' | 'announced'>,
): void {
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
 * What the person has chosen for certificates of signers. One of another address than those that are kept is kept by itself
 * where that was chosen; a second one of the same address is not: its person may have a new key, or it may be of another person.
 */
export default function CertificateOffer({ certificate, announced, from }: CertificateOfferProps) {
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
