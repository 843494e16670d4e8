import type { FolderRole, MailList } from '@yanshu/contracts'
import { folders, http, type LoginScope } from '@yanshu/shell-api'
import type { FolderCall } from './pageCall.ts'

type Role = Exclude<FolderRole, 'custom'>

/**
 * The beginning of the folder of a role, asked for right after the login. The id of that folder comes with another
 * answer, and the rows do not wait for it.
 */
export class EarlyPage {
  readonly #login: LoginScope
  readonly #clock: () => number
  #asked: { role: Role; call: string; at: number; answer: Promise<MailList> } | null = null

  /** `clock` counts the changes that did not come with an answer: an answer asked for before one of them may be old. */
  constructor(login: LoginScope, clock: () => number) {
    this.#login = login
    this.#clock = clock
  }

  ask(role: Role, call: FolderCall): void {
    const answer = http.get('mail/email/mailbox/list', { ...call, role }, { silent: true, login: this.#login })
    // The caller of `take` asks again.
    answer.catch(() => undefined)
    this.#asked = { role, call: JSON.stringify(call), at: this.#clock(), answer }
  }

  /** What has been asked for, where it is the same that is wanted now and nothing came in between. Given once. */
  take(folderId: number, call: FolderCall): Promise<MailList> | undefined {
    const asked = this.#asked
    this.#asked = null
    const same = asked?.call === JSON.stringify(call) && asked.at === this.#clock()
    return same && folders.tree().byRole(asked.role)?.folderId === folderId ? asked.answer : undefined
  }
}
