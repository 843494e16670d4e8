import type { MigrationSource } from '@yanshu/contracts'
import type { ImapFlow, ListResponse } from 'imapflow'
import { isRefusal } from './otherFolder.ts'
import { failureOf } from './server/openServer.ts'

/** Folders by their use (RFC 6154), and what one is called that is made because the other server has none. */
const USES = {
  inbox: { use: '\\Inbox', name: 'INBOX' },
  sent: { use: '\\Sent', name: 'Sent' },
  drafts: { use: '\\Drafts', name: 'Drafts' },
  trash: { use: '\\Trash', name: 'Trash' },
  spam: { use: '\\Junk', name: 'Junk' },
} as const

type Wanted = Pick<MigrationSource, 'role' | 'names'>

/** The folders of the other server, by which a folder of this mailbox is found or made there. */
export class FoldersThere {
  readonly #client: ImapFlow
  readonly #listed: ListResponse[]

  private constructor(client: ImapFlow, listed: ListResponse[]) {
    this.#client = client
    this.#listed = listed
  }

  /** Throws what `failureOf` answers. */
  static async read(client: ImapFlow): Promise<FoldersThere> {
    try {
      return new FoldersThere(client, await client.list())
    } catch (error) {
      throw failureOf(error)
    }
  }

  /** The path of a folder there as `findOrMake` finds it; null where it would be made. */
  find({ role, names }: Wanted): string | null {
    if (role === 'inbox') return 'INBOX'
    const wanted = role ? [USES[role].name] : this.#namesThere(names)
    const known = role ? this.#byUse(USES[role].use) : undefined
    return known ?? this.#byNames(wanted) ?? null
  }

  /**
   * The path of a folder there, which is made where it is missing: the one of the same use, else of the same names in folders
   * of the same names. A server that refuses folders in folders gets one whose name has all of them. Null where it refuses
   * that as well. Throws what `failureOf` answers.
   */
  async findOrMake({ role, names }: Wanted): Promise<string | null> {
    const found = this.find({ role, names })
    if (found !== null) return found
    const wanted = role ? [USES[role].name] : this.#namesThere(names)
    for (let depth = 1; depth < wanted.length; depth++) {
      const around = wanted.slice(0, depth)
      if (!this.#byNames(around, true)) await this.#make(around)
    }
    return (await this.#make(wanted)) ?? (wanted.length > 1 ? this.#findOrMakeFlat(wanted.join('-')) : null)
  }

  async #findOrMakeFlat(name: string): Promise<string | null> {
    return this.#byNames([name]) ?? (await this.#make([name]))
  }

  #byUse(use: string): string | undefined {
    return this.#listed.find((folder) => folder.specialUse === use && holdsMail(folder))?.path
  }

  #byNames(names: readonly string[], isAround = false): string | undefined {
    const key = names.join('\0').normalize('NFC')
    return this.#listed.find((folder) => (isAround || holdsMail(folder)) && keyOf(folder) === key)?.path
  }

  /** Without the separator of the other server, which would make two folders of one. */
  #namesThere(names: readonly string[]): string[] {
    const delimiter = this.#listed[0]?.delimiter ?? '/'
    return names.map((name) => (delimiter === '' ? name : name.replaceAll(delimiter, '_')))
  }

  /** Null where the other server refuses it. */
  async #make(names: readonly string[]): Promise<string | null> {
    try {
      const { path } = await this.#client.mailboxCreate([...names])
      // What was made is found by its names from here on.
      this.#listed.splice(0, this.#listed.length, ...(await this.#client.list()))
      return path
    } catch (error) {
      if (isRefusal(error)) return null
      throw failureOf(error)
    }
  }
}

const holdsMail = ({ flags }: ListResponse): boolean => !flags.has('\\Noselect') && !flags.has('\\NonExistent')

/** Its names without the `INBOX` that Courier and Cyrus put before all. */
function keyOf({ parent, name, path }: ListResponse): string {
  const names = [...parent, name].filter((one) => one !== '')
  const own = names.length > 1 && names[0]?.toUpperCase() === 'INBOX' && path.toUpperCase() !== 'INBOX'
  return (own ? names.slice(1) : names).join('\0').normalize('NFC')
}
