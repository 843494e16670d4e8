import { z } from 'zod'
import { Code } from '../codes.ts'
import { DOCUMENT_GRANTS_MAX } from '../limits.ts'
import { get, post, written } from './define.ts'
import { documentLevel } from './documents.ts'
import { idOf, named, queryIdOf } from './names.ts'

/** With whom a file or folder is shared. A person is named by an address; that of a mail group names the group. */
export const documentSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), address: written(254), name: written(200).default('') }),
  z.object({ kind: z.literal('group'), address: written(254), name: written(200).default('') }),
  z.object({
    kind: z.literal('department'),
    departmentId: named('department', z.number().int().positive()),
    name: written(1_000).default(''),
  }),
  z.object({ kind: z.literal('everyone') }),
])
export type DocumentSubject = z.infer<typeof documentSubject>
export const documentGrant = z.object({ subject: documentSubject, level: documentLevel })
export type DocumentGrant = z.infer<typeof documentGrant>

const own = { personAlone: 'ownerOnly', ownerOnly: true, noted: 'nothing', switchedBy: 'netdiskEnable' } as const

/** Sharing files with people, groups and departments of the organisation, who see them under "shared with me". */
export const documentGrantCalls = [
  get('documents/grant/list', {
    ...own,
    title: 'With whom a file or folder is shared, and the departments that it could be shared with',
    query: z.object({ documentId: queryIdOf('document') }),
    data: z.object({
      grants: z.array(documentGrant),
      departments: z.array(z.object({ departmentId: idOf('department'), name: z.string() })),
    }),
    errors: [Code.documentNotFound],
  }),
  post('documents/grant/save', {
    ...own,
    title: 'Share a file or folder with exactly these, at once: who is left out opens nothing of it any more',
    body: z.object({ documentId: idOf('document'), grants: z.array(documentGrant).max(DOCUMENT_GRANTS_MAX) }),
    data: z.object({ grants: z.array(documentGrant) }),
    errors: [Code.documentNotFound],
  }),
] as const
