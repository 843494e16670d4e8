import { z } from 'zod'
import { Code } from '../codes.ts'
import { savedDraft } from './compose.ts'
import { epochMs, post } from './define.ts'
import { draftHand } from './handedDrafts.ts'
import { letterOptions } from './letter.ts'
import { mailAddress } from './mail.ts'
import { idOf, named } from './names.ts'

/** A draft as it was before later saves. */
export const draftVersion = z.object({
  versionId: idOf('draft-version'),
  /** When it was saved. */
  savedAt: epochMs,
  /** Program and system that it was written with, '' where that is not known. */
  device: z.string(),
  /** Who had written it, '' for the owner of the mailbox. */
  person: z.string(),
  /** Bytes of its letter. */
  size: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
})
export type DraftVersion = z.infer<typeof draftVersion>

/** The content of such a version. */
export const versionLetter = z.object({
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  bcc: z.array(mailAddress),
  subject: z.string(),
  /** HTML as it was written, for its text: it is not cleaned. */
  html: z.string(),
  options: letterOptions,
  /** `isKept`: whether it comes back with the version. */
  files: z.array(z.object({ name: z.string(), size: z.number().int().nonnegative(), isKept: z.boolean() })),
})
export type VersionLetter = z.infer<typeof versionLetter>

/** Another window in which a draft is open. */
export const draftWindow = z.object({
  /** Program and system, '' where that is not known. */
  device: z.string(),
  /** Who sits before it, '' for the owner of the mailbox. */
  person: z.string(),
  /** When it saved the draft, null where another window has saved it since, or it has not. */
  changedAt: epochMs.nullable(),
})
export type DraftWindow = z.infer<typeof draftWindow>

const version = { mailId: idOf('mail'), versionId: idOf('draft-version') }

export const draftVersionCalls = [
  post('mail/email/draft/versions', {
    title: 'Versions of a draft, the newest first',
    body: z.object({ mailId: idOf('mail') }),
    data: z.object({ list: z.array(draftVersion) }),
    errors: [Code.mailNotFound],
  }),
  post('mail/email/draft/version', {
    title: 'What a version of a draft says',
    body: z.object(version),
    data: versionLetter,
    errors: [Code.mailNotFound, Code.notFound],
  }),
  post('mail/email/draft/restore', {
    title: 'Bring a version of a draft back; the letter as it stands becomes a version',
    body: z.object({
      ...version,
      /** The revision that it is to replace. */
      revision: z.number().int(),
    }),
    /** `missing`: names of files of the version that are kept no more. */
    data: savedDraft.extend({ missing: z.array(z.string()) }),
    errors: [Code.mailNotFound, Code.notFound, Code.draftSuperseded, Code.draftHandRefused, Code.storageFull],
  }),
  post('mail/email/draft/windows', {
    title: 'Say that a draft is open in a window, and ask in which others it is',
    body: z.object({
      mailId: idOf('mail'),
      /** The window's own name for its letter. */
      name: named('request', z.string().min(8).max(64)),
      /** Whether it is open there no more. */
      closed: z.boolean().default(false),
    }),
    /** `hand`: who has the draft where it is handed to a colleague; null where it is not. Older servers do not say it. */
    data: z.object({ others: z.array(draftWindow), hand: draftHand.nullish() }),
    errors: [Code.mailNotFound],
  }),
] as const
