import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DOVECOT_OWNER, startDovecot } from './dovecot.ts'
import { type Foreign, run as runProgram } from './foreignServers.ts'

export const OLD_ADDRESS = 'li.na@old.example'
export const OLD_PASSWORD = 'old 密码'

export interface OldFolder {
  /** Below the Maildir, by Maildir++: in modified UTF-7 behind dots; '' for the inbox. */
  readonly directory: string
  readonly names: string
  readonly mails: number
}

/** The folders of an old mailbox of so many mails. */
export const oldFolders = (mails: number): readonly OldFolder[] => [
  { directory: '', names: 'INBOX', mails: mails / 2 },
  { directory: '.Sent', names: 'Sent', mails: mails / 4 },
  { directory: '.&mHl27g-', names: '项目', mails: mails / 8 },
  { directory: '.&mHl27g-.2025 &XnQ-', names: '项目/2025 年', mails: mails / 8 },
]

/** Every so many mails one of these, as other systems have let them in. */
const HOSTILE: readonly ((at: number) => Buffer)[] = [
  () => Buffer.from('no header at all\n'),
  (at) => Buffer.from(`Subject: nul ${at}\n\na\0b\n`, 'latin1'),
  (at) =>
    Buffer.concat([Buffer.from(`Subject: `), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from(` ${at}\n\nx\n`)]),
  (at) => Buffer.from(`Subject: long ${at}\n\n${'a'.repeat(100_000)}\n`),
  (at) => Buffer.from(`Subject: folded ${at}\n${' x\n'.repeat(3_000)}\nx\n`),
  (at) => Buffer.from(`Subject: dates ${at}\nDate: Thu, 1 Jan 1969 00:00:00 +0000\n\nx\n`),
]

/** A mail too large to pass whole before the proxy closes the connection. */
const LARGE = (at: number) => Buffer.from(`Subject: large ${at}\n\n${`line ${at}\n`.repeat(120_000)}`)

const FIRST_AT = Date.UTC(2020, 0, 1)
const HOUR_MS = 3_600_000

function mailAt(names: string, at: number): Buffer {
  if (names === 'Sent' && at === 5) return LARGE(at)
  const hostile = at % 50 === 49 ? HOSTILE[Math.floor(at / 50) % HOSTILE.length] : undefined
  if (hostile) return hostile(at)
  return Buffer.from(
    `From: Someone <a${at % 97}@elsewhere.example>\nTo: ${OLD_ADDRESS}\nSubject: ${names} ${at}\nMessage-ID: <${at}.${Buffer.from(names).toString('hex')}@old.example>\nDate: ${new Date(FIRST_AT + at * HOUR_MS).toUTCString()}\n\n第 ${at} 封\n${'text '.repeat(at % 200)}\n`,
  )
}

/** Writes the old mailbox as a Maildir: each third mail read, each seventh answered, each eleventh flagged. */
function writeMaildir(maildir: string, folders: readonly OldFolder[]): void {
  for (const { directory, names, mails } of folders) {
    const folder = path.join(maildir, directory)
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(path.join(folder, part), { recursive: true })
    for (let at = 0; at < mails; at++) {
      const flags = `${at % 11 === 0 ? 'F' : ''}${at % 7 === 0 ? 'R' : ''}${at % 3 === 0 ? 'S' : ''}`
      const seconds = FIRST_AT / 1_000 + at * 3_600
      const file = path.join(folder, 'cur', `${seconds}.M${at}.old:2,${flags}`)
      writeFileSync(file, mailAt(names, at))
      utimesSync(file, seconds, seconds)
    }
  }
}

/** A mail arrives in the inbox of the old mailbox. */
export function addOldMail(folder: string, source: string): void {
  const file = path.join(folder, 'mail', OLD_ADDRESS, 'cur', '1700000000.M1.new:2,S')
  writeFileSync(file, source)
  runProgram('chown', [DOVECOT_OWNER, file])
}

/** A Dovecot of its own with the old mailbox. */
export const startOldDovecot = (
  folder: string,
  folders: readonly OldFolder[],
  more: Pick<Parameters<typeof startDovecot>[1], 'sieve'> = {},
): Promise<Foreign> =>
  startDovecot(folder, {
    ...{ address: OLD_ADDRESS, password: OLD_PASSWORD, lmtpPort: null, ...more },
    fill: (maildir) => writeMaildir(maildir, folders),
  })
