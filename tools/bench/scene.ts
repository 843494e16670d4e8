import type { GetData, MailListItem } from '@yanshu/contracts'
import type { ApiClient } from './apiClient.ts'
import { HTML_LEAST_BYTES } from './mailbox.ts'

export type ListedMail = MailListItem

/** A mail to be opened, and a text that no mail opened before it holds. */
export interface Opening {
  readonly mailId: number
  readonly text: string
}

/** The content of the mailbox by the answers of the service, so that the page can be compared with it. */
export class Scene {
  readonly api: ApiClient
  readonly #folders: GetData<'mail/main/folder/list'>

  private constructor(api: ApiClient, folders: GetData<'mail/main/folder/list'>) {
    this.api = api
    this.#folders = folders
  }

  static async of(api: ApiClient): Promise<Scene> {
    return new Scene(api, await api.get('mail/main/folder/list'))
  }

  folder(name: string) {
    const { folderList, customList } = this.#folders
    const found = [...folderList, ...customList].find((one) => one.role === name || one.folderName === name)
    if (!found) throw new Error(`the prepared mailbox has no folder ${name}`)
    return found
  }

  async rows(folder: string, pageSize: number, offset = 0): Promise<readonly ListedMail[]> {
    const page = await this.api.get('mail/email/mailbox/list', {
      mailboxId: this.folder(folder).folderId,
      pageSize,
      offset,
    })
    return page.list
  }

  /** How a plain mail of the prepared mailbox is recognised: by its number, which ends its text. */
  plain({ mailId, subject }: ListedMail): Opening {
    return { mailId, text: `编号 ${/\d+/.exec(subject)?.[0] ?? ''}` }
  }

  /** A mail with a large HTML, recognised by a line that the mail opened before it does not have. */
  async html({ mailId }: ListedMail, before: number): Promise<Opening> {
    const [mail, other] = await Promise.all(
      [mailId, before].map((id) => this.api.post('mail/email/detail', { mailId: id })),
    )
    const text = (mail?.text ?? '').split('\n').find((line) => line.length > 12 && !other?.text?.includes(line))
    if (!text) throw new Error('no line of the HTML mail tells it from the mail before')
    return { mailId, text }
  }

  /** Moves mails back and makes them unread again, so that the next run finds the same mailbox. */
  async restore(from: string, to: string, mailIds: readonly number[]): Promise<void> {
    const moved = (await this.rows(from, 200)).filter((mail) => mailIds.includes(mail.mailId))
    if (moved.length > 0) {
      await this.api.post('mail/email/move', {
        mailboxId: this.folder(from).folderId,
        targetMailboxId: this.folder(to).folderId,
        mailUids: moved.map((mail) => mail.mailUid),
      })
    }
    await this.api.post('mail/email/seen/update', { mailIds: [...mailIds], seen: false })
  }
}

export const isPlain = ({ size }: ListedMail): boolean => size < HTML_LEAST_BYTES
