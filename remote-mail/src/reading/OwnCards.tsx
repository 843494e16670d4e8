import type { SlotProps } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { FollowUpCard } from '../follow-up/FollowUpCard.tsx'

const RestrictedCard = lazyPart(
  () => import(/* webpackChunkName: "later-restricted" */ '../restricted/RestrictedCard.tsx'),
)

/** What this remote shows above the text of a mail: how it may be read, and its follow-up. */
export default function OwnCards(props: SlotProps<'mail.card'>) {
  return (
    <>
      {props.mail.restricted && (
        <Suspense fallback={null}>
          <RestrictedCard {...props} />
        </Suspense>
      )}
      <FollowUpCard {...props} />
    </>
  )
}
