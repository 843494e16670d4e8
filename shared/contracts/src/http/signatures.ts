import { z } from 'zod'
import { Code } from '../codes.ts'
import { SIGNATURE_LENGTH, SUBJECT_MAX, TEMPLATE_NAME_MAX } from '../limits.ts'
import { lengthOf } from '../rules/names.ts'
import { SIGNATURE_PICTURE_LENGTH, SIGNATURE_PICTURES_MAX } from '../signaturePictures.ts'
import { get, ok, post, written } from './define.ts'
import { idOf, named } from './names.ts'

const name = written(TEMPLATE_NAME_MAX * 4)
  .transform((text) => text.trim())
  .refine((text) => text !== '' && lengthOf(text) <= TEMPLATE_NAME_MAX)
const html = named('html', written(SIGNATURE_LENGTH))

export const signature = z.object({
  signId: idOf('signature'),
  name: z.string(),
  /** HTML; fields such as {{name}} are filled in when it is inserted into a letter. */
  html: z.string(),
  /** Whether new letters, and whether answers and forwarded mails, begin with it. */
  forNew: z.boolean(),
  forReply: z.boolean(),
  /** The own address whose letters it is for; '' for all of them. */
  sender: z.string(),
})
export type Signature = z.infer<typeof signature>

/** A signature that the organisation offers; its fields are filled in from the account. */
export const systemSignature = z.object({ key: z.string(), name: z.string(), html: z.string() })
export type SystemSignature = z.infer<typeof systemSignature>

/** A signature as it is inserted into a letter, with its fields filled in. */
export const letterSignature = z.object({
  /** Names it in the letter: `own-` or `system-` and what it is known by there. */
  key: z.string(),
  name: z.string(),
  html: z.string(),
  forNew: z.boolean(),
  forReply: z.boolean(),
  /** The own address whose letters it is for; '' for all of them. */
  sender: z.string(),
})
export type LetterSignature = z.infer<typeof letterSignature>

export const letterTemplate = z.object({
  templateId: idOf('template'),
  name: z.string(),
  /** '' for none. Templates of one folder stand together. */
  folder: z.string(),
  subject: z.string(),
  html: z.string(),
})
export type LetterTemplate = z.infer<typeof letterTemplate>

/** A signature, and a template, as it is sent to be saved. */
export const signatureFields = z.object({
  name,
  html: named('html', written(SIGNATURE_LENGTH + SIGNATURE_PICTURES_MAX * SIGNATURE_PICTURE_LENGTH)),
  forNew: z.boolean().default(false),
  forReply: z.boolean().default(false),
  /** An address that is not the account's own counts as ''. */
  sender: z.string().max(254).default(''),
})
export const templateFields = z.object({
  name,
  folder: written(TEMPLATE_NAME_MAX * 4)
    .transform((text) => text.trim())
    .refine((text) => lengthOf(text) <= TEMPLATE_NAME_MAX)
    .default(''),
  subject: written(SUBJECT_MAX * 4)
    .refine((text) => lengthOf(text) <= SUBJECT_MAX)
    .default(''),
  html,
})

export const signatureCalls = [
  get('mail/main/sign', { title: 'Signatures', data: z.object({ list: z.array(signature) }) }),
  post('mail/main/sign/get', {
    title: 'One signature',
    body: z.object({ signId: idOf('signature') }),
    data: signature,
    errors: [Code.notFound],
  }),
  get('mail/main/sign/listSystem', {
    title: 'Signatures that the organisation offers, filled in for this account',
    data: z.object({ list: z.array(systemSignature) }),
  }),
  get('mail/main/sign/forLetter', {
    title: 'All signatures that a letter may have, filled in: own ones, then those of the organisation',
    data: z.object({ list: z.array(letterSignature) }),
  }),
  post('mail/main/sign/save', {
    title: 'Make a signature, or change one; of one sender, one at most is for new letters, and one for answers',
    body: signatureFields.extend({ signId: idOf('signature').nullable().default(null) }),
    data: signature,
    errors: [Code.notFound, Code.tooManyRules],
  }),
  post('mail/main/sign/delete', {
    title: 'Delete a signature',
    body: z.object({ signId: idOf('signature') }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('mail/template/letterTemplateList', {
    title: 'Letter templates, by folder and name',
    data: z.object({ list: z.array(letterTemplate.omit({ html: true })) }),
  }),
  post('mail/template/letterTemplateInfo', {
    title: 'One letter template; `filled`, with the fields of the writer filled in',
    body: z.object({ templateId: idOf('template'), filled: z.boolean().default(false) }),
    data: letterTemplate,
    errors: [Code.notFound],
  }),
  post('mail/template/saveOrUpdateLetterTemplate', {
    title: 'Make a letter template, or change one',
    body: templateFields.extend({ templateId: idOf('template').nullable().default(null) }),
    data: letterTemplate,
    errors: [Code.notFound, Code.tooManyRules],
  }),
  post('mail/template/delLetterTemplate', {
    title: 'Delete a letter template',
    body: z.object({ templateId: idOf('template') }),
    data: ok,
    errors: [Code.notFound],
  }),
] as const
