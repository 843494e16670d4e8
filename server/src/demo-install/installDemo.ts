import { setImmediate } from 'node:timers/promises'
import {
  DEMO_CONTACT_GROUPS,
  DEMO_CONTACTS,
  DEMO_FOLDERS,
  DEMO_HEADS,
  DEMO_LABELS,
  DEMO_MAIL_GROUPS,
  DEMO_PASSWORD,
  type DemoMail,
  demoMails,
  demoOrganisation,
  MAIN_ACCOUNTS,
} from '@yanshu/demo'
import { saveContact, saveGroup } from '../areas/contacts/index.ts'
import { changePeople, saveMailGroup } from '../areas/mail-groups/index.ts'
import { storeMessage } from '../mailflow/delivery/storeMessage.ts'
import { mailTransportOf } from '../mailflow/mailTransport.ts'
import type { PreparedMessage } from '../mailflow/reading/preparedMessage.ts'
import { createDepartment, createDomain, insertAccount, setDepartmentHeads } from '../store/accounts/accounts.ts'

import { hashPassword } from '../store/accounts/password.ts'
import type { Context } from '../store/context/context.ts'
import { transact } from '../store/database/transact.ts'
import { addMail } from '../store/mailbox/addMail.ts'
import { labelMails } from '../store/mailbox/labelMails.ts'
import { setSwitch } from '../store/switches/switches.ts'
import { installApplications } from './installApplications.ts'
import { installCalendars } from './installCalendars.ts'
import { installTasks } from './installTasks.ts'

const BATCH = 64

/** Makes the demonstration organisation: people, departments, and half a year of mail. Runs once, on an empty store. */
export async function installDemo(context: Context, onProgress: (done: number) => void = () => {}): Promise<void> {
  onProgress(0)
  const mailboxes = await installPeople(context)
  await installCalendars(context)
  await installTasks(context)
  await installApplications(context)
  const mails = [...demoMails({ now: new Date(context.now()) })]
  for (let start = 0; start < mails.length; start += BATCH) {
    await installMails(context, mailboxes, mails.slice(start, start + BATCH))
    onProgress(Math.min((start + BATCH) / mails.length, 1))
    await setImmediate()
  }
}

interface Mailbox {
  readonly accountId: number
  /** By role, and by name where it is a person's own. */
  readonly folders: ReadonlyMap<string, number>
  readonly labels: ReadonlyMap<string, number>
}

async function installPeople(context: Context): Promise<ReadonlyMap<string, Mailbox>> {
  const organisation = demoOrganisation()
  await createDomain(context, organisation.domain)
  const departments = new Map<string, number>()
  for (const [sort, department] of organisation.departments.entries()) {
    const parentId = department.parent === null ? null : (departments.get(department.parent) ?? null)
    departments.set(department.id, await createDepartment(context, { name: department.name, parentId, sort }))
  }
  const [top] = organisation.departments
  const year = new Date(context.now()).getFullYear()
  const copyright = { name: 'systemCopyright', value: `© ${year} ${top?.name}`, locked: false } as const
  await setSwitch(context, { scope: 'organisation' }, copyright)
  const hashes: string[] = []
  // Two are hashed at a time at most, and a call waits for its turn for a limited time only.
  while (hashes.length < organisation.people.length) {
    hashes.push(...(await Promise.all([hashPassword(DEMO_PASSWORD), hashPassword(DEMO_PASSWORD)])))
  }
  const mailboxes = new Map<string, Mailbox>()
  await transact(context, async (trx) => {
    for (const [index, person] of organisation.people.entries()) {
      const account = {
        address: person.address,
        name: person.name,
        password: '',
        company: organisation.name,
        deptId: departments.get(person.department) ?? null,
        partTimeDeptIds: person.partTimeDepartments.flatMap((id) => departments.get(id) ?? []),
        phone: person.phone,
        duties: person.duties,
        gender: person.gender,
        isAdmin: person.isAdmin,
      }
      const accountId = await insertAccount(trx, context, account, hashes[index] ?? '')
      if (MAIN_ACCOUNTS.some((main) => main === person.account)) {
        await trx
          .insertInto('folder')
          .values(DEMO_FOLDERS.map((name, sort) => ({ account_id: accountId, role: 'custom', name, sort: 100 + sort })))
          .execute()
        await trx
          .insertInto('label')
          .values(DEMO_LABELS.map((name, sort) => ({ account_id: accountId, name, color: sort, sort })))
          .execute()
      }
      const folders = await trx
        .selectFrom('folder')
        .select(['id', 'role', 'name'])
        .where('account_id', '=', accountId)
        .execute()
      const labels = await trx.selectFrom('label').select(['id', 'name']).where('account_id', '=', accountId).execute()
      mailboxes.set(person.address, {
        accountId,
        folders: new Map(folders.map((folder) => [folder.role === 'custom' ? folder.name : folder.role, folder.id])),
        labels: new Map(labels.map((label) => [label.name, label.id])),
      })
    }
  })
  for (const [department, heads] of Object.entries(DEMO_HEADS)) {
    const accountIds = heads.flatMap((account) => mailboxes.get(`${account}@${organisation.domain}`)?.accountId ?? [])
    await setDepartmentHeads(context, departments.get(department) ?? 0, accountIds)
  }
  for (const account of MAIN_ACCOUNTS) {
    const accountId = mailboxes.get(`${account}@${organisation.domain}`)?.accountId
    if (accountId !== undefined) await installContacts(context, accountId)
  }
  await installMailGroups(context, mailboxes, departments)
  return mailboxes
}

async function installMailGroups(
  context: Context,
  mailboxes: ReadonlyMap<string, Mailbox>,
  departments: ReadonlyMap<string, number>,
): Promise<void> {
  const { domain } = demoOrganisation()
  const addressesOf = (accounts: readonly string[]) => accounts.map((account) => `${account}@${domain}`)
  const administrator = mailboxes.get(`admin@${domain}`)?.accountId ?? 0
  for (const { account, name, note, senders, managers, members, permitted, departments: ids } of DEMO_MAIL_GROUPS) {
    const made = await saveMailGroup(context, administrator, {
      groupId: null,
      address: `${account}@${domain}`,
      groupName: name,
      note,
      senders,
    })
    const change = { groupId: made.groupId, addDepartments: [], remove: [], removeDepartments: [] }
    await changePeople(context, { ...change, role: 'manager', add: addressesOf(managers) })
    const deptIds = ids.flatMap((id) => departments.get(id) ?? [])
    await changePeople(context, { ...change, role: 'member', add: addressesOf(members), addDepartments: deptIds })
    await changePeople(context, { ...change, role: 'permitted', add: addressesOf(permitted) })
  }
}

/** What an account has in the address book beside the organisation. */
async function installContacts(context: Context, accountId: number): Promise<void> {
  const groups = new Map<string, number>()
  for (const { name, parent } of DEMO_CONTACT_GROUPS) {
    const parentId = parent === null ? null : (groups.get(parent) ?? null)
    const { groupId } = await saveGroup(context, accountId, { groupId: null, parentId, groupName: name })
    groups.set(name, groupId)
  }
  for (const { groups: names, emails, phones, addresses, ...contact } of DEMO_CONTACTS) {
    await saveContact(context, accountId, {
      ...contact,
      contactId: null,
      emails: [...emails],
      phones: [...phones],
      addresses: [...addresses],
      groupIds: names.flatMap((name) => groups.get(name) ?? []),
    })
  }
}

async function installMails(context: Context, mailboxes: ReadonlyMap<string, Mailbox>, mails: readonly DemoMail[]) {
  const { preparer } = mailTransportOf(context)
  const prepared = await Promise.all(
    mails.map(async (mail): Promise<[DemoMail, PreparedMessage]> => {
      const raw = await context.blobs.put(mail.raw)
      return [mail, await preparer.prepare(raw, mail.raw)]
    }),
  )
  await transact(context, async (trx) => {
    for (const [mail, message] of prepared) {
      const messageId = await storeMessage(trx, context, message)
      for (const copy of mail.copies) {
        const mailbox = mailboxes.get(copy.owner)
        const folderId = mailbox?.folders.get('role' in copy.folder ? copy.folder.role : copy.folder.name)
        if (!mailbox || folderId === undefined) throw new Error(`no place for a mail of ${copy.owner}`)
        const { mailId } = await addMail(trx, context, {
          accountId: mailbox.accountId,
          folderId,
          messageId,
          receivedAt: copy.receivedAt,
          size: message.columns.size,
          seen: copy.seen,
          color: copy.flagged ? 1 : 0,
          replied: copy.answered,
          forwarded: copy.forwarded,
        })
        const add = copy.labels.flatMap((name) => mailbox.labels.get(name) ?? [])
        if (add.length > 0) await labelMails(trx, context, mailbox.accountId, { mailIds: [mailId], add, remove: [] })
      }
    }
  })
}
