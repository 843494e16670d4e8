import type { Thing } from '@yanshu/contracts/schemas'
import { createTransport } from 'nodemailer'
import { DAY, meeting } from '../meetings.ts'
import type { TestClient } from '../testClient.ts'
import { TEST_DOMAIN, type TestServer } from '../testServer.ts'
import type { Place } from './callInputs.ts'

/** What a user has, by what calls name; a draft stands apart from other mails. */
export interface Everything {
  readonly ids: Readonly<Partial<Record<Thing, number | string>>>
  readonly draftId: number
}

/** What a mail that was deleted for good keeps of the mail. */
const COPIED = [
  ...(['account_id', 'message_id', 'received_at', 'size', 'seen', 'color'] as const),
  ...(['replied', 'forwarded', 'system_notice', 'bcc_list'] as const),
] as const

/**
 * Gives a user one of everything that a call can name, each with a word in what people read of it. What takes an outside
 * service, such as a migration, is a row alone.
 */
export async function everythingOf(
  server: TestServer,
  { local, word }: { readonly local: string; readonly word: string },
): Promise<Everything & { readonly client: TestClient; readonly accountId: number }> {
  const { context } = server
  const { db } = context.store
  const address = `${local}@${TEST_DOMAIN}`
  const accountId = await server.addUser(local)
  const client = await server.login(local)
  const { folderId } = await client.post('mail/main/folder/save', { folderName: word })
  const { labelId } = await client.post('mail/main/label/save', { labelName: word })
  const smtp = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true })
  const attachments = [{ filename: `${word}.txt`, content: word }]
  await smtp.sendMail({ from: 'a@out.example', to: address, subject: word, text: word, attachments })
  const [row] = (await client.get('mail/email/mailbox/list')).list
  const mailId = row?.mailId ?? 0
  const fileId = (await client.post('mail/email/detail', { mailId })).attachments[0]?.fileId ?? ''
  const unfinished = await client.post('file/upload/begin', { name: `${word}.bin`, size: 100 })
  const linkRow = {
    ...{ account_id: accountId, send_id: word, token: `link-of-${local}`, name: word, content_type: 'a/b', size: 1 },
    ...{ blob_hash: '0'.repeat(64), recipients: 1, created_at: 1, expires_at: context.now() + DAY, downloads: 0 },
  }
  const fileLink = await db
    .insertInto('file_link')
    .values({ ...linkRow, ended_at: null, asked_at: null, remind_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const draft = await client.post('mail/email/drafts', letter({ subject: word, clientId: `client-of-${local}` }))
  const older = {
    ...{
      kind: 'new',
      source_mail_id: null,
      from_address: '',
      to_list: '[]',
      cc_list: '[]',
      bcc_list: '[]',
      subject: word,
    },
    ...{ html: '<p>x</p>', file_ids: '[]', priority: 3, request_receipt: 0, options: '{}', saved_at: context.now() },
  }
  const draftVersion = await db
    .insertInto('draft_version')
    .values({
      ...{ mail_id: draft.mailId, account_id: accountId, at: context.now(), agent: '', person_id: accountId },
      ...{ letter: JSON.stringify(older), files: '[]', held: '[]', size: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hand = { handId: `hand-of-${local}`.padEnd(24, 'x') }
  await db
    .insertInto('handed_draft')
    .values({
      ...{ id: hand.handId, draft_id: draft.mailId, account_id: accountId, colleague_id: accountId },
      ...{ state: 'offered', taken_mail_id: null, files: '[]', changed_at: context.now() },
    })
    .execute()
  const deletedMail = await db
    .insertInto('deleted_mail')
    .columns([...COPIED, 'folder_id', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('mail')
        .select([...COPIED, 'folder_id', (one) => one.val(context.now()).as('at')])
        .where('id', '=', mailId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const comment = await db
    .insertInto('team_comment')
    .values({ mail_id: mailId, author_id: accountId, asked_id: null, text: word, at: context.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const requestId = `request-of-${local}`
  // It stays held, so that nothing moves by itself.
  const options = { 'mail.sendAt': context.now() + 7 * DAY }
  const to = [{ name: '', address }]
  const { sendId } = await client.post('mail/email/send', letter({ to, subject: word, requestId, options }))
  const { ruleId } = await client.post('mail/mailClassify/save', {
    ruleName: word,
    conditions: [{ field: 'subject', not: false, value: word }],
    actions: { star: 1 },
  })
  const inbox = (await client.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'inbox')
  const { runId } = await client.post('mail/mailClassify/run', { ruleId, folderId: inbox?.folderId ?? 0 })
  const { signId } = await client.post('mail/main/sign/save', { name: word, html: `<p>${word}</p>` })
  const template = { name: word, html: `<p>${word}</p>` }
  const { templateId } = await client.post('mail/template/saveOrUpdateLetterTemplate', template)
  const { detail } = await client.get('user/client/generatePassword', { name: word, scopes: 'carddav' })
  const device = (await client.get('mail/client/list')).list.find(({ kind }) => kind === 'session')
  const { calendars } = await client.get('calendar/list')
  const calendarId = calendars[0]?.calendarId ?? 0
  const event = meeting(calendarId, { title: word, files: [{ fileId }] })
  const { eventId } = await client.post('calendar/event/save', { event })
  const task = { calendarId, title: word, allDay: false, zone: 'Asia/Shanghai' }
  const { taskId } = await client.post('calendar/task/save', { task })
  const { contactId } = await client.post('contact/save', { name: word })
  const contactGroup = await client.post('contact/group/save', { groupName: word })
  const { documentId } = await client.post('documents/folder', { parentId: 0, name: word })
  const link = { documentIds: [documentId], code: '2468', days: 1, count: 1 }
  const { shareId } = await client.post('documents/share/create', link)
  const taking = { title: word, code: '2468', days: 1, filesMax: 1, sizeMax: 100 }
  const upload = await client.post('documents/request/create', taking)
  const when = { kind: 'workdays', days: 3 } as const
  const { followUpIds } = await client.post('mail/pending/saveOrUpdatePendingInfo', { mailIds: [mailId], when })
  const file = await client.get('mail/main/settings/file')
  const settings = await client.post('mail/main/settings/apply', { file, parts: ['general'] })
  const { groupId } = await db
    .insertInto('mail_group')
    .values({
      ...{ address: `group.${local}@${TEST_DOMAIN}`, name: word, note: '', senders: 'organisation' },
      ...{ moderated: 1, created_at: context.now() },
    })
    .returning('id as groupId')
    .executeTakeFirstOrThrow()
  const manager = { group_id: groupId, account_id: accountId, department_id: null, role: 'manager' as const }
  await db.insertInto('mail_group_person').values(manager).execute()
  const passkeyId = `passkey-of-${local}`
  await db
    .insertInto('passkey')
    .values({
      ...{ id: passkeyId, account_id: accountId, public_key: 'x', counter: 0, transports: '[]' },
      ...{ name: word, created_at: context.now() },
    })
    .execute()
  const vault = await db
    .insertInto('key_vault')
    .values({
      ...{ account_id: accountId, parameters: word, proof_hash: word, created_at: context.now(), retired_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = await db
    .insertInto('mail_key')
    .values({
      ...{ account_id: accountId, vault_id: vault.id, kind: 'P-256', public_hash: word, sealed: word, request: '' },
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ticket = `answer-of-${local}`.padEnd(32, 'x')
  await db
    .insertInto('assistant_answer')
    .values({
      ...{ ticket, account_id: accountId, at: context.now(), type: 1, mail_id: mailId, title: word, text: word },
      ...{ thought: '', extra: '{}', searched: word },
    })
    .execute()
  const paper = await db
    .insertInto('paper')
    .values({ account_id: accountId, name: word, design: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await rowsOf(server, { accountId, address, word, eventId, sendId })
  return {
    client,
    accountId,
    draftId: draft.mailId,
    ids: {
      ...{ mail: mailId, 'mail-number': row?.mailUid ?? 0, folder: folderId, 'placed-folder': folderId },
      ...{ file: fileId, 'event-file': fileId, html: `<img src="/api/file/showSendMailPicture/${fileId}">` },
      ...{ label: labelId, rule: ruleId, 'rule-run': runId, signature: signId, template: templateId, paper: paper.id },
      ...{ calendar: calendarId, event: eventId, task: taskId, reminder: rows.reminder, sending: sendId },
      ...{
        contact: contactId,
        'contact-group': contactGroup.groupId,
        'contact-import': rows.contactImport,
        picture: fileId,
        'file-link': fileLink.id,
        'draft-version': draftVersion.id,
        'handed-draft': hand.handId,
        'deleted-mail': deletedMail.id,
        'team-comment': comment.id,
        'misuse-report': 1,
        message: (await client.post('mail/email/detail', { mailId })).messageId,
        'unfinished-upload': unfinished.uploadId ?? '',
      },
      ...{
        'settings-import': settings.importId,
        migration: rows.migration,
        'mail-group': groupId,
        'waiting-mail': 'x'.repeat(20),
      },
      ...{ account: accountId, code: detail.codes[0]?.codeId ?? 0, device: device?.deviceId ?? '' },
      ...{ passkey: passkeyId, finding: `rule:${ruleId}`, key: key.id, 'assistant-answer': ticket, request: requestId },
      ...{
        'approval-rule': 1,
        'approval-record': rows.record,
        'approval-file': fileId,
        department: 1,
        announcement: 1,
      },
      ...{
        document: documentId,
        'document-share': shareId,
        'upload-request': upload.requestId,
        'follow-up': followUpIds[0] ?? 0,
      },
      ...{ ticket: 'x'.repeat(32), feedback: 1 },
    },
  }
}

interface RowsOf {
  readonly accountId: number
  readonly address: string
  readonly word: string
  readonly eventId: number
  readonly sendId: string
}

/** What comes about by time, by an outside service or by a rule of an administrator, as it lies in the store. */
async function rowsOf({ context }: TestServer, { accountId, address, word, eventId, sendId }: RowsOf) {
  const { db } = context.store
  const now = context.now()
  const { message_id, raw_hash } = await db
    .selectFrom('outgoing')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .select(['outgoing.message_id', 'message.raw_hash'])
    .where('outgoing.id', '=', sendId)
    .executeTakeFirstOrThrow()
  const migration = await db
    .insertInto('migration')
    .values({
      ...{
        account_id: accountId,
        state: 'finished',
        host: word,
        port: 993,
        security: 'tls',
        user_name: word,
        secret: '',
      },
      ...{ certificate: '', since: null, before_at: null, created_at: now, finished_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contactImport = await db
    .insertInto('contact_import')
    .values({ account_id: accountId, state: 'done', file_name: word, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reminder = await db
    .insertInto('reminder_notice')
    .values({
      ...{ account_id: accountId, event_id: eventId, minutes: 5, at: now, start_at: now, due_at: now, fired_at: now },
      closed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = [{ accountId, name: word, address, state: 'waiting', at: null, comment: '', standsInFor: '' }]
  const level = { mode: 'any', choice: false, hours: null, onTimeout: 'refuse', standIn: null, people }
  const record = await db
    .insertInto('approval_record')
    .values({
      ...{ outgoing_id: sendId, account_id: accountId, applicant: JSON.stringify({ name: word, address }) },
      ...{ rule_id: null, rule_name: word, comment_required: 0, message_id, raw_hash: raw_hash ?? '', subject: word },
      ...{ recipients: '[]', recipient_count: 1, outside_count: 0, has_attachment: 0, size: 1, why: '{}' },
      ...{
        state: 'pending',
        level: 0,
        levels: JSON.stringify({ levels: [level], barred: [] }),
        writing: null,
        created_at: now,
        due_at: null,
      },
      ...{ decided_at: null, reminded_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { migration: migration.id, contactImport: contactImport.id, reminder: reminder.id, record: record.id }
}

const letter = <More extends object>(more: More) => ({
  ...{ kind: 'new' as const, sourceMailId: null, mailId: null, revision: null },
  ...{ to: [], cc: [], bcc: [], subject: '', html: '<p>x</p>', fileIds: [] },
  ...more,
})

/** What of a user's things stands at a place. A letter that is being written is a draft. */
export const thingAt = ({ ids, draftId }: Everything, { at, thing }: Place, path: string) =>
  at === 'body.mailId' && /^mail\/email\/(drafts|send|draft\/\w+)$/.test(path) ? draftId : ids[thing]
