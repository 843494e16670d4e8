import type { MigrationSource } from '@yanshu/contracts'
import type { ImapFlow, ListResponse } from 'imapflow'
import { systemRoleOf } from '../../mailflow/import/maildirNames.ts'
import { failureOf } from './server/openServer.ts'

/** Folders by their use (RFC 6154), as the server marks them or as their names are known in many languages. */
const ROLE_OF: Readonly<Record<string, MigrationSource['role']>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Trash': 'trash',
  '\\Junk': 'spam',
}

/** The folders of the other server that hold mails, with how many. Throws what `failureOf` answers. */
export async function listSources(client: ImapFlow): Promise<MigrationSource[]> {
  try {
    const listed = await client.list({ statusQuery: { messages: true, size: true } })
    const roles = new Set<string>()
    // The folder of all is the last one: what other folders have is known by then.
    const isAll = ({ specialUse }: ListResponse) => Number(specialUse === '\\All')
    return listed
      .toSorted((a, b) => isAll(a) - isAll(b))
      .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
      .map((folder) => {
        // Of two folders of one use, the second is a folder like others.
        const role = roleOf(folder)
        const isFirst = role !== null && !roles.has(role)
        if (isFirst) roles.add(role)
        return {
          path: folder.path,
          names: namesOf(folder),
          role: isFirst ? role : null,
          mails: folder.status?.messages ?? 0,
          bytes: folder.status?.size ?? null,
        }
      })
  } catch (error) {
    throw failureOf(error)
  }
}

function roleOf(folder: ListResponse): MigrationSource['role'] {
  if (folder.path.toUpperCase() === 'INBOX') return 'inbox'
  const marked = ROLE_OF[folder.specialUse ?? '']
  if (marked) return marked
  const names = namesOf(folder)
  const role = names.length === 1 ? systemRoleOf(names[0] ?? '') : null
  return role === 'inbox' ? null : role
}

/** Its names without the `INBOX` that Courier and Cyrus put before all. */
function namesOf({ path, parent, name }: ListResponse): string[] {
  const names = [...parent, name].filter((one) => one !== '')
  return names.length > 1 && names[0]?.toUpperCase() === 'INBOX' && path.toUpperCase() !== 'INBOX'
    ? names.slice(1)
    : names
}
