import { Slot } from '@yanshu/shell-api'
import { everybody } from '@yanshu/ui/people'
import { isHinted } from './knownMarks.ts'
import { isValid, type RecipientLists } from './recipientLists.ts'

/**
 * Hints of other remotes about the recipients: away, a department. Only those are asked about for whom the server answers that
 * there is something (`useRecipientMarks`), so that a pasted list of two hundred is not two hundred calls.
 */
export function RecipientHints({ lists }: { lists: RecipientLists }) {
  return everybody(lists)
    .filter((one) => isValid(one) && isHinted(one.address))
    .map(({ address }) => <Slot key={address} name="recipient.hint" major={1} props={{ address }} />)
}
