import { Slot } from '@yanshu/shell-api'
import { everybody } from '@yanshu/ui/people'
import { isValid, type RecipientLists } from './recipientLists.ts'

/** Hints of other remotes about the recipients: away, a department. Nothing where there are none. */
export function RecipientHints({ lists }: { lists: RecipientLists }) {
  return everybody(lists)
    .filter(isValid)
    .map(({ address }) => <Slot key={address} name="recipient.hint" major={1} props={{ address }} />)
}
