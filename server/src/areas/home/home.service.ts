import {
  ADDRESS_MAX,
  HOME_ANNOUNCEMENTS_SHOWN,
  HOME_MAILS_SHOWN,
  HOME_UNREAD_LOOKED_AT,
  type Home,
  visibleText,
} from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { foldersOf, type Mailbox, openMailbox } from '../../store/mailbox/index.ts'
import { unreadAnnouncements } from '../announcements/index.ts'
import { accountOf } from '../user/index.ts'

/**
 * The numbers of the home page. Each is read from the same place as the list behind it (a folder's counter, an index), so
 * that none costs more in a mailbox of 100,000 mails.
 */
export async function whatWaits(context: Context, reader: MailReader): Promise<Home> {
  const { accountId } = reader
  const mailbox = openMailbox(context, reader)
  const { listed, unlisted, held } = await foldersOf(context, accountId)
  const total = listed.reduce((sum, folder) => sum + folder.unread, 0)
  const drafts = listed.find((folder) => folder.role === 'drafts')
  const few = { pageSize: HOME_MAILS_SHOWN }
  const [people, starred, begun, account, announcements] = await Promise.all([
    total === 0 ? [] : peopleShown(mailbox, [...unlisted, ...held]),
    mailbox.listStarred(few),
    drafts?.total ? mailbox.listFolder(drafts.id, few) : null,
    accountOf(context, accountId),
    unreadAnnouncements(context, accountId),
  ])
  return {
    unread: {
      total,
      folders: listed
        .filter((folder) => folder.unread > 0)
        .map((folder) => ({ mailboxId: folder.id, count: folder.unread })),
      people,
      more: total > HOME_UNREAD_LOOKED_AT,
    },
    starred: starred.total,
    drafts: drafts?.total ?? 0,
    newest: { starred: starred.list, drafts: begun?.list ?? [] },
    announcements: announcements.slice(0, HOME_ANNOUNCEMENTS_SHOWN),
    quota: { used: account.used_bytes, limit: account.quota_bytes },
  }
}

/** Who the newest unread mails are from. By an address that cannot be shown as it is, its list could not be asked for. */
async function peopleShown(mailbox: Mailbox, unlisted: readonly number[]): Promise<Home['unread']['people']> {
  const people = await mailbox.unreadPeople(unlisted)
  return people
    .filter(({ address }) => visibleText(address) === address && address.length <= ADDRESS_MAX)
    .map((person) => ({ ...person, name: visibleText(person.name) }))
}
