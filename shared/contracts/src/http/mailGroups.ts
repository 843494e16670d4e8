import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX, CONTACT_NOTE_MAX, CONTACT_TEXT_MAX, CONTACTS_PER_ACTION_MAX } from '../limits.ts'
import { isMailAddress } from '../rules/address.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf, named, queryIdOf } from './names.ts'

/** The role of a person in a mail group (§6): manages it, is in it, or may write to it. */
export const mailGroupRole = z.enum(['manager', 'member', 'permitted'])
export type MailGroupRole = z.infer<typeof mailGroupRole>

/** Whose mail a group accepts; its managers may always write. */
export const mailGroupSenders = z.enum(['anybody', 'organisation', 'members', 'permitted'])

export const mailGroup = z.object({
  groupId: idOf('mail-group'),
  address: z.string(),
  groupName: z.string(),
  note: z.string(),
  senders: mailGroupSenders,
  /** Whether mail of others than its managers waits until one of them lets it through. */
  moderated: z.boolean(),
  /** Mails that wait, for who manages it; 0 for others. */
  waiting: z.number().int().nonnegative(),
  /** Accounts that a mail to it reaches. */
  members: z.number().int().nonnegative(),
  /** Whether the caller manages it, and whether the caller may write to it. */
  manages: z.boolean(),
  writes: z.boolean(),
})
export type MailGroup = z.infer<typeof mailGroup>

/** A person, or all people of a department, in a role. */
export const mailGroupPerson = z.object({
  role: mailGroupRole,
  accountId: idOf('account').nullable(),
  deptId: idOf('department').nullable(),
  name: z.string(),
  /** '' for a department. */
  address: z.string(),
})
export type MailGroupPerson = z.infer<typeof mailGroupPerson>

/** A mail that waits for a manager of the group. */
export const waitingMail = z.object({
  waitingId: z.string(),
  subject: z.string(),
  from: mailAddress,
  preview: z.string(),
  receivedAt: epochMs,
})
export type WaitingMail = z.infer<typeof waitingMail>

const name = written(CONTACT_TEXT_MAX * 4)
  .transform((text) => text.trim())
  .refine((text) => text !== '' && lengthOf(text) <= CONTACT_TEXT_MAX)

export const mailGroupCalls = [
  get('contact/mailgroup/list', {
    title: 'Mail groups that the caller manages, is in, or may write to',
    data: z.object({ list: z.array(mailGroup), mayCreate: z.boolean() }),
  }),
  get('contact/mailgroup/detail', {
    title: 'A mail group with its people: for those who manage it or are in it',
    query: z.object({ groupId: queryIdOf('mail-group') }),
    data: mailGroup.extend({ people: z.array(mailGroupPerson) }),
    errors: [Code.notFound],
  }),
  post('contact/mailgroup/members', {
    title: 'The people to whom a mail to a group is delivered: for those who manage it or are in it',
    body: z.object({ address: written(ADDRESS_MAX).refine(isMailAddress) }),
    /** At most so many as a letter may have recipients; `more` where there are others. */
    data: z.object({ list: z.array(mailAddress), more: z.boolean() }),
    errors: [Code.notFound],
  }),
  post('contact/mailgroup/save', {
    noted: 'nothing',
    switchedBy: { name: 'adminMailgroupFlag', when: 'sometimes' },
    ownerOnly: true,
    title: 'Make a mail group (administrators, and whom the operator lets) or change one (its managers)',
    body: z.object({
      groupId: idOf('mail-group').nullable().default(null),
      address: written(ADDRESS_MAX).refine(isMailAddress),
      groupName: name,
      note: written(CONTACT_NOTE_MAX).default(''),
      senders: mailGroupSenders.default('organisation'),
      moderated: z.boolean().default(false),
    }),
    data: mailGroup,
    errors: [Code.forbidden, Code.notFound, Code.nameTaken],
  }),
  post('contact/mailgroup/people', {
    title: 'Put people or departments into a role of a mail group, or take them out (its managers)',
    body: z.object({
      groupId: idOf('mail-group'),
      role: mailGroupRole,
      add: z.array(written(ADDRESS_MAX)).max(CONTACTS_PER_ACTION_MAX).default([]),
      addDepartments: z.array(idOf('department')).max(CONTACTS_PER_ACTION_MAX).default([]),
      remove: z.array(idOf('account')).max(CONTACTS_PER_ACTION_MAX).default([]),
      removeDepartments: z.array(idOf('department')).max(CONTACTS_PER_ACTION_MAX).default([]),
    }),
    /** Addresses without an account of the organisation; they were not added. */
    data: z.object({ unknown: z.array(z.string()) }),
    errors: [Code.forbidden, Code.notFound],
  }),
  get('contact/mailgroup/waiting', {
    title: 'Mails to a group that wait for one of its managers, the oldest first',
    query: z.object({ groupId: queryIdOf('mail-group') }),
    data: z.object({ list: z.array(waitingMail) }),
    errors: [Code.forbidden, Code.notFound],
  }),
  post('contact/mailgroup/decide', {
    title: 'Let a waiting mail through to the group, or drop it (its managers)',
    body: z.object({
      groupId: idOf('mail-group'),
      waitingId: named('waiting-mail', z.string().min(16).max(40)),
      letThrough: z.boolean(),
    }),
    data: ok,
    errors: [Code.forbidden, Code.notFound],
  }),
  post('contact/mailgroup/delete', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Delete a mail group (its managers); mail to its address is refused from then on',
    body: z.object({ groupId: idOf('mail-group') }),
    data: ok,
    errors: [Code.forbidden, Code.notFound],
  }),
] as const
