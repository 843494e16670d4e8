import { z } from 'zod'
import { Code } from '../codes.ts'
import { CONTACT_PROBLEMS_SHOWN, CONTACTS_MERGED_MAX, CONTACTS_PER_ACTION_MAX } from '../limits.ts'
import { contact, saveContactBody } from './contacts.ts'
import { epochMs, get, post, revision, written } from './define.ts'
import { idOf, named, queryIdOf } from './names.ts'

/** What a column of a CSV file is; '' is left out. */
export const contactColumn = z.enum([
  '',
  'name',
  'familyName',
  'givenName',
  'middleName',
  'nickname',
  'organization',
  'department',
  'duties',
  'note',
  'birthday',
  'emailWork',
  'emailHome',
  'emailOther',
  'phoneMobile',
  'phoneWork',
  'phoneHome',
  'phoneOther',
  'addressWork',
  'addressHome',
  'addressOther',
  'group',
])
export type ContactColumn = z.infer<typeof contactColumn>

/**
 * What the report of an import notes of a row: it names no person, cannot be read, or is beyond the most rows that are
 * read; one of its values was left out; it was combined with an earlier row of the same person, or kept beside an earlier
 * row that it contradicts.
 */
export const contactRowProblem = z.enum([
  'nobody',
  'unreadable',
  'too-many',
  'too-long',
  'no-address',
  'no-phone',
  'no-date',
  'refused',
  'combined',
  'double',
])
export type ContactRowProblem = z.infer<typeof contactRowProblem>

const rowProblem = z.object({ row: z.number().int().positive(), name: z.string(), reason: contactRowProblem })

const fileId = named('file', z.string().min(16).max(80))
/** How a file is read; what is left out is found out. */
const reading = {
  fileId,
  charset: z.enum(['', 'utf-8', 'gb18030', 'big5', 'windows-1252', 'utf-16le', 'utf-16be']).default(''),
  columns: z.array(contactColumn).max(200).optional(),
}

/** A person of a file, before they are saved as a contact. */
export const foundContact = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  organization: z.string(),
  /** Name of the contact that it updates, '' for a new one. */
  updates: z.string(),
})
export type FoundContact = z.infer<typeof foundContact>

export const contactPreview = z.object({
  format: z.enum(['vcard', 'csv']),
  /** Of a vCard: 2.1, 3.0, 4.0; else ''. */
  version: z.string(),
  charset: z.string(),
  total: z.number().int().nonnegative(),
  /** People of the file that would come new, that are there and would be brought up to date, and rows left out. */
  added: z.number().int().nonnegative(),
  updated: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  columns: z.array(z.object({ heading: z.string(), column: contactColumn, samples: z.array(z.string()) })),
  /** The first people, those that are there first. */
  sample: z.array(foundContact),
  problems: z.array(rowProblem).max(CONTACT_PROBLEMS_SHOWN),
  /** Problems in all. */
  problemCount: z.number().int().nonnegative(),
})
export type ContactPreview = z.infer<typeof contactPreview>

export const contactImport = z.object({
  importId: idOf('contact-import'),
  kind: z.enum(['import', 'merge']),
  /** `stopped`: the server ended before it was through; the same file may be imported again. */
  state: z.enum(['running', 'done', 'stopped', 'undone']),
  fileName: z.string(),
  createdAt: epochMs,
  /** Until when it can be undone. */
  undoUntil: epochMs,
  total: z.number().int().nonnegative(),
  done: z.number().int().nonnegative(),
  added: z.number().int().nonnegative(),
  updated: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  problems: z.array(rowProblem),
})
export type ContactImport = z.infer<typeof contactImport>

/** Contacts that may be one person, and why. */
export const contactDouble = z.object({
  reason: z.enum(['address', 'phone']),
  /** The address or number that they share. */
  shared: z.string(),
  contacts: z.array(contact),
})
export type ContactDouble = z.infer<typeof contactDouble>

export const contactFileCalls = [
  post('contact/import/preview', {
    title: 'What an uploaded file of contacts holds and what importing it would do; nothing is written',
    body: z.object(reading),
    data: contactPreview,
    errors: [Code.fileNotFound, Code.contactFileRefused, Code.tooLarge],
  }),
  post('contact/import/start', {
    title: 'Import an uploaded file of contacts; goes on by itself after the answer',
    body: z.object({ ...reading, groupId: idOf('contact-group').nullable().default(null) }),
    data: z.object({ importId: idOf('contact-import') }),
    errors: [Code.fileNotFound, Code.contactFileRefused, Code.tooLarge, Code.importRunning, Code.notFound],
  }),
  get('contact/import/list', {
    title: 'Imports and merges of the last 30 days, the newest first',
    data: z.object({ list: z.array(contactImport) }),
  }),
  get('contact/import/state', {
    title: 'How far an import is, and its report',
    query: z.object({ importId: queryIdOf('contact-import') }),
    data: contactImport,
    errors: [Code.importNotFound],
  }),
  post('contact/import/undo', {
    title: 'Undo an import or a merge: contacts are again as they were; those changed since stay and are named',
    body: z.object({ importId: idOf('contact-import') }),
    data: z.object({
      removed: z.number().int().nonnegative(),
      restored: z.number().int().nonnegative(),
      kept: z.array(z.object({ contactId: idOf('contact'), name: z.string() })),
      /** Changed ones in all; `kept` names the first. */
      keptCount: z.number().int().nonnegative(),
    }),
    errors: [Code.importNotFound, Code.importRunning],
  }),
  get('contact/double/list', {
    title: 'Contacts that may be one person: of one mail address, or of one phone number and like names',
    data: z.object({ list: z.array(contactDouble), total: z.number().int().nonnegative() }),
  }),
  post('contact/merge', {
    title: 'Make one contact of several, as the caller chose field by field; can be undone like an import',
    body: z.object({
      /** The first is kept. */
      contacts: z
        .array(z.object({ contactId: idOf('contact'), revision }))
        .min(2)
        .max(CONTACTS_MERGED_MAX),
      fields: saveContactBody,
      /** Whose picture it gets; null leaves that of the first. */
      photoOf: idOf('contact').nullable().default(null),
    }),
    data: z.object({ importId: idOf('contact-import'), contact }),
    errors: [Code.notFound, Code.contactChanged],
  }),
  post('contact/card/read', {
    title: 'The people of a vCard that is attached to a mail or uploaded, and whether they are contacts',
    body: z.object({ fileId }),
    data: z.object({
      list: z.array(
        z.object({
          person: saveContactBody,
          /** The contact that it updates, null for a new one. */
          knownId: idOf('contact').nullable(),
        }),
      ),
      total: z.number().int().nonnegative(),
    }),
    errors: [Code.fileNotFound, Code.contactFileRefused, Code.tooLarge],
  }),
  post('contact/card/attach', {
    title: 'A contact as a vCard among the uploaded files, to go with a mail',
    body: z.object({ contactId: idOf('contact') }),
    data: z.object({ fileId: z.string(), name: z.string(), size: z.number().int().positive() }),
    errors: [Code.notFound],
  }),
  get('file/contacts/{format}', {
    title: 'The own contacts as a file: `vcard3`, `vcard4`, `csv-zh` or `csv-en`; all, a group, or some',
    access: 'file',
    query: z.object({
      groupId: queryIdOf('contact-group').optional(),
      /** Ids joined by commas. */
      contactIds: named('contact', written(CONTACTS_PER_ACTION_MAX * 12)).optional(),
    }),
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.notFound],
  }),
] as const
