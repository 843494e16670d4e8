import { z } from 'zod'
import { Code } from '../codes.ts'
import { DOCUMENTS_AT_ONCE, DOCUMENTS_IN_FOLDER_MAX, DOCUMENTS_PAGE_MAX } from '../limits.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { attachment } from './mail.ts'
import { idOf, named } from './names.ts'
import { filePreview, shownQuery } from './previews.ts'

const blob = z.unknown()
const documentId = idOf('document')
/** A folder; 0 is the outermost one. */
const parentId = named('document', z.number().int().nonnegative())
const inQuery = named('document', z.coerce.number().int().nonnegative())
const documentIds = z.array(documentId).min(1).max(DOCUMENTS_AT_ONCE)
const uploadId = named('unfinished-upload', z.string().min(16).max(80))
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = written(1_000).transform((text) => text.normalize('NFC').trim())
const size = z.number().int().nonnegative()

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a person may do with files of another, each level with those before it. */
export const documentLevel = z.enum(['view', 'edit', 'manage'])
export type DocumentLevel = z.infer<typeof documentLevel>
/** The same, or that the files are the person's own. */
export const documentAccess = z.enum([...documentLevel.options, 'own'])
export type DocumentAccess = z.infer<typeof documentAccess>

/** A file or folder of the document center. */
export const documentItem = z.object({
  documentId,
  parentId,
  kind: z.enum(['folder', 'file']),
  name: z.string(),
  contentType: z.string(),
  /** Bytes of the newest version; 0 for a folder. */
  size,
  starred: z.boolean(),
  /** Which version is the newest; 0 for a folder. */
  version: z.number().int(),
  createdAt: epochMs,
  changedAt: epochMs,
  /** When it came into the recycle bin; null outside of it. */
  binnedAt: epochMs.nullable(),
  /** The folder that it lies in, where the list is of several; '' for the outermost one. */
  folder: z.string(),
  /** By what names are sorted. */
  sortName: z.string(),
  access: documentAccess,
  /** The name of whose it is; '' for one's own. */
  owner: z.string(),
  /** Who edits it, by a program that holds a lock or elsewhere; '' while it is not edited. */
  lockedBy: z.string(),
  /** Whether the person has locked it at the page. Older servers do not say it. */
  lockedHere: z.boolean().optional(),
  /** Whether it may only be viewed, by the rule of the organisation. Older servers do not say it. */
  viewOnly: z.boolean().optional(),
})
export type DocumentItem = z.infer<typeof documentItem>

export const documentPlace = z.enum(['folder', 'starred', 'recent', 'bin', 'search', 'shared', 'team'])
export type DocumentPlace = z.infer<typeof documentPlace>
export const documentSort = z.enum(['name', 'time', 'size'])
export type DocumentSort = z.infer<typeof documentSort>

/** Bytes that are kept, each content once however many files have it; `limit` 0 for none. */
export const documentSpace = z.object({ used: size, limit: size })
export type DocumentSpace = z.infer<typeof documentSpace>

export const documentVersion = z.object({
  version: z.number().int().positive(),
  size,
  createdAt: epochMs,
})
export type DocumentVersion = z.infer<typeof documentVersion>

/** What to do where a name is there already: refuse, keep both under two names, or make a file the new version of the other. */
const onClash = z.enum(['refuse', 'both', 'version'])

const CHANGES = [Code.documentNotFound, Code.documentNameTaken, Code.documentTooMany, Code.documentLocked] as const
const own = { personAlone: 'ownerOnly', ownerOnly: true, noted: 'nothing', switchedBy: 'netdiskEnable' } as const

/** The own files of a person, and those that others share with them. None of it is for who switched to the mailbox. */
export const documentCalls = [
  get('documents/list', {
    ...own,
    title:
      'Files and folders of a folder, starred, the latest, of the bin, of a name, those that others share, or of teams',
    query: z.object({
      place: documentPlace.default('folder'),
      /** The folder; for `bin` the one that files were deleted from, 0 for all of the person's own. */
      parentId: inQuery.default(0),
      /** Searched in names, also as pinyin and its initials, for `search`. */
      text: written(200).default(''),
      sort: documentSort.default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
      /**
       * Of a row, as JSON: 0 for a folder or a list without folders first and 1 for a file, then by what the list is sorted,
       * then its number. The page goes on after it, and `offset` does not count.
       */
      after: z
        .string()
        .max(1_000)
        .transform((text, context) => {
          const values = z.tuple([z.number(), z.union([z.string(), z.number()]), z.number()]).safeParse(jsonOf(text))
          if (values.success) return values.data
          context.addIssue({ code: 'custom', message: 'not of a row' })
          return z.NEVER
        })
        .optional(),
      offset: z.coerce.number().int().min(0).max(DOCUMENTS_IN_FOLDER_MAX).default(0),
      pageSize: z.coerce.number().int().min(1).max(DOCUMENTS_PAGE_MAX).default(50),
    }),
    data: z.object({
      list: z.array(documentItem),
      total: z.number().int().nonnegative(),
      /** The folders from the outermost one to this one. */
      path: z.array(z.object({ documentId, name: z.string() })),
      /** What may be done in the folder; `own` for the other places. */
      access: documentAccess,
      /** Whether it is of a team. Older servers do not say it. */
      team: z.boolean().optional(),
    }),
    errors: [Code.documentNotFound],
  }),
  get('documents/space', { ...own, title: 'How much a person keeps, of how much', data: documentSpace }),
  get('documents/versions', {
    ...own,
    title: 'The versions of a file, the newest first',
    query: z.object({ documentId: inQuery }),
    data: z.object({ list: z.array(documentVersion) }),
    errors: [Code.documentNotFound],
  }),
  post('documents/folder', {
    ...own,
    title: 'Make a folder; with `existing`, one of this name that is there will do',
    body: z.object({ parentId, name, existing: z.boolean().default(false) }),
    data: z.object({ documentId }),
    errors: [...CHANGES, Code.documentNameRefused, Code.documentTooDeep],
  }),
  post('documents/upload', {
    ...own,
    title: 'Upload one file; field `file`, streamed. `size` in bytes, so that a lack of space is answered before',
    query: z.object({
      parentId: inQuery.default(0),
      onClash: onClash.default('refuse'),
      size: z.coerce.number().int().nonnegative().default(0),
    }),
    sends: 'multipart',
    data: z.object({ documentId, name: z.string() }),
    errors: [...CHANGES, Code.fileEmpty, Code.tooLarge, Code.documentsFull, Code.storageFull],
  }),
  post('documents/upload/begin', {
    ...own,
    title:
      'Begin a file in parts of 8 MB, or go on with one of the same `digest` (`file/upload/begin`) and name in the same folder. The whole of it takes up room from here on',
    body: z.object({
      parentId,
      name: written(1_000),
      contentType: z.string().max(200).default(''),
      size,
      digest: sha256.nullable().default(null),
    }),
    data: z.object({ uploadId, parts: z.array(z.number().int().nonnegative()) }),
    errors: [
      ...[Code.documentNotFound, Code.fileEmpty, Code.tooLarge, Code.documentsFull, Code.storageFull],
      Code.uploadsTooMany,
    ],
  }),
  post('documents/upload/part', {
    ...own,
    title: 'Upload one part of a file; field `file`, streamed. In any order, and again without harm',
    query: z.object({
      parentId: inQuery,
      uploadId,
      part: z.coerce.number().int().nonnegative(),
      sha256: sha256.optional(),
    }),
    sends: 'multipart',
    data: ok,
    errors: [Code.documentNotFound, Code.uploadNotFound, Code.uploadDamaged, Code.storageFull],
  }),
  post('documents/upload/finish', {
    ...own,
    title: 'Make the parts one file of the folder. It may be repeated, and answers the same file',
    body: z.object({ parentId, uploadId, onClash: onClash.default('refuse') }),
    data: z.object({ documentId, name: z.string() }),
    errors: [
      ...[...CHANGES, Code.uploadNotFound, Code.uploadUnfinished, Code.uploadDamaged, Code.documentsFull],
      Code.fileDamaged,
    ],
  }),
  post('documents/upload/cancel', {
    ...own,
    title: 'End an upload into a folder that is not finished',
    body: z.object({ parentId, uploadId }),
    data: ok,
  }),
  post('documents/rename', {
    ...own,
    title: 'Rename a file or folder',
    body: z.object({ documentId, name }),
    data: ok,
    errors: [Code.documentNotFound, Code.documentNameTaken, Code.documentNameRefused, Code.documentLocked],
  }),
  post('documents/move', {
    ...own,
    title: 'Move files and folders into a folder. Answers where each was, to undo it',
    body: z.object({ documentIds, parentId, onClash: z.enum(['refuse', 'both']).default('refuse') }),
    data: z.object({ before: z.array(z.object({ documentId, parentId })) }),
    errors: [...CHANGES, Code.documentInItself, Code.documentTooDeep],
  }),
  post('documents/copy', {
    ...own,
    title: 'Copy files and folders with all that lies inside into a folder, under other names where theirs are taken',
    body: z.object({ documentIds, parentId }),
    data: z.object({ documentIds: z.array(documentId) }),
    errors: [
      ...[Code.documentNotFound, Code.documentTooMany, Code.documentInItself, Code.documentTooDeep],
      Code.sharingRefused,
    ],
  }),
  post('documents/star', {
    ...own,
    title: 'Star files and folders, or take the star away',
    body: z.object({ documentIds, starred: z.boolean() }),
    data: ok,
    errors: [Code.documentNotFound],
  }),
  post('documents/bin', {
    ...own,
    title: 'Move files and folders into the recycle bin of the document center, for 30 days',
    body: z.object({ documentIds }),
    data: ok,
    errors: [Code.documentNotFound, Code.documentLocked],
  }),
  post('documents/restore', {
    ...own,
    title: 'Restore files and folders of the recycle bin: to where they were, or else to the outermost folder',
    body: z.object({ documentIds }),
    data: ok,
    errors: [Code.documentNotFound, Code.documentTooMany],
  }),
  post('documents/delete', {
    ...own,
    title: 'Delete files and folders of the recycle bin for good; all of it where none is named',
    body: z.object({ documentIds: z.array(documentId).max(DOCUMENTS_AT_ONCE) }),
    data: ok,
    errors: [Code.documentNotFound],
  }),
  post('documents/version/restore', {
    ...own,
    title: 'Make an older version of a file the newest one',
    body: z.object({ documentId, version: z.number().int().positive() }),
    data: ok,
    errors: [Code.documentNotFound, Code.documentLocked],
  }),
  post('documents/version/upload', {
    ...own,
    title:
      'Upload the newest version of a file, whatever it is called; field `file`, streamed. Ends the own lock on it',
    query: z.object({ documentId: inQuery, size: z.coerce.number().int().nonnegative().default(0) }),
    sends: 'multipart',
    data: z.object({ version: z.number().int().positive() }),
    errors: [
      ...[Code.documentNotFound, Code.documentLocked, Code.fileEmpty, Code.tooLarge],
      ...[Code.documentsFull, Code.storageFull],
    ],
  }),
  post('documents/lock', {
    ...own,
    title: 'Lock a file to edit it elsewhere, for a day or until a new version is uploaded. Others see by whom',
    body: z.object({ documentId }),
    data: z.object({ until: epochMs }),
    errors: [Code.documentNotFound, Code.documentLocked, Code.documentTooMany],
  }),
  post('documents/unlock', {
    ...own,
    title: 'End the own lock on a file; who owns or manages it ends those of others too',
    body: z.object({ documentId }),
    data: ok,
    errors: [Code.documentNotFound],
  }),
  post('documents/keep', {
    ...own,
    title: 'Keep files of mails and events in a folder, under other names where theirs are taken',
    body: z.object({
      fileIds: z
        .array(named('file', z.string().min(1).max(80)))
        .min(1)
        .max(100),
      parentId,
    }),
    data: z.object({ documentIds: z.array(documentId) }),
    errors: [Code.fileNotFound, Code.forbidden, Code.documentNotFound, Code.documentTooMany, Code.documentsFull],
  }),
  post('documents/attach', {
    ...own,
    title: 'Copies of files, to go with a letter',
    body: z.object({ documentIds: z.array(documentId).min(1).max(100) }),
    data: z.object({ list: z.array(attachment) }),
    errors: [Code.documentNotFound, Code.fileTypeBlocked, Code.tooLarge, Code.storageFull, Code.sharingRefused],
  }),
  get('documents/preview', {
    ...own,
    title: 'How a file is shown: by the browser (`file/documentShown/{documentId}`), as its pieces, or not at all',
    query: z.object({ documentId: inQuery }),
    data: filePreview,
    errors: [Code.documentNotFound, Code.forbidden, Code.fileDamaged, Code.busy],
  }),
  get('file/documentShown/{documentId}', {
    ...own,
    title: 'Show a file of the document center in place: pictures, PDF, sound and films only',
    access: 'file',
    params: { documentId: 'document' },
    query: shownQuery,
    data: blob,
    answers: 'blob',
    errors: [Code.documentNotFound, Code.forbidden, Code.fileTypeBlocked, Code.fileDamaged, Code.busy],
  }),
  get('file/document/{documentId}', {
    ...own,
    title: 'Download a file of the document center (Range supported), or one of its versions',
    access: 'file',
    params: { documentId: 'document' },
    query: z.object({ version: z.coerce.number().int().positive().optional() }),
    data: blob,
    answers: 'blob',
    errors: [Code.documentNotFound, Code.fileDamaged, Code.sharingRefused],
  }),
  get('file/documents', {
    ...own,
    title: 'Download files and folders as one ZIP file; their numbers with commas between them',
    access: 'file',
    query: z.object({
      documentIds: named('document', z.string().regex(/^\d{1,15}(?:,\d{1,15}){0,499}$/)),
    }),
    data: blob,
    answers: 'blob',
    errors: [Code.documentNotFound, Code.documentTooMany, Code.fileDamaged, Code.sharingRefused],
  }),
] as const
