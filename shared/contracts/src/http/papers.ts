import { z } from 'zod'
import { Code } from '../codes.ts'
import { PAPER_NAME_MAX } from '../limits.ts'
import { lengthOf } from '../rules/names.ts'
import { isReadable, PAPER_ORNAMENTS } from '../rules/papers.ts'
import { get, ok, post, written } from './define.ts'
import { idOf } from './names.ts'

const colour = z.string().regex(/^#[0-9a-f]{6}$/)

/** How a letter paper is drawn: colours and one of the ornaments, so that every mail program can show it. */
export const paperDesign = z
  .object({
    /** Around the sheet. */
    ground: colour,
    /** Under the text. */
    sheet: colour,
    text: colour,
    /** Of border and ornament. */
    line: colour,
    ornament: z.enum(PAPER_ORNAMENTS),
  })
  .refine(isReadable, { message: 'the text cannot be read on this sheet' })
export type PaperDesign = z.infer<typeof paperDesign>

export const paper = z.object({
  /** `system-`, `shared-` (the organisation's) or `own-`, and what it is known by there. */
  key: z.string(),
  name: z.string(),
  design: paperDesign,
})
export type Paper = z.infer<typeof paper>

/** A paper as it is sent to be kept. */
export const paperFields = z.object({
  name: written(PAPER_NAME_MAX * 4)
    .transform((text) => text.trim())
    .refine((text) => text !== '' && lengthOf(text) <= PAPER_NAME_MAX),
  design: paperDesign,
})

export const paperCalls = [
  get('mail/main/paper', {
    title: 'Letter papers: those of the product, of the organisation, and own ones',
    data: z.object({ list: z.array(paper) }),
  }),
  post('mail/main/paper/add', {
    title: 'Keep a paper of one’s own',
    body: paperFields,
    data: paper,
    errors: [Code.tooManyRules],
  }),
  post('mail/main/paper/delete', {
    title: 'Delete an own paper',
    body: z.object({ paperId: idOf('paper') }),
    data: ok,
    errors: [Code.notFound],
  }),
] as const
