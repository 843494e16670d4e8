import { Slot } from '@yanshu/shell-api'
import { everybody } from '@yanshu/ui/people'
import { isValid, type RecipientLists } from './recipientLists.ts'

/** What others say of those that are written to: away, a department. Nothing where nobody says anything. */
export function RecipientHints({ lists }: { lists: RecipientLists }) {
  return everybody(lists)
    .filter(isValid)
    .map(({ address }) => <Slot key={address} name="recipient.hint" major={1} props={{ address }} />)
}
