import type { FileTypeName } from '@yanshu/contracts'
import type { RawBuilder } from 'kysely'
import type { Store } from '../database/open.ts'
import type { Trx } from '../database/transact.ts'
import type { Phrase } from './tokens.ts'

/** What is searched in one mail. */
export interface SearchText {
  readonly subject: string
  /** Names and addresses of sender and recipients, separated by spaces. */
  readonly addresses: string
  readonly body: string
}

/** Where words of a mail stand. */
export type SearchField = keyof SearchText | 'files'

/** A person that a mail is from or to: one of the addresses, or whose name and address hold all the words. */
export interface PersonSought {
  readonly side: 'from' | 'to'
  /** In lower case. */
  readonly addresses: readonly string[]
  /** In lower case, as they stand in a name or an address. */
  readonly words: readonly string[]
  /** The same words as the index has them. */
  readonly phrases: readonly Phrase[]
}

/** What is searched for. Everything given has to hold. */
export interface Finding {
  readonly accountId: number
  /** Each stands, whole, in one of the fields. */
  readonly phrases: readonly Phrase[]
  /** Which fields may hold the phrases; all when empty. */
  readonly fields: readonly SearchField[]
  /** Each stands, whole, in the subject. */
  readonly subject?: readonly Phrase[] | undefined
  readonly people?: readonly PersonSought[] | undefined
  /** Correspondence with this address, in either direction. */
  readonly address?: string | undefined
  readonly folderId?: number | undefined
  /** Folders that are left out when none is named. */
  readonly unlisted: readonly number[]
  /** How many mails lie in these; looked up where it is left out. */
  readonly unlistedMails?: number | undefined
  readonly isUnread?: boolean | undefined
  readonly hasAttachment?: boolean | undefined
  /** One of the files is of this kind. Files of restricted letters and of those with a password are not known. */
  readonly fileType?: FileTypeName | undefined
  /** Sort keys: from (inclusive) and up to (exclusive). */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export interface Window {
  readonly limit: number
  readonly offset: number
  /** Only mails older than this sort key. */
  readonly before: number | null
  /** Whether all hits are to be counted; as a rule that takes longer than finding a page of them. */
  readonly counted: boolean
}

export interface Hit {
  readonly id: number
  readonly sort_key: number
}

/** Mails that were found, newest first. */
export interface HitPage {
  readonly hits: readonly Hit[]
  /** All hits, on this page or not; -1 where they were not to be counted, or counting is not worth its time. */
  readonly total: number
}

export interface Searched extends HitPage {
  /** Mails of the account still wait for the index, more than a search may put in: asked again, it may find more. */
  readonly incomplete: boolean
}

export interface IndexedMail extends SearchText {
  readonly sortKey: number
  readonly accountId: number
  /** The address of the sender. */
  readonly from: readonly string[]
  /** Addresses of the recipients whom all recipients see. */
  readonly to: readonly string[]
  /** Addresses of the others. */
  readonly blind: readonly string[]
  readonly hasAttachment: boolean
  /** The words of its files, as the index has them. */
  readonly files: Iterable<string>
}

/** The full-text search of one engine. */
export interface WordIndex {
  add(trx: Trx, mail: IndexedMail): Promise<void>
  remove(trx: Trx, sortKeys: readonly number[]): Promise<void>
  find(store: Store, finding: Finding, window: Window): Promise<HitPage>
  /** See `SearchIndex.filesWith`. */
  filesWith(store: Store, finding: Finding, mailIds: readonly number[]): Promise<FileHit[]>
}

/** A file of a mail in whose text some of the words stand. */
export interface FileHit {
  readonly mailId: number
  readonly name: string
}

/** What a search needs of the server. */
export interface SearchParts {
  readonly store: Store
  readonly now: () => number
}

/** Full-text search, exact in Chinese: a hit holds every word of the keyword as typed, wherever it stands in a sentence. */
export interface SearchIndex {
  /**
   * Notes a mail whose message is stored for the background to add (`startIndexer`). A search of its account adds it
   * first, so that it is found from the commit on.
   */
  add(trx: Trx, mail: Pick<IndexedMail, 'sortKey' | 'accountId'>): Promise<void>
  remove(trx: Trx, sortKeys: readonly number[]): Promise<void>
  /**
   * Finds mails, newest first. What waits of the account is put into the index before, as much of it as takes a moment. What
   * it costs depends on the account's own mail alone, and no other account waits for it.
   * Throws `SearchTooLongError` when it took longer than it may, `BusyError` when too many searches wait.
   */
  find(parts: SearchParts, finding: Finding, window: Window): Promise<Searched>
  /** The files of some mails that were found in whose text some of the words stand, in the order of each mail. */
  filesWith(parts: SearchParts, finding: Finding, mailIds: readonly number[]): Promise<FileHit[]>
  /** Runs another read of an account that takes as long as a search, among the searches. Throws what {@link find} throws. */
  readInTurn<T>(accountId: number, read: () => Promise<T>): Promise<T>
  /**
   * The files of an account in whose text all of the phrases stand, some thousand at most.
   */
  findDocuments(
    parts: SearchParts,
    accountId: number,
    phrases: readonly Phrase[],
    asking?: DocumentsAsking,
  ): Promise<number[]>
}

/** Who looks into the files of an account, where it is another one. */
export interface DocumentsAsking {
  /** Whose turn it is. */
  readonly askedBy: number
  /** A query of the numbers that may be found. */
  readonly among: RawBuilder<number>
}
