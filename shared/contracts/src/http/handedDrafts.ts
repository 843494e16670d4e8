import { z } from 'zod'
import { Code } from '../codes.ts'
import { savedDraft } from './compose.ts'
import { epochMs, post } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf, named } from './names.ts'

/**
 * How far a draft is that its author hands to a colleague: the link is not opened yet, the colleague writes on it, the author
 * has it again, or the colleague has sent it.
 */
export const draftHandState = z.enum(['offered', 'taken', 'back', 'sent'])
export type DraftHandState = z.infer<typeof draftHandState>

/** A draft with two authors, of whom one has it at a time. */
export const draftHand = z.object({
  handId: named('handed-draft', z.string()),
  /** Which of the two asks: who has begun the letter, or who got it. */
  role: z.enum(['author', 'colleague']),
  /** The other one. */
  other: mailAddress,
  state: draftHandState,
  /** Since when. */
  since: epochMs,
})
export type DraftHand = z.infer<typeof draftHand>

const alone = { personAlone: 'forbidden', noted: 'nothing' } as const

export const draftHandCalls = [
  post('mail/email/draft/hand', {
    ...alone,
    title: 'Hand a draft to a colleague, who gets a mail with the link and writes on it after opening that',
    body: z.object({ mailId: idOf('mail'), address: z.string().min(1).max(254) }),
    data: draftHand,
    errors: [Code.mailNotFound, Code.draftHandRefused, Code.storageFull],
  }),
  post('mail/email/draft/hand/take', {
    ...alone,
    title: 'Open the link of a draft that was handed over: it lies in the own drafts from then on',
    body: z.object({ handId: named('handed-draft', z.string().min(16).max(64)) }),
    data: savedDraft,
    errors: [Code.notFound, Code.draftHandRefused, Code.storageFull],
  }),
  post('mail/email/draft/hand/back', {
    ...alone,
    title: 'Give a handed draft back, or take it back, as it stands; an offer that was not opened ends',
    body: z.object({ mailId: idOf('mail') }),
    /** `missing`: names of files of the colleague that stay out, because they lie in a folder with a password. */
    data: z.object({ missing: z.array(z.string()) }),
    errors: [Code.mailNotFound, Code.draftHandRefused, Code.storageFull],
  }),
] as const
