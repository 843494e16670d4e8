import type { MigrationCertificate } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { Checkbox } from '@yanshu/ui'
import { useEffect, useRef } from 'react'
import css from './migration.module.css'
import { useMigrationWords } from './words.ts'

interface CertificateNoteProps {
  certificate: MigrationCertificate
  accepted: boolean
  onAccepted: (accepted: boolean) => void
}

/** A certificate that no known authority has signed: the person compares it and decides. Nothing is accepted by itself. */
export function CertificateNote({ certificate, accepted, onAccepted }: CertificateNoteProps) {
  const say = useMigrationWords()
  const { fullDay } = useFormat()
  const note = useRef<HTMLElement>(null)
  // The form above it fills the dialog of a small screen.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { subject, issuer, validTo, fingerprint, problem } = certificate
  return (
    <section ref={note} className={css.certificate} role="alert" aria-label={say('certificate.title')}>
      <h3>{say('certificate.title')}</h3>
      <p>{say(`certificate.${problem}`)}</p>
      <dl>
        <dt>{say('certificate.subject')}</dt>
        <dd>{subject}</dd>
        <dt>{say('certificate.issuer')}</dt>
        <dd>{issuer}</dd>
        <dt>{say('certificate.validTo')}</dt>
        <dd>{fullDay(validTo)}</dd>
        <dt>{say('certificate.fingerprint')}</dt>
        <dd>
          <code>{fingerprint}</code>
        </dd>
      </dl>
      <p>{say('certificate.advice')}</p>
      {certificate.certificate !== '' && (
        <Checkbox label={say('certificate.accept')} checked={accepted} onChange={onAccepted} />
      )}
    </section>
  )
}
