import { type BulkMail, bulkExpectations, bulkMails, composeMail, UTF8 } from '@yanshu/demo'

/** Who and what the prepared store holds. */
export const DOMAIN = 'bench.test'
export const PASSWORD = 'Wild-Goose-7'
/** Owner of the large mailbox. */
export const OWNER = `zhang.wei@${DOMAIN}`
/** A person whose mailbox is empty. */
export const OTHER = `li.na@${DOMAIN}`

export const FOLDER = '项目资料'
export const FOLDER_MAILS = 2_000
/** Where mails are moved to. */
export const ARCHIVE = '归档'
/** The newest mails of the inbox are unread, the older ones read. */
export const UNREAD_MAILS = 2_000
/** Stands in the body of one mail alone. */
export const RARE_WORD = '鲲鹏'
/** Stands in the body of every mail but the rare one. */
export const COMMON_WORD = '您好'
export const SUBJECT_WORD = '会议'
export const BODY_WORD = '蓝鲸'
/** Mails of the inbox with an HTML of some 30 kB. */
export const HTML_RATIO = 0.04
export const HTML_LEAST_BYTES = 24_000

/** What a search over the whole mailbox finds when the inbox was given `mails`. */
export function expectedHits(mails: number): Readonly<Record<'subject' | 'body' | 'rare' | 'common', number>> {
  const inbox = bulkExpectations(mails)
  const folder = bulkExpectations(FOLDER_MAILS)
  return {
    subject: inbox.subjectWord + folder.subjectWord,
    body: inbox.bodyWord + folder.bodyWord,
    rare: 1,
    common: mails + FOLDER_MAILS,
  }
}

/** Mails of the inbox, oldest first, with the mark that mbox files keep for unread ones. */
export function* inboxMails(mails: number, now: Date): Generator<BulkMail> {
  const rareAt = Math.floor(mails / 3)
  for (const mail of bulkMails(mails, { now, to: OWNER, htmlRatio: HTML_RATIO })) {
    const status = mail.index < mails - UNREAD_MAILS ? 'Status: RO' : 'Status: O'
    yield { ...mail, raw: Buffer.concat([Buffer.from(`${status}\r\n`), mail.raw]) }
    if (mail.index === rareAt) yield rareMail(mail)
  }
}

function rareMail({ date }: BulkMail): BulkMail {
  const messageId = `<rare@${DOMAIN}>`
  const from = { name: '王芳', address: 'wang.fang@elsewhere.example' }
  const raw = composeMail({
    from,
    to: [{ name: '', address: OWNER }],
    subject: '季度复盘',
    date: date + 1_000,
    messageId,
    text: `代号是${RARE_WORD}。\n编号 -1\n`,
    form: { ...UTF8, transfer: '8bit' },
  })
  return {
    index: -1,
    raw: Buffer.concat([Buffer.from('Status: RO\r\n'), raw]),
    messageId,
    from: from.address,
    date: date + 1_000,
  }
}
