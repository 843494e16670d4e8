import { createReadStream, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** A file, folder or symbolic link of an archive. */
export interface TarEntry {
  /** Path in the archive, without a slash at its ends. */
  readonly name: string
  readonly mode: number
  /** Seconds since 1970. */
  readonly modified: number
  /** The number of the user and of the group; root where it is left out. */
  readonly owner?: number
  readonly content: TarContent
}

/** `size` is that of all `files` together, which follow each other. */
export type TarContent =
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'files'; readonly files: readonly string[]; readonly size: number }

const BLOCK = 512
const TYPES = { folder: '5', link: '2', bytes: '0', files: '0' } as const
const LONG_NAME = 'L'
const LONG_TARGET = 'K'
const FIELD_BYTES = 100
/** Sizes are written as eleven octal digits. */
const MAX_BYTES = 8 ** 11

/** The two empty blocks that end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export const textEntry = (name: string, text: string, mode = 0o644, owner = 0): TarEntry => ({
  ...{ name, mode, owner, modified: Math.floor(Date.now() / 1_000) },
  content: { kind: 'bytes', bytes: Buffer.from(text) },
})

export const folderEntry = (name: string, mode = 0o755, owner = 0): TarEntry => ({
  ...{ name, mode, owner, modified: Math.floor(Date.now() / 1_000) },
  content: { kind: 'folder' },
})

export const linkEntry = (name: string, target: string): TarEntry => ({
  ...{ name, mode: 0o777, modified: Math.floor(Date.now() / 1_000) },
  content: { kind: 'link', target },
})

/** The file of the disk; where it is a link, what it points to. */
export function fileEntry(name: string, file: string, mode: number): TarEntry {
  const { size, mtimeMs } = lstatSync(file)
  return { name, mode, modified: Math.floor(mtimeMs / 1_000), content: { kind: 'files', files: [file], size } }
}

/** Everything below a folder of the disk, in the order of names, for `name` in the archive; without write permissions. */
export function* entriesBelow(folder: string, name: string): Generator<TarEntry> {
  for (const one of readdirSync(folder).toSorted()) {
    const file = path.join(folder, one)
    const inArchive = `${name}/${one}`
    const state = lstatSync(file)
    if (state.isSymbolicLink()) yield linkEntry(inArchive, readlinkSync(file))
    else if (state.isDirectory()) {
      // Folders stay open to their owner: dpkg and container engines put the files in.
      yield folderEntry(inArchive)
      yield* entriesBelow(file, inArchive)
    } else yield fileEntry(inArchive, file, state.mode & 0o111 ? 0o555 : 0o444)
  }
}

const sizeOf = (content: TarContent): number =>
  content.kind === 'bytes' ? content.bytes.length : content.kind === 'files' ? content.size : 0

const padding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

interface Header {
  readonly name: Buffer
  readonly target: Buffer
  readonly type: string
  readonly size: number
  readonly mode: number
  readonly owner: number
  readonly modified: number
}

function headerOf({ name, target, type, size, mode, owner, modified }: Header): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  name.copy(header, 0, 0, FIELD_BYTES)
  octal(mode, 100, 7)
  octal(owner, 108, 7)
  octal(owner, 116, 7)
  octal(size, 124, 11)
  octal(modified, 136, 11)
  header.write('        ', 148, 'latin1')
  header.write(type, 156, 'latin1')
  target.copy(header, 157, 0, FIELD_BYTES)
  header.write('ustar  \0', 257, 'latin1')
  if (owner === 0) {
    header.write('root', 265, 'latin1')
    header.write('root', 297, 'latin1')
  }
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** A name of more than 100 bytes as the content of an entry of its own before it. dpkg reads GNU's form, not that of POSIX. */
function longName(type: string, text: Buffer): Buffer[] {
  if (text.length <= FIELD_BYTES) return []
  const bytes = Buffer.concat([text, Buffer.alloc(1)])
  const name = Buffer.from('././@LongLink')
  const none = { target: Buffer.alloc(0), mode: 0, owner: 0, modified: 0 }
  return [headerOf({ ...none, name, type, size: bytes.length }), bytes, padding(bytes.length)]
}

/**
 * The bytes of an archive in GNU's format, without its end ({@link TAR_END}), so that more may follow. Throws when a file of
 * the disk changed its size meanwhile, or has 8 GiB and more.
 */
export async function* tarOf(entries: Iterable<TarEntry>): AsyncGenerator<Buffer> {
  for (const { name, mode, modified, owner = 0, content } of entries) {
    const size = sizeOf(content)
    if (size >= MAX_BYTES) throw new Error(`${name} is too large for an archive: ${size} bytes`)
    const shown = Buffer.from(`./${name}${content.kind === 'folder' && name !== '' ? '/' : ''}`)
    const target = Buffer.from(content.kind === 'link' ? content.target : '')
    yield* longName(LONG_TARGET, target)
    yield* longName(LONG_NAME, shown)
    yield headerOf({ name: shown, target, type: TYPES[content.kind], size, mode, owner, modified })
    let written = 0
    if (content.kind === 'bytes') {
      yield content.bytes
      written = content.bytes.length
    }
    for (const file of content.kind === 'files' ? content.files : []) {
      for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
        written += chunk.length
        yield chunk
      }
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes in the place of ${size}`)
    yield padding(size)
  }
}
