import type { ClientScope } from '@yanshu/contracts'

/**
 * Which of the folders that a password guards are open: those whose password a session has entered, those of a list, none
 * of them (programs, which cannot enter one), or all (the server's own work).
 */
export type OpenFolders = 'all' | 'none' | { readonly sessionId: string } | { readonly folderIds: ReadonlySet<number> }

/** Who reads a mailbox, as far as it is decided what they are shown. */
export interface MailReader {
  readonly accountId: number
  readonly openFolders: OpenFolders
  /** Whether the account has folders that a password guards, where that is known. Most have none. */
  readonly hasGuarded?: boolean
}

interface Acting extends MailReader {
  /** The person at the page: another account only in a mailbox that the person switched to. */
  readonly personId: number
}

/** A person at a page. */
export interface SessionActor extends Acting {
  readonly via: 'session'
  /** A session may do what the person may. */
  readonly scopes: 'all'
  readonly address: string
  readonly sessionId: string
  /** The account's newest change: whatever is read from now on is not older. */
  readonly changeSeq: number
  readonly hasGuarded: boolean
}

/** A program that has brought an authorization code. */
export interface CodeActor extends Acting {
  readonly via: 'code'
  /** What the code may be used for, of what was asked. */
  readonly scopes: ReadonlySet<ClientScope>
  readonly address: string
  readonly codeId: number
}

/** The server itself, in work that it does for an account. */
export interface SystemActor extends Acting {
  readonly via: 'system'
  readonly scopes: 'all'
}

/** An operator, by a command. */
export interface OperatorActor extends Acting {
  readonly via: 'operator'
  readonly scopes: 'all'
}

/** Who acts. Services take it where they decide or read by who asks. */
export type Actor = SessionActor | CodeActor | SystemActor | OperatorActor
