import { z } from 'zod'

const text = z.string()

/** A piece of a file, as it is shown. Nothing of it is HTML. */
export const fileBlock = z.discriminatedUnion('kind', [
  /** The name of a sheet, or the number of a slide or page. */
  z.object({ kind: z.literal('part'), text }),
  z.object({ kind: z.literal('heading'), level: z.number().int().min(1).max(6), text }),
  z.object({ kind: z.literal('text'), text }),
  /** Lines as they are. */
  z.object({ kind: z.literal('code'), text }),
  z.object({ kind: z.literal('table'), rows: z.array(z.array(text)) }),
  /** What is known of a mail, an event or a contact. */
  z.object({
    kind: z.literal('fields'),
    fields: z.array(
      z.object({
        field: z.enum([
          ...(['from', 'to', 'cc', 'date', 'start', 'end', 'place', 'organizer', 'attendee'] as const),
          ...(['phone', 'mail', 'company', 'duty', 'address'] as const),
        ]),
        value: text,
      }),
    ),
  }),
  /** Files inside of this one; bytes as it states them. */
  z.object({ kind: z.literal('entries'), entries: z.array(z.object({ name: text, size: z.number().nonnegative() })) }),
])
export type FileBlock = z.infer<typeof fileBlock>
export type FileField = Extract<FileBlock, { kind: 'fields' }>['fields'][number]['field']

/** How a file is shown, by its bytes: by the browser, as its pieces, or not at all. */
export const filePreview = z.object({
  kind: z.enum(['picture', 'pdf', 'audio', 'video', 'blocks', 'none']),
  blocks: z.array(fileBlock),
  /** Only its beginning is shown. */
  isCut: z.boolean(),
  /**
   * Whether its pages are made as a program of an office prints them, where the file is asked for in place with `exact`: the
   * operator has switched it on. Older servers do not say it.
   */
  exact: z.boolean().optional(),
  /** Of PDF and exact pages: where the page that shows them in a frame lies (`file/viewer/…`). Older servers do not say it. */
  viewer: z.string().optional(),
  /** What stands over it, where the rule of the organisation asks for that. */
  watermark: z.string().optional(),
})
export type FilePreview = z.infer<typeof filePreview>

/** How a file is asked for in place: with `exact` as the PDF that a program of an office makes of it. */
export const shownQuery = z.object({ exact: z.literal('1').optional() })
