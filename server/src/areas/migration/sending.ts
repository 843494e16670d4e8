import type { MailReader } from '../../platform/actor/actor.ts'
import type { MailToExport } from '../../store/mailbox/index.ts'
import type { Bringing } from './bringFolder.ts'
import type { IndexThere } from './indexThere.ts'
import { lettersOf } from './marks.ts'
import type { MigrationRow } from './migrationRows.ts'

export type Sending = Omit<Bringing, 'preparer'>

/** A folder of the other server that is open for writing, and what it has. */
export interface OpenedThere {
  readonly path: string
  readonly uidValidity: string
  readonly index: IndexThere
}

/** Who reads the mails: the person who has begun it, with the folders that were open to them. */
export const readerOf = ({ account_id, open_folders }: MigrationRow): MailReader => ({
  accountId: account_id,
  openFolders: { folderIds: new Set(JSON.parse(open_folders) as number[]) },
})

/** The marks of a mail here. */
export const marksOf = ({ seen, color, replied, forwarded }: MailToExport): string =>
  lettersOf(
    new Set([
      ...(seen ? ['\\Seen'] : []),
      ...(color > 0 ? ['\\Flagged'] : []),
      ...(replied ? ['\\Answered'] : []),
      ...(forwarded ? ['$Forwarded'] : []),
    ]),
  )
