import { z } from 'zod'
import { get } from './define.ts'

export const suggestion = z.object({
  name: z.string(),
  address: z.string(),
  /** Department for people of the organisation, '' for others. */
  deptName: z.string(),
  duties: z.string(),
  kind: z.enum(['organization', 'recent', 'contact', 'group']),
  /** What of the person the keyword points at; '' without a keyword. */
  matched: z.enum(['', 'name', 'address', 'phone', 'department']),
  /** Whether the caller has written to them. */
  correspondent: z.boolean(),
})
export type Suggestion = z.infer<typeof suggestion>

export const contactCalls = [
  get('contact/list/suggest', {
    title: 'People for a recipient field: by name, pinyin, initials, address, department, end of the phone number',
    query: z.object({
      keyword: z.string().max(100).default(''),
      pageSize: z.coerce.number().int().min(1).max(50).default(10),
    }),
    data: z.object({ list: z.array(suggestion) }),
  }),
] as const
