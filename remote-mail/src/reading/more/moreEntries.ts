import type { MailDetail, MailPort } from '@yanshu/contracts'
import { intents, t } from '@yanshu/shell-api'
import type { MenuEntry } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import type { MailRow } from '../../mail-cache/mailCache.ts'
import { onPaper } from '../onPaper.ts'
import { isReadAloud, readAloud, stopReading } from './readAloud.ts'
import { NS } from './words.ts'

/** What a menu entry opens. */
export type MoreView = 'raw' | 'find'

export interface MoreSubject {
  readonly row: MailRow
  /** Undefined until the mail has come. */
  readonly detail: MailDetail | undefined
  readonly port: MailPort
  /** Whether the mail is drawn for a dark application. */
  readonly dark: boolean
  readonly onOpen: (view: MoreView) => void
  readonly onPrintThread: (detail: MailDetail) => void
}

const say = (key: string) => t(NS, key)

/** What can be done with the one mail that is read, beside what lists offer for mails. */
export function moreEntries({ row, detail, port, dark, onOpen, onPrintThread }: MoreSubject): readonly MenuEntry[] {
  return [
    ...(detail && detail.threadCount > 0
      ? [
          {
            id: 'printThread',
            label: say('printThread'),
            icon: 'print' as const,
            onSelect: () => onPrintThread(detail),
          },
        ]
      : []),
    ...(intents.answered('rule.draft')
      ? [
          {
            id: 'rule',
            label: say('rule'),
            icon: 'filter' as const,
            onSelect: () =>
              void intents
                .send('rule.draft', { sender: row.from.address, subject: row.subject })
                .catch(() => undefined),
          },
        ]
      : []),
    ...(detail ? ofText(detail, port, dark, onOpen) : []),
    { id: 'raw', label: say('raw'), icon: 'code', onSelect: () => onOpen('raw') },
  ]
}

/** What needs the text of the mail. */
function ofText(
  { mailId, messageId }: MailDetail,
  port: MailPort,
  dark: boolean,
  onOpen: (view: MoreView) => void,
): readonly MenuEntry[] {
  const paper = onPaper.get().has(mailId)
  const reads = isReadAloud(mailId)
  return [
    { id: 'find', label: say('find.title'), icon: 'search', onSelect: () => onOpen('find') },
    ...('speechSynthesis' in window
      ? [
          {
            id: 'aloud',
            label: say(reads ? 'aloudStop' : 'aloud'),
            icon: 'audio' as const,
            onSelect: () => (reads ? stopReading() : readAloud(mailId, port.text())),
          },
        ]
      : []),
    ...(dark || paper
      ? [
          {
            id: 'paper',
            label: say('paper'),
            icon: 'sun' as const,
            checked: paper,
            onSelect: () => putOnPaper(mailId, !paper),
          },
        ]
      : []),
    ...(messageId
      ? [
          {
            id: 'link',
            label: say('copyLink'),
            icon: 'link' as const,
            onSelect: () => void copyText(linkTo(messageId), { done: say('linkCopied'), failed: say('linkNotCopied') }),
          },
        ]
      : []),
  ]
}

function putOnPaper(mailId: number, on: boolean): void {
  const mails = new Set(onPaper.get())
  if (on) mails.add(mailId)
  else mails.delete(mailId)
  onPaper.mine().set(mails)
}

/** The address by which each reader of a mail opens their own copy of it. It names the mail and gives no right to it. */
export const linkTo = (messageId: string): string =>
  `${location.origin}${location.pathname}#/message/${encodeURIComponent(messageId)}`
