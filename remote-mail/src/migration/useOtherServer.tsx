import type { MigrationCertificate, MigrationServer, MigrationSource } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { type ReactNode, useState } from 'react'
import { CertificateNote } from './CertificateNote.tsx'
import { ServerForm } from './ServerForm.tsx'
import { EMPTY, type ServerFields, serverOf } from './serverFields.ts'

interface OtherServer {
  /** The server as the calls need it; null while something is missing. */
  readonly server: MigrationServer | null
  /** Whether it can be logged in to: nothing is missing, and a certificate that was shown is accepted. */
  readonly isReady: boolean
  /** The fields, and the certificate that the person has to decide about. */
  readonly form: ReactNode
  /** Logs in. The folders there; null where that failed, which has been shown, or where a certificate is shown now. */
  readonly test: () => Promise<readonly MigrationSource[] | null>
}

/** The step of a dialog that asks for a mailbox elsewhere, and for what the person thinks of its certificate. */
export function useOtherServer({ isTarget = false }: { isTarget?: boolean } = {}): OtherServer {
  const [fields, setFields] = useState<ServerFields>(EMPTY)
  const [certificate, setCertificate] = useState<MigrationCertificate | null>(null)
  const server = serverOf(fields)
  const change = (next: (fields: ServerFields) => ServerFields) => {
    setFields((before) => {
      const after = next(before)
      const isSamePlace = (['host', 'port', 'security'] as const).every((name) => after[name] === before[name])
      if (isSamePlace) return after
      // A certificate is accepted for one server.
      setCertificate(null)
      return { ...after, certificate: '' }
    })
  }
  const test = async () => {
    if (!server) return null
    const tested = await http.post('mail/mailMig/test', server).catch(() => null)
    if (!tested) return null
    setCertificate(tested.certificate)
    const { renewed } = tested
    // The provider has replaced the token that was entered.
    if (renewed !== undefined) setFields((before) => ({ ...before, password: renewed }))
    return tested.certificate ? null : tested.folders
  }
  const form = (
    <>
      <ServerForm fields={fields} onFields={change} isTarget={isTarget} />
      {certificate && (
        <CertificateNote
          certificate={certificate}
          accepted={fields.certificate !== ''}
          onAccepted={(accepted) =>
            setFields((before) => ({ ...before, certificate: accepted ? certificate.certificate : '' }))
          }
        />
      )}
    </>
  )
  return { server, isReady: server !== null && (certificate === null || fields.certificate !== ''), form, test }
}
