import { lazyPart, useSession } from '@yanshu/shell-api'
import { Suspense } from 'react'
import type { CertificateOfferProps } from './CertificateOffer.tsx'
import type { MailFacts } from './describeMail.ts'

const CertificateOffer = lazyPart<CertificateOfferProps>(() => import('./CertificateOffer.tsx'))

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** As many as the server keeps of one certificate. */
const ANNOUNCED_MAX = 50

/** The certificate of the first good signature that its signer can be encrypted to by. */
const offeredBy = ({ layers }: MailFacts) => {
  const signatures = layers.flatMap((layer) => (layer.kind === 'signed' ? layer.signatures : []))
  const { offered = null, announced = [] } = signatures.find((one) => one.offered !== null) ?? {}
  return offered === null ? null : { certificate: offered, announced: announced.slice(0, ANNOUNCED_MAX) }
}

/** Offers to keep the certificate of a signer of elsewhere: colleagues are found by the organisation. */
export function KeepCertificate({ facts, from }: { facts: MailFacts; from: string }) {
  const session = useSession()
  const offered = offeredBy(facts)
  const isOutside = session.status === 'open' && domainOf(session.userMail) !== domainOf(from)
  return offered && isOutside ? (
    <Suspense fallback={null}>
      <CertificateOffer {...offered} from={from} />
    </Suspense>
  ) : null
}
