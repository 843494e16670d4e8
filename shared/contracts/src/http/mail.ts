import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  ADDRESS_MAX,
  FACET_MAILS_MAX,
  FACET_VALUES_MAX,
  FOLDER_SENDERS_SHOWN,
  FOUND_IN_MAX,
  MARKED_PAGE,
  MAX_LIST_ROWS,
  MAX_MAILS_PER_ACTION,
  PREVIEW_COLUMNS_MAX,
  RESTORED_PAGE,
  SEARCH_KEYWORD_MIN,
  THREAD_COUNTED,
  THREAD_SHOWN,
  TIME_ZONE_MIN,
  ZONE_AHEAD_MAX,
} from '../limits.ts'
import { READING_CHARSETS } from '../readingLimits.ts'
import { FILE_TYPES } from '../rules/fileTypes.ts'
import { SENDER_CHECKS } from '../senderChecks.ts'
import { epochMs, get, ok, post, queryFlag } from './define.ts'
import { systemRole } from './folders.ts'
import { changed, mailIds } from './mailShapes.ts'
import { idOf, named, queryIdOf } from './names.ts'

export const mailAddress = z.object({ name: z.string(), address: z.string() })

/** Where the next page starts: [sticky, time key] of the last row. Opaque to the client. */
export const sortValues = z.tuple([z.number().int(), z.number().int()])
export type SortValues = z.infer<typeof sortValues>

export const mailListItem = z.object({
  mailId: idOf('mail'),
  mailboxId: idOf('folder'),
  /** Number inside the folder; a move gives a new one (RFC 9051 §2.3.1.1). */
  mailUid: idOf('mail-number'),
  sortValues,
  seen: z.boolean(),
  sticky: z.boolean(),
  /** 0 not starred; 1 to 7 the colour of the star. */
  color: z.number().int().min(0).max(7),
  replied: z.boolean(),
  forwarded: z.boolean(),
  /** Marks of the list (§3). */
  systemNotice: z.boolean(),
  stranger: z.boolean(),
  /** It came from outside with an address of this organisation in From: it may be forged. */
  claimsOwnDomain: z.boolean(),
  /** The risk check grades it `medium` or `high`, a moment after it was first listed or pushed. */
  risky: z.boolean(),
  withPassword: z.boolean(),
  /** It invites to an event, and can be answered. */
  invites: z.boolean(),
  /** 1 high, 3 normal, 5 low. */
  priority: z.union([z.literal(1), z.literal(3), z.literal(5)]),
  from: mailAddress,
  /** The first recipients, at most three; `toCount` shows how many there are. */
  to: z.array(mailAddress),
  toCount: z.number().int().nonnegative(),
  subject: z.string(),
  /** First words of the text. */
  preview: z.string(),
  hasAttachment: z.boolean(),
  /** Bytes of the whole message. */
  size: z.number().int().nonnegative(),
  /** When it arrived (drafts: was saved). */
  date: epochMs,
  /** When a letter of one's own leaves that waits for its time. */
  sendAt: epochMs.optional(),
  labelIds: z.array(idOf('label')),
  /** Of a search: the names of its files in whose text words that are searched for stand. */
  foundIn: z.array(z.string()).max(FOUND_IN_MAX).optional(),
})
export type MailListItem = z.infer<typeof mailListItem>

/** Rows of a list below one heading. */
export const dayHeading = z.object({
  /** `sticky` are mails kept on top; weeks begin on Monday; `month` is for what is older than last week. */
  kind: z.enum(['sticky', 'today', 'yesterday', 'thisWeek', 'lastWeek', 'month']),
  /** Where its days begin for the reader; 0 for mails kept on top. */
  from: epochMs,
  count: z.number().int().nonnegative(),
})
export type DayHeading = z.infer<typeof dayHeading>

export const mailList = z.object({
  list: z.array(mailListItem),
  /** Rows in the whole list, filters applied; -1 when counting was not worth its time (then `more` shows the rest). */
  total: z.number().int(),
  more: z.boolean(),
  /**
   * Every heading of the whole list in its order, with the rows below it, when `timeZone` asked for them and counting was
   * worth its time; then the counts add up to `total`. Headings of days are there though no row is below them.
   */
  headings: z.array(dayHeading).optional(),
  /** The folder, where it was asked for by its role. */
  mailboxId: idOf('folder').optional(),
  /** Of a search: mails still wait to be searched by their words. Asked again in a moment, it may find more. */
  incomplete: z.boolean().optional(),
})
export type MailList = z.infer<typeof mailList>

/**
 * How every list is paged. A cursor (`sortValues`, two numbers joined by a comma) continues after a row and costs the
 * same anywhere; `offset` jumps to a row number and is meant for the scroll bar. With neither, the list starts.
 */
export const paging = {
  pageSize: z.coerce.number().int().min(1).max(MAX_LIST_ROWS).default(50),
  sortValues: z
    .string()
    .regex(/^-?\d{1,16},-?\d{1,16}$/)
    .optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  /** Only unread (1) or only read (0) mails. */
  isUnread: queryFlag.optional(),
  /**
   * How much of the first words is wanted: columns, of which a Chinese character or an emoji needs two and a Latin letter one.
   * What is cut ends with `…`. Without it they come whole.
   */
  previewColumns: z.coerce.number().int().min(0).max(PREVIEW_COLUMNS_MAX).optional(),
}

/** For lists in the order of time. */
export const pagingByDay = {
  ...paging,
  /** The reader's clock now, in hours from GMT: asks for the headings of the list. */
  timeZone: z.coerce.number().multipleOf(0.25).min(TIME_ZONE_MIN).max(ZONE_AHEAD_MAX).optional(),
}

/** By what a list can be sorted. `sender` is the first recipient in the folders of sent mails and drafts. */
export const mailSort = z.enum(['date', 'sender', 'subject', 'size', 'attachment'])
export type MailSort = z.infer<typeof mailSort>

const order = {
  sort: mailSort.optional(),
  /** From the least on: A before Z, small before large, old before new. */
  ascending: queryFlag.optional(),
}

/**
 * A list in another order, or some of its mails alone. Such a list is found by looking through all of it, so it has no
 * headings, and mails that are kept on top stand where the order has them. Mails of one place in the order stand newest first.
 */
const arrangement = {
  ...order,
  isStarred: queryFlag.optional(),
  hasAttachment: queryFlag.optional(),
  /** Only mails from this address. */
  sender: z
    .string()
    .min(1)
    .max(ADDRESS_MAX)
    // PostgreSQL has no such character in a text.
    .refine((text) => !text.includes('\0'))
    .optional(),
}

/** Who wrote mails of a folder. */
export const folderSender = z.object({
  address: z.string(),
  /** As the newest of the mails has it. */
  name: z.string(),
  count: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
  /** Of all of them. */
  bytes: z.number().int().nonnegative(),
  /** When the newest came. */
  latest: epochMs,
})
export type FolderSender = z.infer<typeof folderSender>

/** Mails of a list that is marked as a whole, so that what comes later is not among them. */
export const markedMails = z.object({
  /** Each mail with its folder, its number there, and 1 where it is read; the newest first. */
  list: z.array(z.tuple([idOf('mail'), idOf('folder'), idOf('mail-number'), z.number().int().min(0).max(1)])),
  /** For the next part; null where there is none. */
  before: z.number().int().nullable(),
})
export type MarkedMails = z.infer<typeof markedMails>
const beforeMark = { before: z.coerce.number().int().min(0).optional() }

/** 0 none, 1 has, 2 all (§2, Search). */
const three = z.coerce.number().int().min(0).max(2).default(2)

const searchTerms = {
  isUnread: three,
  hasAttachment: three,
  /** 1 subject, 2 sender and recipients, 3 everything: the kinds of the quick search; 4 advanced. */
  searchType: z.coerce.number().int().min(1).max(4).default(3),
  searchKeyword: z.string().max(200).default(''),
  /** Words of the subject alone. */
  subject: z.string().max(200).default(''),
  /** Who sent it, and who got it: a name, in pinyin too, an address, or a part of either. */
  from: z.string().max(200).default(''),
  to: z.string().max(200).default(''),
  /** Comma list for type 4: 1 subject, 2 addresses, 3 text. */
  scope: z
    .string()
    .regex(/^[123](,[123]){0,2}$/)
    .optional(),
  startTime: z.coerce.number().int().optional(),
  endTime: z.coerce.number().int().optional(),
  mailboxId: queryIdOf('folder').optional(),
  /** One of the attached files is of this kind, by its extension. */
  fileType: z.enum(FILE_TYPES).optional(),
}
export const searchQuery = z.object({
  ...paging,
  ...searchTerms,
  /** `best`: by where the words stand, in the subject, in people or in the text; the newest `RANKED_HITS_MAX` hits alone. */
  order: z.enum(['newest', 'best']).optional(),
  /** Goes before `order`: the newest `SORTED_HITS_MAX` hits alone, put in this order. */
  ...order,
})
export type SearchQuery = z.input<typeof searchQuery>

/** How many mails have one value of a facet. */
const facetMails = z.number().int().positive()

/** The hits of a search by what they may be narrowed by: each value with the number of mails, the most mails first. */
export const searchFacets = z.object({
  folders: z.array(z.object({ mailboxId: idOf('folder'), mails: facetMails })),
  /** Senders. */
  people: z.array(mailAddress.extend({ mails: facetMails })),
  /** For each moment that was asked for, in the same order: how many hits are not older. */
  since: z.array(z.number().int().nonnegative()),
  fileTypes: z.array(z.object({ fileType: z.enum(FILE_TYPES), mails: facetMails })),
  /** Mails that were counted. */
  mails: z.number().int().nonnegative(),
  /** There are older hits, which were not counted. */
  more: z.boolean(),
})
export type SearchFacets = z.infer<typeof searchFacets>

export const attachment = z.object({
  /** For `file/download/{id}` and `file/show/{id}`. */
  fileId: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.number().int().nonnegative(),
  /** Shown inside the text under this Content-ID (RFC 2392), without brackets; null for ordinary attachments. */
  contentId: z.string().nullable(),
  kind: z.enum(['file', 'calendar', 'message']),
})
export type Attachment = z.infer<typeof attachment>

/** The mailing list by which a mail came (RFC 2919). */
export const mailingList = z.object({
  name: z.string(),
  /** Where answers for all its readers go (RFC 2369 §3.4); null where the list names no address. */
  address: z.string().nullable(),
})
export type MailingList = z.infer<typeof mailingList>

export const mailDetail = mailListItem.extend({
  sender: mailAddress.nullable(),
  replyTo: z.array(mailAddress),
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  bcc: z.array(mailAddress),
  /** The time of the Date header, null when it has no usable one. */
  sentAt: epochMs.nullable(),
  messageId: z.string(),
  /** The HTML as it came: hostile until sanitised. null when the mail has plain text only. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Whether HTML or text were cut because they are enormous; `file/mail/{id}` has all of them. */
  truncated: z.boolean(),
  attachments: z.array(attachment),
  readReceiptTo: mailAddress.nullable(),
  /** Its sender has restricted how it is read: this is its head alone, and `mail/email/restricted/open` has its text. */
  restricted: z.boolean().optional(),
  /** A list or a program has sent it; absent for other mail. */
  automatic: z.literal(true).optional(),
  /** Absent where it came by none. */
  mailingList: mailingList.optional(),
  /** The charset that the mailbox has chosen for its sender; absent where the mail decides. */
  charset: z.enum(READING_CHARSETS).optional(),
  /**
   * What a server before this one, which the operator trusts, has found of the domain of its sender: DMARC or a signature of it
   * confirms it, DMARC fails, or neither. Absent where none has checked.
   */
  authentication: z.enum(SENDER_CHECKS).optional(),
  /** How many other mails its conversation has, the newest 500 counted. */
  threadCount: z.number().int().min(0).max(THREAD_COUNTED),
  /** Present in the outbox while the mail can still be taken back. */
  sendId: z.string().nullable(),
  /** Until when, null when it has left or was never sent. */
  releaseAt: epochMs.nullable(),
  /** What happened to each recipient of a sent mail. */
  deliveries: z.array(
    z.object({
      address: z.string(),
      state: z.enum(['held', 'queued', 'delivered', 'relayed', 'failed']),
      /** In the words of the other server, '' when there are none. */
      reason: z.string(),
    }),
  ),
})
export type MailDetail = z.infer<typeof mailDetail>

/** Where each mail lies after a move, and its number there. */
const movedMails = z.array(z.object({ mailId: idOf('mail'), mailboxId: idOf('folder'), mailUid: idOf('mail-number') }))

/** A mail that was deleted for good, and until when it can be restored. */
export const deletedMail = z.object({
  deletedId: idOf('deleted-mail'),
  subject: z.string(),
  from: mailAddress,
  /** When it arrived, and when it was deleted. */
  date: epochMs,
  deletedAt: epochMs,
  until: epochMs,
  size: z.number().int().nonnegative(),
})
export type DeletedMail = z.infer<typeof deletedMail>

export const mailCalls = [
  get('mail/email/mailbox/list', {
    title: 'Mails of a folder, or of all folders but recycle bin and spam',
    query: z.object({
      ...pagingByDay,
      mailboxId: queryIdOf('folder').optional(),
      /** A folder that each account has, for a client without its id; the answer has it. Only without `mailboxId`. */
      role: systemRole.optional(),
      ...arrangement,
    }),
    data: mailList,
    errors: [Code.folderNotFound, Code.mailNotFound, Code.busy],
  }),
  get('mail/email/mailbox/marked', {
    title: `The mails of a folder or with a label, or of all folders but recycle bin and spam, or those that are shown of them, to be acted on as a whole; ${MARKED_PAGE} at a time`,
    query: z.object({
      ...beforeMark,
      ...arrangement,
      /** Goes before `labelId`. */
      mailboxId: queryIdOf('folder').optional(),
      labelId: queryIdOf('label').optional(),
      isUnread: paging.isUnread,
    }),
    data: markedMails,
    errors: [Code.folderNotFound, Code.labelNotFound, Code.busy],
  }),
  get('mail/email/mailbox/senders', {
    title: `Who wrote the mails of a folder, the most mails first, ${FOLDER_SENDERS_SHOWN} at most`,
    query: z.object({ mailboxId: queryIdOf('folder') }),
    data: z.object({
      list: z.array(folderSender),
      /** How many senders there are. */
      total: z.number().int().nonnegative(),
    }),
    errors: [Code.folderNotFound, Code.busy],
  }),
  get('mail/email/label/list', {
    title: 'Mails with a label',
    query: z.object({ ...pagingByDay, ...arrangement, labelId: queryIdOf('label') }),
    data: mailList,
    errors: [Code.labelNotFound, Code.mailNotFound, Code.busy],
  }),
  get('mail/email/favorite/list', {
    title: 'Starred mails',
    query: z.object({ ...pagingByDay, ...arrangement }),
    data: mailList,
    errors: [Code.mailNotFound, Code.busy],
  }),
  get('mail/email/related/list', {
    title: 'Correspondence with one address',
    query: z.object({ ...paging, address: z.string().min(1).max(254) }),
    data: mailList,
  }),
  get('mail/email/search', {
    title: 'Search',
    query: searchQuery,
    data: mailList,
    errors: [Code.mailNotFound, Code.searchTooLong, Code.busy],
  }),
  get('mail/email/search/facets', {
    title: `The newest ${FACET_MAILS_MAX} hits of a search by folder, sender, time and kind of file`,
    query: z.object({
      ...searchTerms,
      /** Comma list of moments, epoch milliseconds. */
      moments: z
        .string()
        .regex(/^(\d{1,15}(,\d{1,15})*)?$/)
        .refine((list) => list.split(',').length <= FACET_VALUES_MAX)
        .default(''),
    }),
    data: searchFacets,
    errors: [Code.folderNotFound, Code.searchTooLong, Code.busy],
  }),
  get('mail/email/search/marked', {
    title: `All that a search finds, to be acted on as a whole; ${MARKED_PAGE} at a time`,
    query: searchQuery.extend(beforeMark),
    data: markedMails,
    errors: [Code.folderNotFound, Code.searchTooLong, Code.busy],
  }),
  get('mail/email/quick/list', {
    title: 'First hits for the quick search while it is typed',
    query: z.object({
      searchKeyword: z.string().trim().min(SEARCH_KEYWORD_MIN).max(200),
      pageSize: paging.pageSize.default(10),
    }),
    data: mailList.pick({ list: true, incomplete: true }).extend({ people: z.array(mailAddress) }),
    errors: [Code.searchTooLong, Code.busy],
  }),
  post('mail/email/detail', {
    title: 'One mail, whole. Opening it does not mark it as read',
    body: z.object({ mailId: idOf('mail') }),
    data: mailDetail,
    errors: [Code.mailNotFound],
  }),
  post('mail/email/charset/save', {
    title: 'Read the mails of the sender of a mail in a charset from now on, or as they say (null)',
    body: z.object({ mailId: idOf('mail'), charset: z.enum(READING_CHARSETS).nullable() }),
    data: ok,
    errors: [Code.mailNotFound],
  }),
  get('mail/email/byMessageId', {
    title:
      "The reader's own copy of a mail that a link names by its Message-ID, outside of folders that are closed; of several the one that is in no recycle bin",
    query: z.object({ messageId: named('message', z.string().min(3).max(998)) }),
    data: mailListItem.pick({ mailId: true, mailboxId: true }),
    errors: [Code.mailNotFound],
  }),
  get('mail/email/thread/list', {
    title: `The other mails of the conversation that a mail belongs to, the newest ${THREAD_SHOWN}, newest first; \`total\` is how many there are, the newest ${THREAD_COUNTED} counted`,
    query: z.object({ mailId: queryIdOf('mail') }),
    data: mailList,
    errors: [Code.mailNotFound],
  }),
  post('mail/email/seen/update', {
    title: 'Mark as read or unread',
    body: mailIds.extend({ seen: z.boolean() }),
    data: changed,
  }),
  post('mail/email/sticky/update', {
    title: 'Keep on top of the list, or no longer',
    body: mailIds.extend({ sticky: z.boolean() }),
    data: changed,
  }),
  post('mail/email/color/update', {
    title: 'Star in a colour (1 to 7) or take the star away (0)',
    body: mailIds.extend({ color: z.number().int().min(0).max(7) }),
    data: changed,
  }),
  post('mail/email/label/update', {
    title: 'Add and remove labels',
    body: mailIds.extend({ add: z.array(idOf('label')).max(100), remove: z.array(idOf('label')).max(100) }),
    data: changed,
    errors: [Code.labelNotFound],
  }),
  post('mail/email/move', {
    title: 'Move to another folder',
    body: z.object({
      mailboxId: idOf('folder'),
      targetMailboxId: idOf('folder'),
      mailUids: z.array(idOf('mail-number')).min(1).max(MAX_MAILS_PER_ACTION),
    }),
    data: z.object({
      folderName: z.string(),
      moved: z.array(z.object({ mailId: idOf('mail'), mailUid: idOf('mail-number') })),
    }),
    errors: [Code.folderNotFound, Code.folderNotEmptyable],
  }),
  post('mail/email/recoverableDelete', {
    title: 'Move to the recycle bin, remembering where from',
    body: mailIds,
    data: changed.extend({ moved: movedMails }),
  }),
  post('mail/email/recoverEmail', {
    title: 'Put mails of the recycle bin back where they were',
    body: mailIds,
    data: changed.extend({ moved: movedMails }),
  }),
  post('mail/email/delete', { title: 'Delete for good', body: mailIds, data: changed }),
  get('mail/email/deleted/list', {
    switchedBy: { name: 'deletMailRecoverFlag', refusal: Code.recoveryOff },
    title:
      'Mails that were deleted for good and can be restored, the last deleted first, but those of folders with a password',
    query: z.object({ before: queryIdOf('deleted-mail').optional() }),
    data: z.object({ list: z.array(deletedMail), more: z.boolean() }),
  }),
  post('mail/doCompletedelMail', {
    switchedBy: { name: 'deletMailRecoverFlag', refusal: Code.recoveryOff },
    title: 'Restore mails that were deleted for good, where they lay; into the inbox where that folder is gone',
    body: z.object({ deletedIds: z.array(idOf('deleted-mail')).min(1).max(RESTORED_PAGE) }),
    data: changed,
    errors: [Code.storageFull],
  }),
  post('mail/email/draftdelete', { title: 'Throw drafts away', body: mailIds, data: changed }),
  post('mail/email/readedDelete', {
    title: 'Move the read mails of a folder to the recycle bin',
    body: z.object({ mailboxId: idOf('folder') }),
    data: changed,
    errors: [Code.folderNotFound],
  }),
  post('mail/email/export', {
    title:
      'Mails as one file, the oldest first: `zip` of .eml files, or `mbox` (mboxrd). Restricted letters are left out, and a list of what is left out ends the file. Headers say how many mails and bytes it has (`EXPORT_HEADERS`)',
    body: mailIds.extend({ form: z.enum(['zip', 'mbox']) }),
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.mailNotFound, Code.letterRestricted, Code.folderClosed, Code.exportsRunning],
  }),
  post('mail/email/allSeen', {
    title: 'Mark a whole folder as read',
    body: z.object({ mailboxId: idOf('folder') }),
    data: ok,
  }),
] as const
