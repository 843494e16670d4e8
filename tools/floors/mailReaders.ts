import type { SourceFile } from './serverFloors.ts'

interface Reader {
  /** A folder below `server/src`, or one file of it. */
  readonly reader: string
  readonly why: string
}

/**
 * Who reads `mail`, `message_body` and `attachment` by statements of its own. All others read a mailbox as an actor may
 * (`openMailbox` in `store/mailbox`), where closed folders and restrictions of letters are decided.
 */
export const MAIL_READERS: readonly Reader[] = [
  { reader: 'store/mailbox', why: 'the owner' },
  { reader: 'store/search', why: 'the index, asked with the folders that are left out' },
  { reader: 'store/sweep', why: 'nothing is shown: what nobody has any more is removed' },
  { reader: 'store/accounts', why: 'an account is deleted with its mails' },
  { reader: 'mailflow', why: 'mail on its way in and out, before anybody reads it' },
  { reader: 'areas/mail/actions.service.ts', why: 'ids alone: what is moved, marked and deleted' },
  { reader: 'areas/folders', why: 'ids alone: mails whose folder is guarded from now on, or deleted' },
  { reader: 'areas/approval', why: 'mail of the queue, for who decides: it lies in no mailbox of theirs' },
  { reader: 'areas/migration', why: 'ids, sizes and counts alone: which mails stand for those of the other server' },
  {
    reader: 'areas/calendar-mail/itip/mailFiles.ts',
    why: 'invitations that arrive; a person has read the mail before',
  },
  { reader: 'areas/receipts/receiptStep.ts', why: 'a step of delivery: which mail a receipt is about' },
  {
    reader: 'areas/mail-groups/moderation.service.ts',
    why: 'copies in the mailboxes of managers: which wait for them',
  },
  {
    reader: 'areas/compose/sentRecipients.ts',
    why: 'marks alone of what came of a mail that its sender has opened; what is guarded is reported as kept',
  },
  {
    reader: 'areas/compose/recallMail.ts',
    why: 'the same, in the transaction that deletes it; the head of the sent mail itself, which was opened before',
  },
  { reader: 'areas/files/uploadRoom.ts', why: 'sizes alone' },
  { reader: 'areas/contacts/weekly.service.ts', why: 'counts of correspondents, for all accounts at once' },
  { reader: 'areas/teamwork', why: 'whether a mail is there, under the lock; it was read by the mailbox before' },
  {
    reader: 'areas/follow-up',
    why: 'the mails of follow-ups, without those in guarded folders; which mail is answered',
  },
  { reader: 'areas/offline/settleAction.ts', why: 'ids and folders alone: what is moved and marked' },
  { reader: 'areas/risk-check/markRisks.ts', why: 'ids alone: which mails have no mark yet' },
]

const isCounted = (file: string) => !/\.test\.ts$|^testing\/|\.migration\.ts$|\.d\.mts$/.test(file)
const isIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`)

const TABLES = '(?:mail|message_body|attachment)'
/** Statements of the query builder, and those that are written as text. */
const BUILT = new RegExp(String.raw`\b(?:selectFrom|\w+Join)\(\s*'${TABLES}(?: as \w+)?'`)
const WRITTEN = new RegExp(String.raw`\b(?:from|join) ${TABLES}\b(?! as |;|')[^;'"]*(?:where|join|on|order|\$\{|\`)`)

/** A search over all mails of an account, which is asked with the folders that it leaves out. */
const SEARCHED = /\bsearch\.find\(/

/** Whether the text of a file has a statement that reads one of the tables, or searches. Words of comments are none. */
function reads(text: string): boolean {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return BUILT.test(code) || WRITTEN.test(code) || SEARCHED.test(code)
}

/** Which files read mails and stand on no list, and which stand on one without need, in sentences. */
export function brokenReadingRules(files: readonly SourceFile[], readers: readonly Reader[] = MAIL_READERS): string[] {
  const reading = files.filter(({ path, text }) => isCounted(path) && reads(text)).map(({ path }) => path)
  const places = readers.map(({ reader }) => reader)
  return [
    ...reading
      .filter((file) => !places.some((place) => isIn(file, place)))
      .map((file) => `${file} reads mails by a statement of its own: ask openMailbox of store/mailbox`),
    ...places
      .filter((place) => !reading.some((file) => isIn(file, place)))
      .map((place) => `${place} is listed as a reader of mails, and reads none any more`),
  ]
}
