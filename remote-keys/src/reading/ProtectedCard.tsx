import type { SlotProps } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { isProtected } from './isProtected.ts'
import type { ProtectedMailProps } from './ProtectedMail.tsx'

const ProtectedMail = lazyPart<ProtectedMailProps>(() => import('./ProtectedMail.tsx'))

/** Above a mail that is signed or encrypted: what that means, and the letter once it is opened. */
export default function ProtectedCard({ mail }: SlotProps<'mail.card'>) {
  if (!isProtected(mail) || mail.restricted) return null
  return (
    <Suspense fallback={null}>
      <ProtectedMail key={mail.mailId} mail={mail} />
    </Suspense>
  )
}
