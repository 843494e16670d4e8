import type { SlotProps } from '@yanshu/contracts'
import { lazyPart, useFolders, useSession } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { FollowUpCard } from '../follow-up/FollowUpCard.tsx'
import { FoundInText } from '../search/FoundInText.tsx'

const RestrictedCard = lazyPart(() => import('../restricted/RestrictedCard.tsx'))

const TeamCard = lazyPart(() => import('../team/TeamCard.tsx'))

const HeldCard = lazyPart(() => import('../screener/HeldCard.tsx'))

/**
 * What this remote shows above the text of a mail: how it may be read, who of a public mailbox does it, its
 * follow-up, and what of it was searched for.
 */
export default function OwnCards(props: SlotProps<'mail.card'>) {
  const session = useSession()
  const isHeld = useFolders().byId(props.mail.mailboxId)?.screens === true
  const isPublic = session.status === 'open' && session.user?.accountType === 2
  return (
    <>
      {props.mail.restricted && (
        <Suspense fallback={null}>
          <RestrictedCard {...props} />
        </Suspense>
      )}
      {isPublic && (
        <Suspense fallback={null}>
          <TeamCard {...props} />
        </Suspense>
      )}
      {isHeld && (
        <Suspense fallback={null}>
          <HeldCard {...props} />
        </Suspense>
      )}
      <FollowUpCard {...props} />
      <FoundInText {...props} />
    </>
  )
}
