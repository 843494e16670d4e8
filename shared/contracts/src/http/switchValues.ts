import { z } from 'zod'
import { SKINS } from '../limits.ts'

/** Switches the operator sets; a client shows or hides by them (§6). Their defaults: `SWITCH_DEFAULTS`. */
export const switchValues = z.object({
  calendarEnable: z.boolean(),
  assistantEnable: z.boolean(),
  mailArchiveEnable: z.boolean(),
  mailMoveEnable: z.boolean(),
  mailApproval: z.boolean(),
  approvalCount: z.number().int(),
  /** Days after which a record of approval that has ended is deleted; 0 for never. */
  approvalKeepDays: z.number().int().nonnegative(),
  netdiskEnable: z.boolean(),
  /** Megabytes that a person may keep in the document center, 0 for no limit. */
  netdiskSize: z.number().int().min(0),
  /** Megabytes above which a file of a letter goes as a link, 0 for never. */
  bigFileSize: z.number().int().min(0),
  previewEnable: z.boolean(),
  smimeEnable: z.boolean(),
  /** Whether encrypted letters go to people without a certificate, who open them with a code. */
  smimeCodeEnable: z.boolean(),
  secretModeEnable: z.boolean(),
  /** Whether people outside open a letter with a reading password on a page; else such a letter is refused to them. */
  outsideReadEnable: z.boolean(),
  autoForwardEnable: z.boolean(),
  islandPersonnel: z.boolean(),
  enableGray: z.boolean(),
  clientSwitch: z.boolean(),
  mailClient: z.boolean(),
  displayOrg: z.boolean(),
  displayEmail: z.boolean(),
  adminMailgroupFlag: z.boolean(),
  authMailgroupFlag: z.boolean(),
  mailSourceMarkEnable: z.boolean(),
  strangerMarkEnable: z.boolean(),
  deletMailRecoverFlag: z.boolean(),
  /** Whether a delivered mail can be taken back from those who have read it as well. */
  recallReadEnable: z.boolean(),
  /** 0 shows the feedback box. */
  privateEnable: z.number().int(),
  passwordComplexLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Epoch milliseconds when the mailbox expires, 0 for never. */
  validTime: z.number().int(),
  systemCopyright: z.string(),
  logoutLink: z.string(),
  showLogout: z.boolean(),
  watermark: z.string(),
  festivalAskWord: z.string(),
  festivalSkin: z.string(),
  /** Whether the screen lock is offered. */
  islockscreen: z.boolean(),
  /**
   * Minutes without an act after which the screen locks, 0 for never. What an operator sets holds for who has chosen
   * nothing, and for all where it is locked; the index settings carry what holds for the person, 0 while they have no lock.
   */
  locktime: z.number().int().min(0),
  /** The skin that the organisation proposes, '' for none; people are asked once a change. */
  currentSkin: z.union([z.literal(''), z.enum(SKINS)]),
  /** Whether the approvers of a mail may download its attachments. */
  mailApprovalDownload: z.boolean(),
  /** Whether names and inputs may hold emojis (§5). */
  emojiEnable: z.boolean(),
  /** Whether administrators have the page of versions; the index settings carry it for administrators alone. */
  releasesEnable: z.boolean(),
})
export type Switches = z.infer<typeof switchValues>
export type SwitchName = keyof Switches
