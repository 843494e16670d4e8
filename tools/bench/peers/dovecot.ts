import { chmodSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { type BulkMail, bulkMails } from '@yanshu/demo'
import { freePort } from '../../../server/src/testing/freePort.ts'
import { ARCHIVE, FOLDER, FOLDER_MAILS, inboxMails, OWNER, PASSWORD, UNREAD_MAILS } from '../mailbox.ts'
import { type Processes, run } from './processes.ts'

/** Owns the mails. Dovecot requires a user of its own for them and does not check that it exists. */
const MAIL_USER = 20_143
const SENT = 'Sent'
/** What a list asks for; read once, it stands in Dovecot's cache. */
const LISTED = 'flags size.virtual date.received imap.envelope imap.bodystructure'

/** The mail store that the peers read: Dovecot with a Maildir, without full-text search. */
export interface Dovecot {
  readonly port: number
  /**
   * Makes the newest mails unread again and moves back what was moved, for the next round. Answers how many had been moved.
   */
  restore(): number
}

/**
 * Writes the benchmark's mailbox as a Maildir, starts Dovecot on it and has every mail indexed, so that no system's figures
 * include the first reading.
 */
export async function startDovecot(processes: Processes, data: string, mails: number): Promise<Dovecot> {
  const folder = path.join(data, 'dovecot')
  const store = path.join(folder, 'mail')
  const now = new Date()
  await writeMaildir(store, inboxMails(mails, now))
  await writeMaildir(
    path.join(store, `.${FOLDER}`),
    bulkMails(FOLDER_MAILS, { now, seed: 11, to: OWNER, htmlRatio: 0 }),
  )
  run('chown', ['-R', `${MAIL_USER}:${MAIL_USER}`, store])
  chmodSync(folder, 0o755)
  const port = await freePort()
  const config = path.join(folder, 'dovecot.conf')
  writeFileSync(config, configuration(folder, store, port))
  await processes.start({ name: 'Dovecot', command: ['dovecot', '-F', '-c', config] }, port)
  const doveadm = (command: string, ...rest: string[]) =>
    run('doveadm', ['-c', config, ...command.split(' '), '-u', OWNER, ...rest])
  for (const mailbox of ['INBOX', FOLDER]) {
    doveadm('index', mailbox)
    doveadm('fetch', LISTED, 'mailbox', mailbox)
  }
  // By their places in the inbox, which holds one mail more: the one with the rare word.
  const unread = `${mails + 2 - UNREAD_MAILS}:*`
  return {
    port,
    restore() {
      const moved = doveadm('search', 'mailbox', ARCHIVE, 'all')
      // A mail that comes back gets a new number in the mailbox; they come in their old order.
      doveadm('move', 'INBOX', 'mailbox', ARCHIVE, 'all')
      doveadm('expunge', 'mailbox', SENT, 'all')
      doveadm('flags remove', '\\Seen', 'mailbox', 'INBOX', 'seen', unread)
      return moved.split('\n').length - 1
    },
  }
}

/** Maildir as Dovecot names its files: the order of arrival, the size, and S where it was read. */
async function writeMaildir(folder: string, mails: Iterable<BulkMail>): Promise<void> {
  for (const part of ['cur', 'new', 'tmp']) await mkdir(path.join(folder, part), { recursive: true })
  let at = 0
  for (const { raw, date } of mails) {
    const text = Buffer.from(raw)
    // The generator notes what was read in a header of mbox files.
    const status = /^Status: (R?)O\r\n/.exec(text.subarray(0, 16).toString('latin1'))
    const body = status ? text.subarray(status[0].length) : text
    const flags = status?.[1] === '' ? '' : 'S'
    const arrived = Math.floor(date / 1_000)
    const name = `${arrived}.M${String(at++).padStart(6, '0')}P1.bench,S=${body.length},W=${body.length}:2,${flags}`
    const file = await open(path.join(folder, 'cur', name), 'w')
    await file.writeFile(body)
    await file.utimes(arrived, arrived)
    await file.close()
  }
}

const configuration = (folder: string, store: string, port: number): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
first_valid_uid = ${MAIL_USER}
mail_location = maildir:${store}:UTF-8
mail_max_userip_connections = 100
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${MAIL_USER} gid=${MAIL_USER} home=${store}
}
service imap-login {
  service_count = 0
  process_min_avail = 1
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
namespace inbox {
  inbox = yes
${Object.entries({ Drafts: '\\Drafts', [SENT]: '\\Sent', Trash: '\\Trash', [FOLDER]: '', [ARCHIVE]: '' })
  .map(([name, use]) => `  mailbox "${name}" {\n    auto = subscribe\n${use && `    special_use = ${use}\n`}  }`)
  .join('\n')}
}
`
