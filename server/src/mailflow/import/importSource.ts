import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { maildirPath } from './maildirNames.ts'
import { flagsOfHeader, flagsOfMaildirName, type MailFlags, NO_FLAGS } from './mailFlags.ts'
import { readMbox, startsMail } from './mboxReader.ts'
import { readTakeout, type TakeoutPlace } from './takeoutLabels.ts'

/** A file with mail in it. */
export interface SourceFile {
  /** Absolute path. */
  readonly path: string
  readonly kind: 'mbox' | 'eml'
  readonly size: number
  /** In a Maildir: the names of its subfolder, none for the Maildir that was named; null for a file elsewhere. */
  readonly maildir: readonly string[] | null
}

export type SourceItem =
  | {
      readonly kind: 'mail'
      readonly raw: Uint8Array
      readonly at: number | null
      readonly flags: MailFlags | null
      /** Null for a mail that is not of Google Takeout. */
      readonly takeout: TakeoutPlace | null
      /** Where it stands, for messages to the operator. */
      readonly where: string
      /** The position in the file behind this mail. */
      readonly end: number
    }
  | {
      readonly kind: 'bad'
      readonly why: 'tooLarge' | 'empty' | 'notMail'
      readonly where: string
      readonly reason: string
      readonly end: number
    }
  /** The file, or what is left of it, could not be read; a later run tries it again. */
  | { readonly kind: 'unreadable'; readonly where: string; readonly error: unknown }

/** A file or folder that the system did not let this process read. */
export interface Unreadable {
  readonly path: string
  readonly error: unknown
}

/** What was found below the paths that an operator named. */
export interface FoundSources {
  readonly sources: readonly SourceFile[]
  readonly unreadable: readonly Unreadable[]
}

/** Files of mail programs that are not mail. */
export const NO_MAIL_NAMES =
  /^\.|\.(?:msf|dat|json|html?|txt|db|sqlite|idx|log|ini|css|js|png|jpe?g|gif|pdf|zip|gz|snm)$/i
const MAIL_NAME = /\.(?:eml|emlx|mbox|mbx)$/i
const HEADER = /^(?:[!-9;-~]+:|From )/

/**
 * Finds the files with mail below what the operator named: .eml files, mbox files by their content, Maildirs with their
 * subfolders, whether these lie beside the mail (Maildir++: `.Archive.2019`) or in folders of their own. A file that was
 * named itself is taken whatever it is called. What cannot be read is listed. Throws a sentence when a path is not there.
 */
export async function findSources(paths: readonly string[]): Promise<FoundSources> {
  const found: SourceFile[] = []
  const unreadable: Unreadable[] = []

  /** The answer of the file system; null where nothing is there, and where that cannot be read, which is noted. */
  const reading = async <T>(file: string, asked: Promise<T>): Promise<T | null> => {
    try {
      return await asked
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') unreadable.push({ path: path.resolve(file), error })
      return null
    }
  }
  const namesIn = async (folder: string) => (await reading(folder, readdir(folder)))?.sort() ?? []

  const lookAtFile = async (file: string, size: number, named: boolean, maildir: SourceFile['maildir']) => {
    if (!named && maildir === null && NO_MAIL_NAMES.test(path.basename(file))) return
    const kind = await reading(file, kindOf(file, named))
    if (kind) found.push({ path: path.resolve(file), kind, size, maildir })
  }

  /** @param trail names of the folders from the one that was named down to this */
  const lookInMaildir = async (folder: string, names: readonly string[], trail: readonly string[]) => {
    for (const name of names) {
      const inside = path.join(folder, name)
      if (MAIL_FOLDERS.has(name)) {
        for (const one of await namesIn(inside)) {
          const file = path.join(inside, one)
          const facts = one.startsWith('.') ? null : await reading(file, stat(file))
          if (facts?.isFile()) await lookAtFile(file, facts.size, false, trail)
        }
      } else if (!name.startsWith('.')) {
        // Mail in tmp is still being delivered: it is not mail yet.
        if (name !== 'tmp') await addSources(inside, false, [...trail, name])
      } else if ((await reading(inside, stat(inside)))?.isDirectory() && isMaildir(await namesIn(inside))) {
        await addSources(inside, false, [...trail, ...maildirPath(name)])
      }
    }
  }

  const addSources = async (file: string, named: boolean, trail: readonly string[]): Promise<void> => {
    const before = unreadable.length
    const facts = await reading(file, stat(file))
    if (!facts) {
      if (named && unreadable.length === before) throw new Error(`There is no ${file}`)
      return
    }
    if (facts.isFile()) await lookAtFile(file, facts.size, named, null)
    if (!facts.isDirectory()) return
    const names = await namesIn(file)
    if (isMaildir(names)) return lookInMaildir(file, names, trail)
    for (const name of names) {
      if (!name.startsWith('.')) await addSources(path.join(file, name), false, [...trail, name])
    }
  }
  for (const one of paths) await addSources(one, true, [])
  return { sources: found, unreadable }
}

/** Where a Maildir keeps mail: what has been seen by a program, and what has not. */
const MAIL_FOLDERS: ReadonlySet<string> = new Set(['cur', 'new'])

const isMaildir = (names: readonly string[]): boolean => [...MAIL_FOLDERS].every((name) => names.includes(name))

/** What a file is by its beginning; null for one that is no mail, unless it was `named` or is called like one. */
export async function kindOf(file: string, named: boolean): Promise<SourceFile['kind'] | null> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(file, { end: 2_047 })) chunks.push(chunk)
  const beginning = Buffer.concat(chunks)
  const [line, next] = [lineAt(beginning, 0), lineAt(beginning, lineAt(beginning, 0).length)]
  if (startsMail(line, next.length > 0 ? next : undefined)) return 'mbox'
  if (named || MAIL_NAME.test(file)) return 'eml'
  return HEADER.test(line.toString('latin1')) ? 'eml' : null
}

const lineAt = (bytes: Buffer, from: number): Buffer =>
  bytes.subarray(from, bytes.indexOf(0x0a, from) + 1 || bytes.length)

/** Reads the mails of one file from a position on; what cannot be imported or read comes as an item and ends nothing else. */
export async function* readSource(source: SourceFile, from: number, limit: number): AsyncGenerator<SourceItem> {
  try {
    yield* itemsOf(source, from, limit)
  } catch (error) {
    if (systemCode(error) === '') throw error
    yield { kind: 'unreadable', where: source.path, error }
  }
}

async function* itemsOf(source: SourceFile, from: number, limit: number): AsyncGenerator<SourceItem> {
  if (source.kind === 'eml') {
    if (from > 0) return
    // A file of no bytes still counts as done.
    const end = Math.max(source.size, 1)
    const where = source.path
    if (source.size > limit) {
      yield { kind: 'bad', why: 'tooLarge', where, reason: `it is larger than ${limit} bytes`, end }
      return
    }
    const raw = await readFile(source.path)
    // In a Maildir every flag of a mail is known, so a missing flag means that it is not set.
    const flags = flagsOfMaildirName(path.basename(source.path)) ?? (source.maildir ? NO_FLAGS : null)
    yield itemOf(raw, null, flags, where, end)
    return
  }
  for await (const mail of readMbox(source.path, from, limit)) {
    const where = `${source.path} at byte ${mail.start}`
    if ('tooLarge' in mail) {
      yield { kind: 'bad', why: 'tooLarge', where, reason: `it is larger than ${limit} bytes`, end: mail.end }
    } else yield itemOf(mail.raw, mail.at, null, where, mail.end)
  }
}

function itemOf(raw: Uint8Array, at: number | null, flags: MailFlags | null, where: string, end: number): SourceItem {
  const beginning = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, 4_096)).toString('latin1')
  if (beginning.trim() === '') return { kind: 'bad', why: 'empty', where, reason: 'it is empty', end }
  if (!beginning.split(/\r?\n/).some((line) => /^[!-9;-~]+:/.test(line))) {
    return { kind: 'bad', why: 'notMail', where, reason: 'it has no header and is no mail', end }
  }
  const takeout = readTakeout(raw)
  return { kind: 'mail', raw, at, flags: flags ?? takeout?.flags ?? flagsOfHeader(raw), takeout, where, end }
}
