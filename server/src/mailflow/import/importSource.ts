import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { flagsOfHeader, flagsOfMaildirName, type MailFlags } from './mailFlags.ts'
import { isFromLine, readMbox } from './mboxReader.ts'

/** A file with mail in it. */
export interface SourceFile {
  /** Absolute path. */
  readonly path: string
  readonly kind: 'mbox' | 'eml'
  readonly size: number
}

export type SourceItem =
  | {
      readonly kind: 'mail'
      readonly raw: Uint8Array
      readonly at: number | null
      readonly flags: MailFlags | null
      /** Where it stands, for messages to the operator. */
      readonly where: string
      /** How far into the file one has come with it. */
      readonly end: number
    }
  | { readonly kind: 'bad'; readonly where: string; readonly reason: string; readonly end: number }

/** What lies beside mail in the folders of mail programs. */
const IGNORED = /^\.|\.(?:msf|dat|json|html?|txt|db|sqlite|idx|log|ini|css|js|png|jpe?g|gif|pdf|zip|gz|snm)$/i
const MAIL_NAME = /\.(?:eml|emlx|mbox|mbx)$/i
const HEADER = /^(?:[!-9;-~]+:|From )/

/**
 * Finds the files with mail below what the operator named: .eml files, mbox files by their content, Maildirs. A file that
 * was named itself is taken whatever it is called. Throws a sentence when a path is not there.
 */
export async function findSources(paths: readonly string[]): Promise<SourceFile[]> {
  const found: SourceFile[] = []
  const look = async (file: string, named: boolean): Promise<void> => {
    const facts = await stat(file).catch(() => null)
    if (!facts) {
      if (named) throw new Error(`There is no ${file}`)
      return
    }
    if (facts.isDirectory()) {
      const names = (await readdir(file)).sort()
      // A Maildir keeps what is being delivered in tmp: not mail yet.
      const maildir = names.includes('cur') && names.includes('new')
      for (const name of names) {
        if (name.startsWith('.') && !maildir) continue
        if (maildir && name === 'tmp') continue
        await look(path.join(file, name), false)
      }
      return
    }
    if (!facts.isFile()) return
    if (!named && IGNORED.test(path.basename(file))) return
    const kind = await kindOf(file, named)
    if (kind) found.push({ path: path.resolve(file), kind, size: facts.size })
  }
  for (const one of paths) await look(one, true)
  return found
}

async function kindOf(file: string, named: boolean): Promise<SourceFile['kind'] | null> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(file, { end: 2_047 })) chunks.push(chunk)
  const beginning = Buffer.concat(chunks)
  const line = beginning.subarray(0, beginning.indexOf(0x0a) + 1 || beginning.length)
  if (isFromLine(line)) return 'mbox'
  if (named || MAIL_NAME.test(file)) return 'eml'
  return HEADER.test(line.toString('latin1')) ? 'eml' : null
}

/** Reads the mails of one file from a position on; what cannot be read comes as `bad` and does not end the rest. */
export async function* readSource(source: SourceFile, from: number, limit: number): AsyncGenerator<SourceItem> {
  if (source.kind === 'eml') {
    if (from > 0) return
    // A file of no bytes still counts as done.
    const end = Math.max(source.size, 1)
    const where = source.path
    if (source.size > limit) {
      yield { kind: 'bad', where, reason: `it is larger than ${limit} bytes`, end }
      return
    }
    let raw: Buffer
    try {
      raw = await readFile(source.path)
    } catch (error) {
      yield { kind: 'bad', where, reason: error instanceof Error ? error.message : String(error), end }
      return
    }
    yield itemOf(raw, null, flagsOfMaildirName(path.basename(source.path)), where, end)
    return
  }
  for await (const mail of readMbox(source.path, from, limit)) {
    const where = `${source.path} at byte ${mail.start}`
    if ('tooLarge' in mail) yield { kind: 'bad', where, reason: `it is larger than ${limit} bytes`, end: mail.end }
    else yield itemOf(mail.raw, mail.at, null, where, mail.end)
  }
}

function itemOf(raw: Uint8Array, at: number | null, flags: MailFlags | null, where: string, end: number): SourceItem {
  const beginning = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, 4_096)).toString('latin1')
  if (beginning.trim() === '') return { kind: 'bad', where, reason: 'it is empty', end }
  if (!beginning.split(/\r?\n/).some((line) => /^[!-9;-~]+:/.test(line))) {
    return { kind: 'bad', where, reason: 'it has no header and is no mail', end }
  }
  return { kind: 'mail', raw, at, flags: flags ?? flagsOfHeader(raw), where, end }
}
