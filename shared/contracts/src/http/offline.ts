import { z } from 'zod'
import { OFFLINE_ACTION_MAILS, OFFLINE_ACTIONS_AT_ONCE, OFFLINE_DAYS, OFFLINE_TEXTS_AT_ONCE } from '../rules/offline.ts'
import { get, post } from './define.ts'
import { mailDetail, mailListItem } from './mail.ts'
import { idOf, named } from './names.ts'

/** What was done to mails while there was no network. */
export const offlineAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seen'), seen: z.boolean() }),
  z.object({ kind: z.literal('star'), color: z.number().int().min(0).max(7) }),
  z.object({ kind: z.literal('sticky'), sticky: z.boolean() }),
  z.object({
    kind: z.literal('label'),
    add: z.array(idOf('label')).max(100),
    remove: z.array(idOf('label')).max(100),
  }),
  z.object({ kind: z.literal('move'), folderId: idOf('folder') }),
  /** Into the recycle bin. */
  z.object({ kind: z.literal('bin') }),
  /** Out of the recycle bin, back to where each mail was. */
  z.object({ kind: z.literal('recover') }),
])
export type OfflineAct = z.infer<typeof offlineAct>

export const offlineAction = z.object({
  /** Chosen by the device, so that a repeated call does it once. */
  key: named('request', z.string().min(8).max(64)),
  act: offlineAct,
  /** The mails, each with the folder in which the device showed it: what has left that folder is not moved. Null: any. */
  mails: z
    .array(z.object({ mailId: idOf('mail'), mailboxId: idOf('placed-folder').nullable() }))
    .min(1)
    .max(OFFLINE_ACTION_MAILS),
})
export type OfflineAction = z.infer<typeof offlineAction>

export const settledAction = z.object({
  key: named('request', z.string()),
  /** Mails that are now as the action wanted them. */
  done: z.number().int().nonnegative(),
  /** Mails that are no longer there. */
  gone: z.array(idOf('mail')),
  /** Mails that were moved elsewhere meanwhile: they stay there. */
  elsewhere: z.array(idOf('mail')),
  /** Why nothing was done: the folder or the label is no longer there; null where it was. */
  refused: z.number().int().nullable(),
})
export type SettledAction = z.infer<typeof settledAction>

export const offlineCalls = [
  get('mail/offline/mails', {
    title:
      'The mails that a device may keep: the beginning of each folder, and those of the last days; with `since` what has changed of them. None that is restricted, protected by keys, or in a folder with a password',
    personAlone: 'forbidden',
    noted: 'nothing',
    query: z.object({
      days: z.coerce.number().int().min(0).max(OFFLINE_DAYS).default(0),
      since: z.coerce.number().int().min(0).optional(),
    }),
    data: z.object({
      /** The newest change that the answer contains. */
      seq: z.number().int(),
      /** Whether it is all of them, and not only what has changed. */
      all: z.boolean(),
      list: z.array(mailListItem),
      /** What must not be kept any more. */
      gone: z.array(idOf('mail')),
    }),
  }),
  post('mail/offline/texts', {
    title: 'Mails with their texts, those of them that a device may keep; `left` are those to be asked for next',
    personAlone: 'forbidden',
    noted: 'nothing',
    body: z.object({ mailIds: z.array(idOf('mail')).min(1).max(OFFLINE_TEXTS_AT_ONCE) }),
    data: z.object({ list: z.array(mailDetail), left: z.array(idOf('mail')) }),
  }),
  post('mail/offline/settle', {
    title: 'Do what was done without a network, in its order; each action once, however often it is sent',
    personAlone: 'forbidden',
    noted: 'nothing',
    body: z.object({ actions: z.array(offlineAction).min(1).max(OFFLINE_ACTIONS_AT_ONCE) }),
    data: z.object({ list: z.array(settledAction) }),
  }),
] as const
