import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { sendBlob } from '../files/index.ts'
import { listBirthdays } from './birthdays.service.ts'
import { attachCard, readCard } from './card.service.ts'
import { PhotoRefusedError } from './contactErrors.ts'
import {
  deleteContacts,
  listContacts,
  photoOfContact,
  readContact,
  restoreContacts,
  saveContact,
  starContacts,
} from './contacts.service.ts'
import { listDoubles } from './doubles.service.ts'
import { exportContacts } from './export.service.ts'
import { changeMembers, deleteGroup, listGroups, peopleOfGroup, saveGroup } from './groups.service.ts'
import { startImport } from './importContacts.ts'
import { listImports, readImport } from './listImports.ts'
import { mergeContacts } from './merge.service.ts'
import { knownPersonOf } from './person.service.ts'
import { previewImport } from './previewImport.ts'
import { suggestPeople } from './suggest.service.ts'
import { undoImport } from './undoImport.ts'
import { writeWeekly } from './weekly.service.ts'

/** The own contacts, their groups, and the people who are known by an address. */
export const contactRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'contact/list/suggest', async ({ caller, query }) => ({
    list: await suggestPeople(context, caller.accountId, query.keyword, query.pageSize),
  }))
  route(app, 'GET', 'contact/person', async ({ caller, query }) => ({
    person: await knownPersonOf(context, caller.accountId, query.address),
  }))

  route(app, 'GET', 'contact/weekly', async ({ caller, query }) => ({
    weekly: await writeWeekly(context, caller.accountId, query.address),
  }))
  route(app, 'GET', 'contact/list', ({ caller, query }) => listContacts(context, caller.accountId, query))
  route(app, 'GET', 'contact/detail', ({ caller, query }) => readContact(context, caller.accountId, query.contactId))
  route(app, 'GET', 'contact/birthdays', async ({ caller, query }) => ({
    list: await listBirthdays(context, caller.accountId, query),
  }))
  route(app, 'POST', 'contact/save', ({ caller, body }) => saveContact(context, caller.accountId, body))
  route(app, 'POST', 'contact/delete', async ({ caller, body }) => ({
    contactIds: await deleteContacts(context, caller.accountId, body.contactIds),
  }))
  route(app, 'POST', 'contact/restore', async ({ caller, body }) => ({
    contactIds: await restoreContacts(context, caller.accountId, body.contactIds),
  }))
  route(app, 'POST', 'contact/star', async ({ caller, body }) => {
    await starContacts(context, caller.accountId, body.contactIds, body.starred)
    return {}
  })
  route(app, 'GET', 'contact/photo/{id}', async ({ caller, params, request, reply }) => {
    const id = Number(params.id)
    const photo = Number.isSafeInteger(id) ? await photoOfContact(context, caller.accountId, id) : null
    if (!photo) throw new PhotoRefusedError('missing')
    return sendBlob(context.blobs, request, reply, { ...photo, name: `contact-${id}`, disposition: 'inline' })
  })

  route(app, 'GET', 'contact/group/list', async ({ caller }) => ({ list: await listGroups(context, caller.accountId) }))
  route(app, 'POST', 'contact/group/save', ({ caller, body }) => saveGroup(context, caller.accountId, body))
  route(app, 'POST', 'contact/group/delete', async ({ caller, body }) => {
    await deleteGroup(context, caller.accountId, body.groupId)
    return {}
  })
  route(app, 'POST', 'contact/group/members', async ({ caller, body }) => ({
    added: await changeMembers(context, caller.accountId, body),
  }))
  route(app, 'GET', 'contact/group/people', async ({ caller, query }) => ({
    list: await peopleOfGroup(context, caller.accountId, query.groupId),
  }))

  route(app, 'POST', 'contact/import/preview', ({ caller, body }) => previewImport(context, caller.accountId, body))
  route(app, 'POST', 'contact/import/start', async ({ caller, body }) => ({
    importId: await startImport(context, caller.accountId, body),
  }))
  route(app, 'GET', 'contact/import/list', async ({ caller }) => ({
    list: await listImports(context, caller.accountId),
  }))
  route(app, 'GET', 'contact/import/state', ({ caller, query }) =>
    readImport(context, caller.accountId, query.importId),
  )
  route(app, 'POST', 'contact/import/undo', ({ caller, body }) => undoImport(context, caller.accountId, body.importId))
  route(app, 'GET', 'contact/double/list', ({ caller }) => listDoubles(context, caller.accountId))
  route(app, 'POST', 'contact/merge', ({ caller, body }) => mergeContacts(context, caller.accountId, body))
  route(app, 'POST', 'contact/card/read', ({ caller, body }) => readCard(context, caller.accountId, body.fileId))
  route(app, 'POST', 'contact/card/attach', ({ caller, body }) => attachCard(context, caller.accountId, body.contactId))
  route(app, 'GET', 'file/contacts/{format}', ({ caller, params, query, reply }) =>
    exportContacts(context, caller.accountId, params.format, query, reply),
  )
}
