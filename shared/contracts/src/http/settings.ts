import { z } from 'zod'
import {
  FONT_SIZES,
  MARK_READ_DELAYS,
  MAX_LIST_ROWS,
  PREVIEW_LINES,
  SKINS,
  TIME_ZONE_MIN,
  UNDO_SEND_SECONDS,
  WORD_SIZES,
  ZONE_AHEAD_MAX,
} from '../limits.ts'
import { ROLES } from '../roles.ts'
import { isZone } from '../rules/zones.ts'
import { weekStart } from './calendarShapes.ts'
import { epochMs, get, ok, post } from './define.ts'
import { externalSystem } from './externalLinks.ts'
import { receiptAnswer } from './receipts.ts'
import { switchValues } from './switchValues.ts'

/** What a person chooses for themselves. Every field has a default on the server, so an answer is always complete. */
export const generalSettings = z.object({
  language: z.enum(['zh', 'en']),
  /** 2: list above or instead of the mail; 3: folders, list and mail side by side. */
  layout: z.union([z.literal(2), z.literal(3)]),
  fontSize: z.union(FONT_SIZES.map((size) => z.literal(size))),
  skin: z.enum(SKINS),
  /** Light, dark, or the mode of the system. */
  colorMode: z.enum(['light', 'dark', 'system']),
  /** Mails on a page of the list. */
  mailCount: z.number().int().min(5).max(MAX_LIST_ROWS),
  /** Seconds until an open mail is marked as read, -1 for never. */
  markReadDelay: z.union(MARK_READ_DELAYS.map((seconds) => z.literal(seconds))),
  /** Hours from GMT; where `zone` is set, those of its clock now. */
  timeZone: z.number().multipleOf(0.25).min(TIME_ZONE_MIN).max(ZONE_AHEAD_MAX),
  /** A zone of the IANA list, with its daylight saving time; '' for `timeZone` all year. */
  zone: z.string().refine((zone) => zone === '' || isZone(zone)),
  timeFormat: z.union([z.literal(12), z.literal(24)]),
  /** Whether the list shows the size of a mail, its first words, and the pager. */
  showMailSize: z.boolean(),
  showMailList: z.boolean(),
  showMailPageNumber: z.boolean(),
  /** Whether the list of a folder has a row for each conversation. */
  conversations: z.boolean(),
  /** Lines of the text below a subject, where the list has its three lines. */
  previewLines: z.union(PREVIEW_LINES.map((lines) => z.literal(lines))),
  /** Whether recipients of a sent mail join the personal contacts. */
  saveContact: z.boolean(),
  /** Whether a sent mail that asks for something offers a reminder. */
  suggestFollowUp: z.boolean(),
  /** Rows on a page of the tables of groups, logs and files. */
  tableSize: z.number().int().min(5).max(MAX_LIST_ROWS),
  /** Desktop notifications of new mail. */
  notify: z.boolean(),
  /** Whether shortcuts of a single key (j, c, g i) apply; those with Control, Command or Alt always do. */
  singleKeys: z.boolean(),
  /** A sound with each notification. */
  sound: z.boolean(),
  /** Pictures that lie on other servers: asked for each mail, shown for people known, or always. */
  remoteImages: z.enum(['ask', 'known', 'always']),
  /** Seconds in which a sent mail can be taken back. */
  undoSeconds: z.union(UNDO_SEND_SECONDS.map((seconds) => z.literal(seconds))),
  /** Pixels of the text of a new letter. */
  wordSize: z.union(WORD_SIZES.map((size) => z.literal(size))),
  /** Line spacing of a new letter. */
  lineSpacing: z.enum(['small', 'normal', 'large']),
  /** Where the signature of an answer stands: above the quoted mail, or below it. */
  signPosition: z.enum(['above', 'below']),
  /** Key of the paper that a new letter begins on; '' for none, and one that is gone counts as none. */
  letterPaper: z.string().regex(/^(?:|(?:system|shared|own)-\w{1,20})$/),
  /** Whether a new letter asks for a receipt. */
  requestReceipt: z.boolean(),
  /** How letters are protected that their writer does not choose for; they are encrypted where all recipients can read it. */
  letterProtection: z.enum(['none', 'sign', 'encrypt', 'both']),
  /** What happens when a mail asks whether it was read: its reader is asked, or a receipt is sent, or none. */
  receiptAnswer,
  /** Language of what the program writes into letters; `same` is that of the interface. */
  letterLanguage: z.enum(['same', 'zh', 'en']),
})
export type GeneralSettings = z.infer<typeof generalSettings>

/** What goes out of the mailbox by itself, for the bar that offers to turn it off. */
export const automaticMail = z.object({
  /** The automatic answer that is on and not over: from when and until when, null for no such end; null for none. */
  reply: z.object({ startAt: epochMs.nullable(), endAt: epochMs.nullable() }).nullable(),
  /** Confirmed addresses to which all mail goes on; empty while it goes to none. */
  forwards: z.array(z.string()),
})
export type AutomaticMail = z.infer<typeof automaticMail>

export const indexSettings = switchValues.extend({
  /** All extensions that may not be attached, in lower case without dots. */
  controlFileTypes: z.array(z.string()),
  /** General settings that an operator has locked: saving one of them is refused (403001). */
  lockedSettings: z.array(z.string()),
  /** Announcements that the user has not read. */
  unreadAnnouncements: z.number().int().nonnegative(),
  /**
   * Mails that wait for a decision of the person, and their own that wait for one; none where both are off. Older servers do
   * not say it.
   */
  navCounts: z.object({ approvals: z.number().int(), applications: z.number().int() }).optional(),
  /** null while nothing is on. Older servers leave it out. */
  automaticMail: automaticMail.nullable().optional(),
  /** As the calendar of the mailbox has it, for the days that are chosen elsewhere. Older servers leave it out. */
  weekStart: weekStart.optional(),
  /** Whether the operator has named the address of a management console. */
  consoleLink: z.boolean(),
  /** The outside systems that the operator has set up and this user may go to. */
  externalLinks: z.array(externalSystem),
  /** What the person is beside a user, for what is offered to a role. */
  roles: z.array(z.enum(ROLES)),
  general: generalSettings,
})
export type IndexSettings = z.infer<typeof indexSettings>

export const settingsCalls = [
  post('mail/main/index', { title: 'Settings and switches for the start of the client', data: indexSettings }),
  get('mail/main/generalConfig/get', { title: 'General settings', data: generalSettings }),
  get('mail/main/generalConfig/gain', {
    title: 'The same as mail/main/generalConfig/get, by its older name',
    data: generalSettings,
  }),
  post('mail/main/generalConfig/save', {
    title: 'Save several general settings',
    body: generalSettings.partial(),
    data: generalSettings,
  }),
  post('mail/main/generalConfig/single/update', {
    title: 'Save one general setting',
    body: z.object({ key: generalSettings.keyof(), value: z.union([z.string(), z.number(), z.boolean()]) }),
    data: generalSettings,
  }),
  post('mail/main/generalConfig/skin/update', {
    title: 'Save the skin',
    body: z.object({ skin: z.enum(SKINS) }),
    data: ok,
  }),
] as const
