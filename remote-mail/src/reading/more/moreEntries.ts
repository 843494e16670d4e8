import { type MailDetail, READING_CHARSETS, type ReadingCharset } from '@yanshu/contracts'
import { fetchPart, go, http, intents, queryKeys, t } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import type { MenuEntry } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { conversationEntries } from '../../conversations/conversationEntries.ts'
import type { MailRow } from '../../mail-cache/mailCache.ts'
import { mailbox } from '../../mailbox/mailbox.ts'
import { acting } from '../../on-demand/acting.ts'
import { onPaper } from '../onPaper.ts'
import { fetchSaving } from '../saving/fetchSaving.ts'
import { saySaving } from '../saving/words.ts'
import { NS } from './words.ts'

/** What a menu entry opens. */
export type MoreView = 'raw' | 'find' | 'mute' | 'report' | 'aloud'

export interface MoreSubject {
  readonly row: MailRow
  /** Undefined until the mail has come. */
  readonly detail: MailDetail | undefined
  /** Whether the mail is drawn for a dark application. */
  readonly dark: boolean
  readonly onOpen: (view: MoreView) => void
  readonly onPrintThread: (detail: MailDetail) => void
}

const say = (key: string, values?: Readonly<Record<string, string>>) => t(NS, key, values)

const fetchLeaving = () => fetchPart(() => import('../../subscriptions/leave.ts'))

/** What can be done with the one mail that is read, beside what lists offer for mails. */
export function moreEntries({ row, detail, dark, onOpen, onPrintThread }: MoreSubject): readonly MenuEntry[] {
  return [
    ...(detail ? toList(detail) : []),
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
    ...(detail ? conversationEntries(detail, () => onOpen('mute')) : []),
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
    ...(detail?.automatic && isReceived(row)
      ? [
          {
            id: 'unsubscribe',
            label: say('unsubscribe'),
            icon: 'mail' as const,
            onSelect: () => acting(fetchLeaving, ({ leaveFromMail }) => leaveFromMail(row)),
          },
          {
            id: 'subscriptions',
            label: say('subscriptions'),
            icon: 'mail' as const,
            onSelect: () => go('/subscriptions'),
          },
        ]
      : []),
    ...(detail ? ofText(detail, dark, onOpen) : []),
    { id: 'raw', label: say('raw'), icon: 'code', onSelect: () => onOpen('raw') },
    ...(isReceived(row)
      ? [{ id: 'report', label: say('report'), icon: 'warning' as const, onSelect: () => onOpen('report') }]
      : []),
  ]
}

/** An answer to all readers of the mailing list by which a mail came; its address is named, because a sender may write any. */
function toList({ mailId, mailingList }: MailDetail): readonly MenuEntry[] {
  if (!mailingList?.address) return []
  const { name, address } = mailingList
  const to = [{ name, address }]
  return [
    {
      id: 'replyList',
      label: say('replyList', { address }),
      icon: 'reply-all',
      onSelect: () => void intents.send('compose.open', { kind: 'reply', mailId, to }).catch(() => undefined),
    },
  ]
}

/** What a person has written is not reported to the administrators. */
const isReceived = ({ mailboxId }: MailRow): boolean => !['drafts', 'sent'].includes(mailbox().roleOf(mailboxId) ?? '')

/** What needs the text of the mail. */
function ofText(detail: MailDetail, dark: boolean, onOpen: (view: MoreView) => void): readonly MenuEntry[] {
  const { mailId, messageId, charset, attachments } = detail
  const paper = onPaper.get().has(mailId)
  return [
    { id: 'find', label: say('find.title'), icon: 'search', onSelect: () => onOpen('find') },
    ...('speechSynthesis' in window
      ? [
          {
            id: 'aloud',
            label: say('aloud'),
            icon: 'audio' as const,
            onSelect: () => onOpen('aloud'),
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
    {
      kind: 'submenu',
      id: 'charset',
      label: say('charset'),
      icon: 'language',
      items: [null, ...READING_CHARSETS].map((one) => ({
        id: `charset-${one ?? 'auto'}`,
        label: one === null ? say('charsetAuto') : say(`charsets.${one}`),
        radio: true,
        checked: (charset ?? null) === one,
        onSelect: () => void chooseCharset(mailId, one),
      })),
    },
    ...(attachments.some(({ contentId }) => contentId === null) && detail.restricted !== true && isSecureContext
      ? [
          {
            id: 'keepFiles',
            label: saySaving('keep'),
            icon: 'download' as const,
            onSelect: () => acting(fetchSaving, ({ keepOnDevice }) => keepOnDevice(detail)),
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

/** The mails of the sender are read anew; a failure is shown by `http`. */
async function chooseCharset(mailId: number, charset: ReadingCharset | null): Promise<void> {
  try {
    await http.post('mail/email/charset/save', { mailId, charset })
    await queryClient().invalidateQueries({ queryKey: queryKeys.mail(mailId) })
  } catch {
    // The mail stays as it is read now.
  }
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
