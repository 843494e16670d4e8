import type { MailAddress, MailListItem } from '@yanshu/contracts'
import type { OperatorHint } from './operatorHints.ts'
import type { SearchKind } from './searchParams.ts'

/** A line below the search box. */
export type Choice =
  | { readonly type: 'kind'; readonly kind: SearchKind }
  | { readonly type: 'history'; readonly keyword: string }
  | { readonly type: 'hint'; readonly hint: OperatorHint }
  | { readonly type: 'person'; readonly person: MailAddress }
  | { readonly type: 'mail'; readonly mail: MailListItem }

/** What names a line, so that the cursor stays on it. */
export function keyOf(choice: Choice): string {
  switch (choice.type) {
    case 'kind':
      return `kind-${choice.kind}`
    case 'history':
      return `history-${choice.keyword}`
    case 'hint':
      return `hint-${choice.hint.word}`
    case 'person':
      return `person-${choice.person.address}`
    case 'mail':
      return `mail-${choice.mail.mailId}`
  }
}
