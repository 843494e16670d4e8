import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Template files end so, so that no check reads them as code before they have their names. */
const SUFFIX = '.txt'

export interface NewRemote {
  /** `notes` or `remote-notes`: lower-case letters. */
  readonly name: string
  /** What people read; the name with a capital where none is given. */
  readonly zh?: string | undefined
  readonly en?: string | undefined
}

/** A name or a title that cannot be used; the message names the reason. */
export class NewRemoteError extends Error {}

/**
 * What a new remote is called, as the template needs it.
 * @throws {NewRemoteError} when the name or a title cannot be used
 */
export function namesOf({ name, zh, en }: NewRemote) {
  const short = name.replace(/^remote-/, '')
  if (!/^[a-z]{2,20}$/.test(short)) {
    throw new NewRemoteError(`“${name}” is no name for a remote: write 2 to 20 lower-case letters, such as notes.`)
  }
  const title = short.charAt(0).toUpperCase() + short.slice(1)
  for (const text of [zh, en]) {
    if (text !== undefined && !/^[^'\\\p{Cc}]{1,40}$/u.test(text)) {
      throw new NewRemoteError('A title has 1 to 40 characters, without quotation marks and backslashes.')
    }
  }
  return { short, remote: `remote-${short}`, titles: { ZH: zh ?? title, EN: en ?? title } }
}

/** Writes the files of a template with its values filled in, over those that are there. */
export function writeTemplate(
  template: string,
  folder: string,
  values: Readonly<Record<string, string | number | undefined>>,
): void {
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const from = path.join(entry.parentPath, entry.name)
    const to = path.join(folder, path.relative(template, from).slice(0, -SUFFIX.length))
    const text = readFileSync(from, 'utf8')
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(
      to,
      text
        // A name of one word needs no quotation marks as a key.
        .replaceAll("'__SHORT__':", `${values.SHORT}:`)
        .replace(/__([A-Z_]+?)__/g, (_, key: string) => `${values[key]}`),
    )
  }
}
