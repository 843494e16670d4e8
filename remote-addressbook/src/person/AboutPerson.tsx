import { RecentMails } from './RecentMails.tsx'
import Soon from './Soon.tsx'

/** Below the facts of a card: whether the person is away, the next meeting with them, the last mails. */
export default function AboutPerson({ address }: { address: string }) {
  return (
    <>
      <Soon address={address} />
      <RecentMails address={address} />
    </>
  )
}
