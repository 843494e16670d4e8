import { z } from 'zod'
import { Code } from '../codes.ts'
import { DOCUMENTS_PAGE_MAX, EXTRACT_CODE_MAX, EXTRACT_CODE_MIN, SHARE_COUNT_MAX, VALID_DAYS_MAX } from '../limits.ts'
import { compared, epochMs, get, ok, post } from './define.ts'
import { idOf, named } from './names.ts'
import { filePreview, shownQuery } from './previews.ts'
import { sharingRule } from './sharingRule.ts'

const blob = z.unknown()
const shareId = idOf('document-share')
const documentId = idOf('document')
const size = z.number().int().nonnegative()
const code = z.string().regex(new RegExp(`^[A-Za-z0-9]{${EXTRACT_CODE_MIN},${EXTRACT_CODE_MAX}}$`))
const days = z.number().int().min(1).max(VALID_DAYS_MAX)
const count = z.number().int().min(1).max(SHARE_COUNT_MAX)

/** `refused`: the rule of the organisation allows no links. */
export const documentShareState = z.enum(['normal', 'expired', 'cancelled', 'used-up', 'refused'])
export type DocumentShareState = z.infer<typeof documentShareState>

/** A link to files, as its owner sees it. */
export const documentShare = z.object({
  shareId,
  /** The secret of the link: `/sharefile?id=…`. */
  token: named('ticket', z.string()),
  code: z.string(),
  name: z.string(),
  /** How many files and folders are still there. */
  files: z.number().int(),
  state: documentShareState,
  createdAt: epochMs,
  expiresAt: epochMs,
  /** How often it may be opened, how often it was, and how many files were downloaded. */
  count: z.number().int(),
  visits: z.number().int(),
  downloads: z.number().int(),
  /** When the code was last sent by SMS; null for never. Older servers do not say it. */
  codeSentAt: epochMs.nullable().optional(),
  /** Whether the code can be sent by SMS: there is a gateway. Older servers do not say it. */
  sendsCodes: z.boolean().optional(),
})
export type DocumentShare = z.infer<typeof documentShare>

/** A shared file or folder, as who has opened the link sees it. */
export const sharedItem = z.object({
  documentId,
  kind: z.enum(['folder', 'file']),
  name: z.string(),
  size,
})
export type SharedItem = z.infer<typeof sharedItem>

const owners = { personAlone: 'ownerOnly', ownerOnly: true, noted: 'nothing' } as const
const own = { ...owners, switchedBy: 'netdiskEnable' } as const
const ticket = named('ticket', z.string().min(16).max(100))
const OVER = [Code.shareOver, Code.documentNotFound] as const

/** Links to files of the document center, and what is open to who comes by one without a login. */
export const documentShareCalls = [
  post('documents/share/create', {
    ...own,
    title: 'Make a link to files and folders, with a code, for some days and a number of openings',
    body: z.object({
      documentIds: z.array(documentId).min(1).max(100),
      code,
      days,
      count,
    }),
    data: documentShare,
    errors: [Code.documentNotFound, Code.documentTooMany, Code.sharingRefused],
  }),
  get('documents/share/rule', {
    ...own,
    title: 'What the organisation allows of sharing files',
    data: sharingRule,
  }),
  get('documents/share/list', {
    ...own,
    title: 'The links of a person, the newest first',
    query: z.object({
      before: named('document-share', z.coerce.number().int().positive()).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: z.object({ list: z.array(documentShare), more: z.boolean() }),
  }),
  get('documents/share/visits', {
    ...own,
    title:
      'When a link was opened, files were downloaded by it, and from which network, and when its code was sent, with the last digits of the phone: the latest 200',
    query: z.object({ shareId: named('document-share', z.coerce.number().int().positive()) }),
    data: z.object({
      list: z.array(
        z.object({
          at: epochMs,
          kind: z.enum(['visit', 'download', 'code']),
          place: z.string(),
          /** Who was logged in, unless they let no reading be reported. Older servers do not say it. */
          who: z.object({ name: z.string(), address: z.string() }).nullable().optional(),
        }),
      ),
      /** Whether there were more. Servers of before do not have it. */
      more: z.boolean().optional(),
    }),
    errors: [Code.notFound],
  }),
  post('documents/share/change', {
    ...own,
    title: 'Change the code of a link, for how many days from now it is good, or how often it may be opened in all',
    body: z.object({ shareId, code: code.optional(), days: days.optional(), count: count.optional() }),
    data: documentShare,
    errors: [Code.notFound, Code.sharingRefused],
  }),
  post('documents/share/sendCode', {
    ...own,
    title: 'Send the code of a link to a mobile phone by SMS. The text names neither the files nor the link',
    body: z.object({ shareId, phone: compared(40) }),
    data: documentShare,
    errors: [
      ...[Code.notFound, Code.shareOver, Code.sharingRefused, Code.smsNotOffered],
      ...[Code.tooManyRequests, Code.upstreamFailed],
    ],
  }),
  post('documents/share/end', {
    // Also where the document center has been switched off.
    ...owners,
    title: 'End a link at once, for who has opened it too',
    body: z.object({ shareId }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('share/open', {
    access: 'public',
    title: 'Open a link by its code. A wrong code and a link that is not there are answered alike',
    body: z.object({ token: named('ticket', z.string().min(1).max(100)), code: compared(EXTRACT_CODE_MAX) }),
    data: z.object({
      ticket: z.string(),
      expiresAt: epochMs,
      list: z.array(sharedItem),
      /** Whether files may only be viewed. Older servers do not say it. */
      viewOnly: z.boolean().optional(),
    }),
    errors: [Code.shareCodeWrong, Code.shareOver, Code.tooManyRequests],
  }),
  post('share/list', {
    access: 'public',
    title: 'What lies in a shared folder, for who has opened the link',
    body: z.object({ ticket, documentId, offset: z.number().int().min(0).max(10_000).default(0) }),
    data: z.object({ list: z.array(sharedItem).max(DOCUMENTS_PAGE_MAX), total: z.number().int() }),
    errors: OVER,
  }),
  post('share/preview', {
    access: 'public',
    title:
      'How a shared file is shown: by the browser (`file/shareShown/…`), as its pieces, or not at all. No download',
    body: z.object({ ticket, documentId }),
    data: filePreview,
    errors: [...OVER, Code.forbidden, Code.fileDamaged, Code.busy],
  }),
  get('file/shareShown/{ticket}/{documentId}', {
    access: 'public',
    title: 'Show a shared file in place: pictures, PDF, sound and films only. No download',
    params: { ticket: 'ticket', documentId: 'document' },
    query: shownQuery,
    data: blob,
    answers: 'blob',
    errors: [...OVER, Code.forbidden, Code.fileTypeBlocked, Code.fileDamaged, Code.busy],
  }),
  get('file/share/{ticket}/{documentId}', {
    access: 'public',
    title: 'Download a shared file (Range supported)',
    params: { ticket: 'ticket', documentId: 'document' },
    data: blob,
    answers: 'blob',
    errors: [...OVER, Code.sharingRefused, Code.fileDamaged],
  }),
  get('file/shares/{ticket}', {
    access: 'public',
    title: 'Download everything that a link is to, as one ZIP file',
    params: { ticket: 'ticket' },
    data: blob,
    answers: 'blob',
    errors: [...OVER, Code.sharingRefused, Code.documentTooMany, Code.fileDamaged],
  }),
] as const
