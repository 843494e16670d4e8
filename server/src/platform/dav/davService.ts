import type { ClientScope } from '@yanshu/contracts'
import type { CodeActor } from '../actor/actor.ts'
import type { XmlElement, XmlName } from './xml.ts'

/** Who calls. */
export interface DavCaller extends CodeActor {
  /** Of the address that was called: `https://mail.example`. */
  readonly origin: string
}

/** The name of the collection under which a service gives its files. */
export const FILES_FOLDER = '.files'

/** A file that members refer to (RFC 8607). */
export interface DavFile {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly hash: string
}

/** Something in a collection, without its content. */
export interface DavMember {
  /** The last part of its address, not encoded. */
  readonly name: string
  /** With its quotes. */
  readonly etag: string
  /** Epoch milliseconds. */
  readonly modifiedAt: number
}

export interface DavContent extends DavMember {
  readonly body: string
  /** With its quotes, of an event to which people are invited (RFC 6638 §3.2.10). */
  readonly scheduleTag?: string | null
}

/** What a member is after it was written. */
export interface DavWritten {
  readonly isNew: boolean
  readonly scheduleTag?: string | null
}

/** What changed in a collection, in order. */
export interface DavChanges {
  readonly changed: readonly DavMember[]
  /** Names of deleted members. */
  readonly removed: readonly string[]
  /** The number of the last change that is among these. */
  readonly token: number
  /** Whether there are more. */
  readonly more: boolean
}

/** Whether a change may be made to what has this tag and this schedule tag now; null for what is not there. */
export type Condition = (etag: string | null, scheduleTag?: string | null) => boolean

/** One collection of an account: an address book, a calendar. All of its functions are about that account alone. */
export interface DavCollection {
  /** Part of its address: `contacts`. */
  readonly name: string
  readonly displayName: string
  /** What it is besides a collection. */
  readonly kind: XmlName
  /** Whether who asks may change what is in it. */
  readonly writable: boolean
  /** Names of further reports that `answer` answers. */
  readonly reports?: readonly XmlName[]
  readonly contentType: string
  /** The property that carries the content of a member in a report. */
  readonly data: XmlName
  /** Names of its query and multiget reports. */
  readonly query: XmlName
  readonly multiget: XmlName
  /** Further live properties, their values as XML. */
  readonly properties: readonly (readonly [XmlName, string])[]
  /** Bytes of a member. */
  readonly maxSize: number
  /** The number of its newest change. */
  token(): Promise<number>
  /** Everything in it, some at a time. */
  members(): AsyncIterable<readonly DavMember[]>
  /** What a query's filter matches, some at a time. `wanted` is the element that asks for the content. */
  find(filter: XmlElement | undefined, wanted?: XmlElement): AsyncIterable<readonly DavContent[]>
  /** Members of these names, in any order; those that are not there are left out. */
  read(names: readonly string[], wanted?: XmlElement): Promise<readonly DavContent[]>
  /** The schedule tags of those of these members that have one; only of a collection of events. */
  scheduleTags?(names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What changed since a number; null when that is no longer known, and everything has to be read again. */
  changes(since: number, limit: number): Promise<DavChanges | null>
  /** Writes a member. Throws `DavError`. */
  write(name: string, body: string, condition: Condition): Promise<DavWritten>
  /** Removes a member. Throws `DavError`. */
  remove(name: string, condition: Condition): Promise<void>
  /** Answers one of its further reports. Throws `DavError`. */
  answer?(body: XmlElement): Promise<DavAnswer>
  /** Takes what is sent to it (RFC 6638 §5). Throws `DavError`. */
  post?(body: string): Promise<DavAnswer>
  /** Its properties that may be set. */
  readonly settable?: readonly XmlName[]
  /** Sets some of them. Throws `DavError`. */
  set?(values: readonly XmlElement[]): Promise<void>
  /** Deletes the collection with all that is in it. Throws `DavError`. */
  drop?(): Promise<void>
}

/** An answer that is no multistatus. */
export interface DavAnswer {
  readonly contentType: string
  readonly body: string
}

/** What one area gives to clients of WebDAV. */
export interface DavService {
  /** The first part of its addresses below `/dav/`: `addressbooks`. */
  readonly name: string
  /** Where clients look for it, below `/.well-known/` (RFC 6764): `carddav`. */
  readonly wellKnown: string
  /** Its word in the header `DAV`. */
  readonly feature: string
  /** The property of a person that names where their collections are. */
  readonly home: XmlName
  /** What an authorization code must be for. */
  readonly scope: ClientScope
  collections(caller: DavCaller): Promise<readonly DavCollection[]>
  /** Further properties of a person, their values as XML. */
  principal?(
    caller: DavCaller,
    hrefOf: (collection: string) => string,
  ): Promise<readonly (readonly [XmlName, string])[]>
  /** A file that members refer to; null when there is none that who calls may read. */
  file?(caller: DavCaller, id: string): Promise<DavFile | null>
  /** Makes a collection of a name that is free, with the properties that it shall have. Throws `DavError`. */
  make?(caller: DavCaller, name: string, values: readonly XmlElement[]): Promise<void>
}

/** A request that cannot be done, with the condition of the specification that it breaks. */
export class DavError extends Error {
  readonly status: number
  readonly condition: XmlName | null
  /** XML inside of the condition. */
  readonly inside: string

  constructor(status: number, condition: XmlName | null = null, inside = '') {
    super(`${status} ${condition?.name ?? ''}`)
    this.status = status
    this.condition = condition
    this.inside = inside
  }
}
