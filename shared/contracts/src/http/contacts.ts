import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  ADDRESS_MAX,
  CONTACT_ADDRESSES_MAX,
  CONTACT_EMAILS_MAX,
  CONTACT_GROUP_NAME_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_PHONES_MAX,
  CONTACT_TEXT_MAX,
  CONTACTS_PER_ACTION_MAX,
  MAX_LIST_ROWS,
} from '../limits.ts'
import { isMailAddress } from '../rules/address.ts'
import { contactProblems } from '../rules/contact.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, ok, post, queryFlag, revision, written } from './define.ts'
import { idOf, named, queryIdOf } from './names.ts'

/** One birthday of a year. */
export const contactBirthday = z.object({
  contactId: idOf('contact'),
  name: z.string(),
  /** `2026-05-01`. */
  day: z.iso.date(),
  /** Years that are completed; null when the year of birth is not known. */
  age: z.number().int().nonnegative().nullable(),
  /** It is a day of the Chinese calendar. */
  lunar: z.boolean(),
})
export type ContactBirthday = z.infer<typeof contactBirthday>

export const suggestion = z.object({
  name: z.string(),
  address: z.string(),
  /** Department for people of the organisation, '' for others. */
  deptName: z.string(),
  duties: z.string(),
  kind: z.enum(['organization', 'recent', 'contact', 'group']),
  /** Which field of the person the keyword matches; '' without a keyword. */
  matched: z.enum(['', 'name', 'address', 'phone', 'duty', 'department']),
  /** Whether the caller has written to them. */
  correspondent: z.boolean(),
  /** When the caller wrote to them last. Left out by older servers, as what follows. */
  lastWrittenAt: epochMs.optional(),
  /** Whether they are of the caller's department. */
  sameDepartment: z.boolean().optional(),
})
export type Suggestion = z.infer<typeof suggestion>

const text = written(CONTACT_TEXT_MAX * 4).default('')
const labelled = z.object({
  kind: z.enum(['work', 'home', 'mobile', 'other']),
  value: written(CONTACT_NOTE_MAX),
})

const contactFields = z.object({
  name: text,
  nickname: text,
  organization: text,
  duties: text,
  note: written(CONTACT_NOTE_MAX * 4).default(''),
  /** `1990-05-01`, `--05-01` without a year, '' for none. */
  birthday: z.string().max(10).default(''),
  /** Whether month and day of the birthday are of the Chinese calendar. */
  birthdayLunar: z.boolean().default(false),
  emails: z
    .array(labelled)
    .max(CONTACT_EMAILS_MAX * 2)
    .default([]),
  phones: z
    .array(labelled)
    .max(CONTACT_PHONES_MAX * 2)
    .default([]),
  addresses: z
    .array(labelled)
    .max(CONTACT_ADDRESSES_MAX * 2)
    .default([]),
  starred: z.boolean().default(false),
  /** Personal groups. */
  groupIds: z.array(idOf('contact-group')).max(100).default([]),
})

/** One of the caller's own contacts. */
export const contact = contactFields.extend({
  contactId: idOf('contact'),
  /** Sent back when it is saved, so that a change of another window in between is not lost. */
  revision,
  /** Address of the picture, '' for none. */
  photo: z.string(),
})
export type Contact = z.infer<typeof contact>

export const contactRow = z.object({
  contactId: idOf('contact'),
  name: z.string(),
  /** The first mail address and the first phone number, '' for none. */
  address: z.string(),
  phone: z.string(),
  organization: z.string(),
  duties: z.string(),
  starred: z.boolean(),
  photo: z.string(),
  /** A to Z, # for what begins otherwise. */
  initial: z.string(),
})
export type ContactRow = z.infer<typeof contactRow>

export const contactGroup = z.object({
  groupId: idOf('contact-group'),
  parentId: idOf('contact-group').nullable(),
  groupName: z.string(),
  /** People in it, without those of the groups below. */
  contacts: z.number().int().nonnegative(),
})
export type ContactGroup = z.infer<typeof contactGroup>

/** What is known of an address: the person of the directory, the own contact, or both. */
export const knownPerson = z.object({
  address: z.string(),
  name: z.string(),
  accountId: idOf('account').nullable(),
  contactId: idOf('contact').nullable(),
  /** Path of the department from the top, joined by ` / `. */
  deptName: z.string(),
  partTimeDeptName: z.string(),
  duties: z.string(),
  phone: z.string(),
  organization: z.string(),
  photo: z.string(),
  /** Departments that the person leads. */
  leads: z.array(z.string()),
})
export type KnownPerson = z.infer<typeof knownPerson>

export const departmentNode = z.object({
  deptId: idOf('department'),
  parentId: idOf('contact-group').nullable(),
  deptName: z.string(),
  /** People in it, part-time ones too, without the departments below. */
  people: z.number().int().nonnegative(),
  /** Those of them whose own department it is. */
  own: z.number().int().nonnegative(),
})
export type DepartmentNode = z.infer<typeof departmentNode>

export const departmentPerson = z.object({
  accountId: idOf('account'),
  name: z.string(),
  address: z.string(),
  duties: z.string(),
  phone: z.string(),
  head: z.boolean(),
  /** Whether the person belongs to another department first. */
  partTime: z.boolean(),
})
export type DepartmentPerson = z.infer<typeof departmentPerson>

const contactIds = z.array(idOf('contact')).min(1).max(CONTACTS_PER_ACTION_MAX)
const groupName = z
  .string()
  .transform((name) => name.trim())
  .refine((name) => name !== '' && lengthOf(name) <= CONTACT_GROUP_NAME_MAX && !/\p{Cc}/u.test(name))

export const saveContactBody = contactFields
  .extend({
    /** Null makes a new one. */
    contactId: idOf('contact').nullable().default(null),
    /** The revision that was read; needed to change one. */
    revision: revision.optional(),
    /** A picture that was uploaded for it; null removes the picture, nothing leaves it. */
    photoId: named('file', z.string().min(16).max(80)).nullable().optional(),
  })
  .refine((fields) => Object.keys(contactProblems(fields, fields.birthdayLunar)).length === 0)
export type SaveContact = z.output<typeof saveContactBody>

export const contactCalls = [
  get('contact/list/suggest', {
    title:
      'People for a recipient field: by name, pinyin, initials, address, department, duty, end of the phone number',
    query: z.object({
      keyword: z.string().max(100).default(''),
      pageSize: z.coerce.number().int().min(1).max(50).default(10),
    }),
    data: z.object({ list: z.array(suggestion) }),
  }),
  get('contact/tree', {
    switchedBy: 'displayOrg',
    title: 'Every department of the organisation; its people come when it is opened',
    data: z.object({ list: z.array(departmentNode) }),
    errors: [Code.forbidden],
  }),
  get('contact/department/people', {
    switchedBy: 'displayOrg',
    title: 'People of a department: its heads first, then by pinyin',
    query: z.object({
      deptId: queryIdOf('department'),
      /** `accountId` of the last one that is there already. */
      after: queryIdOf('account').optional(),
      pageSize: z.coerce.number().int().min(1).max(MAX_LIST_ROWS).default(MAX_LIST_ROWS),
    }),
    data: z.object({ list: z.array(departmentPerson), more: z.boolean() }),
    errors: [Code.forbidden, Code.notFound],
  }),
  get('contact/person', {
    title: 'What is known of an address, of the directory and of the own contacts',
    query: z.object({ address: written(ADDRESS_MAX) }),
    data: z.object({ person: knownPerson.nullable() }),
  }),
  get('contact/weekly', {
    title: 'Whether the caller and somebody write to each other weekly, by the mails of the last four weeks',
    query: z.object({ address: written(ADDRESS_MAX) }),
    data: z.object({ weekly: z.boolean() }),
  }),
  get('contact/list', {
    title: 'The own contacts by pinyin, or those a keyword points at',
    query: z.object({
      groupId: queryIdOf('contact-group').optional(),
      starred: queryFlag.optional(),
      keyword: z.string().max(100).default(''),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      pageSize: z.coerce.number().int().min(1).max(MAX_LIST_ROWS).default(50),
    }),
    data: z.object({
      list: z.array(contactRow),
      total: z.number().int().nonnegative(),
      /** How many stand under each initial, in the order of the list. */
      initials: z.array(z.object({ initial: z.string(), count: z.number().int().positive() })),
    }),
  }),
  get('contact/detail', {
    title: 'One of the own contacts with everything that is known',
    query: z.object({ contactId: queryIdOf('contact') }),
    data: contact,
    errors: [Code.notFound],
  }),
  get('contact/birthdays', {
    title: 'Birthdays of the own contacts between two days, those of the Chinese calendar too',
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    data: z.object({ list: z.array(contactBirthday) }),
  }),
  post('contact/save', {
    title: 'Keep somebody among the own contacts, or change what is known',
    body: saveContactBody,
    data: contact,
    errors: [Code.notFound, Code.contactChanged, Code.fileNotFound, Code.fileTypeBlocked, Code.tooLarge],
  }),
  post('contact/delete', {
    title: 'Delete contacts; for 30 days they can be brought back',
    body: z.object({ contactIds }),
    data: z.object({ contactIds: z.array(idOf('contact')) }),
  }),
  post('contact/restore', {
    title: 'Bring deleted contacts back as they were',
    body: z.object({ contactIds }),
    data: z.object({ contactIds: z.array(idOf('contact')) }),
  }),
  post('contact/star', {
    title: 'Star contacts, or take the star away',
    body: z.object({ contactIds, starred: z.boolean() }),
    data: ok,
  }),
  get('contact/photo/{id}', {
    title: 'The picture of one of the own contacts',
    access: 'file',
    params: { id: 'picture' },
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.fileNotFound, Code.fileDamaged],
  }),
  get('contact/group/list', {
    title: 'The personal groups',
    data: z.object({ list: z.array(contactGroup) }),
  }),
  post('contact/group/save', {
    title: 'Make, rename or move a personal group',
    body: z.object({
      groupId: idOf('contact-group').nullable().default(null),
      parentId: idOf('contact-group').nullable().default(null),
      groupName,
    }),
    data: contactGroup,
    errors: [Code.notFound, Code.nameTaken],
  }),
  post('contact/group/delete', {
    title: 'Delete a personal group with the groups below it; the people stay',
    body: z.object({ groupId: idOf('contact-group') }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('contact/group/members', {
    title: 'Put contacts into a personal group or take them out',
    body: z.object({
      groupId: idOf('contact-group'),
      add: z.array(idOf('contact')).max(CONTACTS_PER_ACTION_MAX).default([]),
      /** Added by their address; a person who is no contact yet becomes one. */
      addPeople: z
        .array(z.object({ name: text, address: written(ADDRESS_MAX).refine(isMailAddress) }))
        .max(CONTACTS_PER_ACTION_MAX)
        .default([]),
      remove: z.array(idOf('contact')).max(CONTACTS_PER_ACTION_MAX).default([]),
    }),
    /** Contacts that were not in the group before. */
    data: z.object({ added: z.array(idOf('contact')) }),
    errors: [Code.notFound, Code.tooLarge],
  }),
  get('contact/group/people', {
    title: 'Everybody of a personal group and of those below it who has a mail address: whom a mail to it goes to',
    query: z.object({ groupId: queryIdOf('contact-group') }),
    data: z.object({ list: z.array(z.object({ name: z.string(), address: z.string() })) }),
    errors: [Code.notFound],
  }),
] as const
