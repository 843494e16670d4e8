import type { MailDetail, MailPort } from '@yanshu/contracts'
import type { MailPass } from '@yanshu/mail-html'
import type { ReactNode } from 'react'
import type { RowLabels } from '../list-view/useLabels.ts'

export interface ReadingPaneProps {
  /** Null keeps the pane out of sight, with its frame loaded for the mail that is opened next. */
  mailId: number | null
  active: boolean
  labels: RowLabels
  onBack?: (() => void) | undefined
  onNext?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  /** The mail is about to leave this place. */
  onLeave: () => void
  onDirty?: (dirty: boolean) => void
  /** A list stands beside it, which has the first heading of the page. */
  beside?: boolean
}

/** Other mails that are open beside the one that the pane shows. */
export interface OpenOthers {
  /** Prints all of them, the oldest first, with the pictures that are shown. */
  print(own: MailDetail, allowRemote: boolean): void
  /** Finds words in all of them whose text is there, until it ends. */
  search(own: MailPort): OpenSearch
}

export interface OpenSearch {
  readonly port: MailPort
  /** How many mails are searched, and how many are open. */
  readonly searched: number
  readonly open: number
  end(): void
}

/** What a mail stands among. */
export interface Surroundings {
  /** Stand above and below the mail, in place of the line that names the others. */
  before?: ReactNode
  after?: ReactNode
  fold?: MailPass | undefined
  others?: OpenOthers | undefined
}
