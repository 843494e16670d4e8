import type { SlotProps } from '@yanshu/contracts'
import { lazyPart, useLanguage } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { isForeign } from '../translate/isForeign.ts'
import { RiskCard } from './RiskCard.tsx'

const TranslateBar = lazyPart(() => import('../translate/TranslateBar.tsx'))

/** Above a mail: that it is suspicious, and the offer to translate one in another language. */
export default function MailCards(props: SlotProps<'mail.card'>) {
  const { mail } = props
  const language = useLanguage()
  const offers = !mail.restricted && isForeign(`${mail.subject} ${mail.preview}`, language)
  return (
    <>
      {mail.risky && <RiskCard {...props} />}
      {offers && (
        <Suspense fallback={null}>
          <TranslateBar key={mail.mailId} mailId={mail.mailId} />
        </Suspense>
      )}
    </>
  )
}
