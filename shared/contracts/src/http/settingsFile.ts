import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  ADDRESS_MAX,
  FORWARD_ADDRESSES_MAX,
  LISTED_SENDERS_MAX,
  RULES_MAX,
  SIGNATURES_MAX,
  TEMPLATES_MAX,
} from '../limits.ts'
import { isMailAddress } from '../rules/address.ts'
import { senderPattern } from '../rules/mailRules.ts'
import { autoReplyDraft } from './autoReply.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { listedSender, mailRule, ruleActions } from './mailClassify.ts'
import { idOf } from './names.ts'
import { ownValuesByRemote } from './remoteSettings.ts'
import { generalSettings } from './settings.ts'
import { signatureFields, templateFields } from './signatures.ts'

/** Groups of settings that a file holds, in the order in which they are read. */
export const SETTINGS_PARTS = [
  'general',
  'signatures',
  'templates',
  'autoReply',
  'forward',
  'senders',
  'rules',
  'remotes',
] as const
export const settingsPart = z.enum(SETTINGS_PARTS)
export type SettingsPart = z.infer<typeof settingsPart>

/** A rule with its folder and labels by name: numbers mean nothing in another mailbox. */
const fileRule = mailRule.pick({ ruleName: true, enabled: true, match: true, conditions: true }).extend({
  actions: ruleActions
    .omit({ folderId: true, labelIds: true })
    .extend({ folder: z.string().nullable(), labels: z.array(z.string()).max(20) }),
})
export type FileRule = z.output<typeof fileRule>

/** As it would be typed on the page; what is no address or domain never comes in by a file. */
const sender = listedSender
  .pick({ pattern: true, kind: true })
  .refine(({ pattern }) => senderPattern(pattern) === pattern, { path: ['pattern'] })
const address = written(ADDRESS_MAX)
  .transform((text) => text.trim().toLowerCase())
  .refine(isMailAddress)

/** What each part of a file has to be. */
export const settingsFileParts = {
  general: generalSettings.partial(),
  signatures: z.array(signatureFields).max(SIGNATURES_MAX),
  templates: z.array(templateFields).max(TEMPLATES_MAX),
  autoReply: autoReplyDraft,
  forward: z.object({
    enabled: z.boolean(),
    keepCopy: z.boolean(),
    addresses: z.array(address).max(FORWARD_ADDRESSES_MAX),
  }),
  senders: z.array(sender).max(LISTED_SENDERS_MAX),
  rules: z.array(fileRule).max(RULES_MAX),
  /** What remotes keep for the person, by remote and name. */
  remotes: ownValuesByRemote,
} as const

/** The whole file, as it is written. A reader checks each part separately. */
export const settingsFile = z.object({
  format: z.literal('yanshu-settings'),
  version: z.literal(1),
  exportedAt: epochMs,
  account: z.string(),
  parts: z.object(settingsFileParts).partial(),
})
export type SettingsFile = z.infer<typeof settingsFile>

/** Why an entry of a file is left out. */
export const settingsLeftOut = z.enum([
  'locked',
  'switched-off',
  'confirm',
  'refused',
  'folder',
  'label',
  'too-many',
  'undeclared',
])

/** What an import would do with one part, or has done. */
export const settingsPartPlan = z.object({
  part: settingsPart,
  added: z.number().int().nonnegative(),
  changed: z.number().int().nonnegative(),
  same: z.number().int().nonnegative(),
  left: z.array(z.object({ name: z.string(), why: settingsLeftOut })),
  /** The part cannot be read: nothing of it is taken. */
  broken: z.boolean(),
})
export type SettingsPartPlan = z.infer<typeof settingsPartPlan>

/** Any file that a person chose from their disk, checked part by part. */
const file = z.object({
  format: z.literal('yanshu-settings'),
  version: z.literal(1),
  parts: z.record(z.string(), z.unknown()),
})
const plan = z.object({ parts: z.array(settingsPartPlan) })

export const settingsFileCalls = [
  get('mail/main/settings/file', { title: 'All settings as a file', data: settingsFile }),
  post('mail/main/settings/preview', {
    title: 'What a file of settings would change here; nothing is changed',
    body: z.object({ file }),
    data: plan,
  }),
  post('mail/main/settings/apply', {
    noted: { kind: 'imported' },
    recentPassword: 'sometimes',
    ownerOnly: true,
    title: 'Take over the chosen parts of a file of settings',
    body: z.object({ file, parts: z.array(settingsPart).min(1) }),
    data: plan.extend({ importId: idOf('settings-import') }),
    errors: [Code.forbidden, Code.recentPassword],
  }),
  post('mail/main/settings/undo', {
    noted: 'nothing',
    recentPassword: 'sometimes',
    ownerOnly: true,
    title: 'Take back an import of settings, within 30 days',
    body: z.object({ importId: idOf('settings-import') }),
    data: ok,
    errors: [Code.notFound, Code.recentPassword],
  }),
] as const
