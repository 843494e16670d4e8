import { z } from 'zod'
import { Code } from '../codes.ts'
import { DOCUMENT_GRANTS_MAX, DOCUMENT_QUOTA_MAX_MB } from '../limits.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { documentGrant } from './documentGrants.ts'
import { documentShareState } from './documentShares.ts'
import { idOf, named } from './names.ts'
import { sharingRule } from './sharingRule.ts'

const count = z.number().int().nonnegative()
const person = z.object({ name: z.string(), address: z.string() })
/** Megabytes; 0 for no limit, null for what is set above. */
const megabytes = z.number().int().min(0).max(DOCUMENT_QUOTA_MAX_MB).nullable()

/** How much a person keeps in the document center; bytes, `limit` 0 for none. */
export const documentUsage = person.extend({
  used: count,
  limit: count,
  /** What is set for this person alone. */
  own: megabytes,
  files: count,
})
export type DocumentUsage = z.infer<typeof documentUsage>

export const departmentQuota = z.object({ departmentId: idOf('department'), name: z.string(), own: megabytes })
export type DepartmentQuota = z.infer<typeof departmentQuota>

/** A link of a person to files, without its secrets. */
export const organisationShare = z.object({
  shareId: idOf('document-share'),
  owner: person,
  name: z.string(),
  files: count,
  state: documentShareState,
  createdAt: epochMs,
  expiresAt: epochMs,
  count,
  visits: count,
  downloads: count,
})
export type OrganisationShare = z.infer<typeof organisationShare>

export const largeDocument = z.object({ owner: person, name: z.string(), size: count, changedAt: epochMs })
export type LargeDocument = z.infer<typeof largeDocument>

/** A folder of the organisation, a department or a group. An account of no person holds it. */
export const documentTeam = z.object({
  documentId: idOf('document'),
  name: z.string(),
  holder: person,
  grants: z.array(documentGrant),
  /** In the recycle bin, for 30 days. */
  removed: z.boolean(),
})
export type DocumentTeam = z.infer<typeof documentTeam>

const folderName = written(1_000).transform((text) => text.normalize('NFC').trim())
const grants = z.array(documentGrant).max(DOCUMENT_GRANTS_MAX)
const NAMES = [Code.documentNameRefused, Code.documentNameTaken] as const

const administrators = { administrator: true } as const

/** The document center of the organisation. File contents and secrets of links are answered by none of these calls. */
export const documentAdministrationCalls = [
  get('documents/organisation/rule', {
    ...administrators,
    title: 'What the organisation allows of sharing files',
    data: sharingRule,
  }),
  post('documents/organisation/rule/save', {
    ...administrators,
    title: 'Change what the organisation allows of sharing files. Links that are there obey with the next call',
    body: sharingRule,
    data: ok,
  }),
  get('documents/organisation/usage', {
    ...administrators,
    title: 'How much people keep, the most first, and what is set for departments and all',
    query: z.object({
      /** A part of a name or an address. */
      text: written(100).default(''),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: z.object({
      list: z.array(documentUsage),
      more: z.boolean(),
      organisation: megabytes,
      departments: z.array(departmentQuota),
    }),
  }),
  post('documents/organisation/quota/save', {
    ...administrators,
    title: 'Set how much a person, a department or everyone may keep; null for what is set above',
    body: z.object({
      subject: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('person'), address: written(254) }),
        z.object({ kind: z.literal('department'), departmentId: idOf('department') }),
        z.object({ kind: z.literal('organisation') }),
      ]),
      megabytes,
    }),
    data: ok,
    errors: [Code.notFound],
  }),
  get('documents/organisation/shares', {
    ...administrators,
    title: 'The links of all people, or of one by address, the newest first',
    query: z.object({
      address: written(254).default(''),
      before: named('document-share', z.coerce.number().int().positive()).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: z.object({ list: z.array(organisationShare), more: z.boolean() }),
  }),
  post('documents/organisation/shares/end', {
    ...administrators,
    title: 'End a link of a person at once',
    body: z.object({ shareId: idOf('document-share') }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('documents/organisation/shares/endAll', {
    ...administrators,
    title: 'End all links of a person, and of their letters too, and all sharing inside. Answers how many there were',
    body: z.object({ address: written(254) }),
    data: z.object({ links: count, letterLinks: count, grants: count }),
    errors: [Code.notFound],
  }),
  get('documents/organisation/largest', {
    ...administrators,
    title: 'The largest files, 100 at most: whose, their names and sizes',
    data: z.object({ list: z.array(largeDocument) }),
  }),
  get('documents/organisation/teams', {
    ...administrators,
    title: 'The folders of teams, with who may open them',
    data: z.object({
      list: z.array(documentTeam),
      departments: z.array(z.object({ departmentId: idOf('department'), name: z.string() })),
    }),
  }),
  post('documents/organisation/teams/make', {
    ...administrators,
    title: 'Make the folder of a team. A public mailbox, named by its address, holds it',
    body: z.object({ holder: written(254), name: folderName, grants }),
    data: z.object({ documentId: idOf('document') }),
    errors: [...NAMES, Code.documentTooMany],
  }),
  post('documents/organisation/teams/change', {
    ...administrators,
    title: 'Rename the folder of a team and open it to exactly these',
    body: z.object({ documentId: idOf('document'), name: folderName, grants }),
    data: ok,
    errors: [...NAMES, Code.notFound],
  }),
  post('documents/organisation/teams/remove', {
    ...administrators,
    title: 'Move the folder of a team into the recycle bin, for 30 days',
    body: z.object({ documentId: idOf('document') }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('documents/organisation/teams/restore', {
    ...administrators,
    title: 'Restore the folder of a team from the recycle bin, with who may open it',
    body: z.object({ documentId: idOf('document') }),
    data: ok,
    errors: [Code.notFound, Code.documentTooMany],
  }),
  get('file/sharings', {
    access: 'file',
    ...administrators,
    title: 'All links and sharing inside, with each visit that is known, as a CSV file for auditors',
    data: z.unknown(),
    answers: 'blob',
  }),
] as const
