interface Reason {
  /** Below `server/src`. */
  readonly file: string
  readonly tables: readonly string[]
  readonly why: string
}

/** What is removed because of its age: a row is read once, when it goes. */
const AGED = 'what has expired since the sweep before, each row once'

/** Which files read many rows of which tables, and why that is right. Each is a decision: name the bound that holds. */
export const REASONS: readonly Reason[] = [
  { file: 'areas/telemetry/beacon.repository.ts', tables: ['beacon_count', 'beacon_error'], why: AGED },
  { file: 'areas/compose/draftVersionsJob.ts', tables: ['draft_window'], why: AGED },
  { file: 'store/tickets/tickets.ts', tables: ['ticket'], why: AGED },
  { file: 'store/sessions/session.repository.ts', tables: ['session'], why: AGED },
  { file: 'store/sessions/loginLog.ts', tables: ['login_log'], why: AGED },
  { file: 'store/throttle/throttle.ts', tables: ['throttle'], why: AGED },
  {
    file: 'store/sweep/sweepStore.ts',
    tables: ['draft_client', 'import_progress', 'misuse_report', 'settings_import'],
    why: AGED,
  },
  { file: 'store/mailbox/outsideReaders.ts', tables: ['outside_reader'], why: AGED },
  {
    file: 'store/sweep/sweepMessages.ts',
    tables: ['garbage_message', 'outgoing_recipient'],
    why: 'what was noted since the sweep before, in the order of the notes; failures that are not reported yet, by their index',
  },
  { file: 'store/sweep/sweepBlobs.ts', tables: ['garbage_blob'], why: 'what was noted since the sweep before' },
  {
    file: 'store/sweep/sweepUploads.ts',
    tables: ['outgoing'],
    why: 'once a day for each upload that a letter keeps, in steps of 200: the letters that its account has sent',
  },
  {
    file: 'areas/files/upload.service.ts',
    tables: ['outgoing'],
    why: 'once for each readable picture of a draft that was encrypted since: the letters that its account has sent',
  },
  {
    file: 'store/jobs/holdJobs.ts',
    tables: ['job'],
    why: 'what follows deliveries that were not through when a backup was made, once when it is restored and once after',
  },
  {
    file: 'areas/migration/many.service.ts',
    tables: ['migration'],
    why: 'a row for each mailbox that tables of people have brought, for an administrator who has the page open',
  },
  {
    file: 'store/jobs/takeOver.ts',
    tables: ['job'],
    why: 'what one server was doing when it ended, by an index of that alone: at most `atOnce` of each kind, once at a start',
  },
  {
    file: 'store/accounts/deleteAccount.ts',
    tables: [
      ...['outgoing', 'person_key', 'delivery_log', 'assistant_answer', 'assistant_sent', 'change_log', 'contact'],
      ...['correspondent', 'delivery_verdict', 'document_content', 'document_version', 'login_log', 'mail'],
      'reminder_notice',
    ],
    why: 'an operator deletes an account with all its rows, each once; the log of the relay in steps of 1,000',
  },
  { file: 'store/backup/backup.ts', tables: ['blob'], why: 'a backup copies everything' },
  {
    file: 'store/mailbox/arrangedMails.ts',
    tables: ['mail', 'message', 'mail_label'],
    why: 'all mails of one list, where its reader asks for another order than that of time; in a thread, a few at a time',
  },
  {
    file: 'store/search/wordPlaces.ts',
    tables: ['word_place'],
    why: 'a stretch of places that its caller bounds: one, or `NEAR`',
  },
  {
    file: 'store/search/findOnPostgres.ts',
    tables: ['mail_words', 'mail'],
    why: 'the hits of a search, by their words; what takes longer than `longReadMs` is ended',
  },
  {
    file: 'store/search/fileTexts.ts',
    tables: ['file_text'],
    why: 'the first one of an index that holds only what is still to be read',
  },
  {
    file: 'store/queue/holdQueue.ts',
    tables: ['delivery_effect'],
    why: 'all that waits is held, once, when a backup is restored, and goes on when an operator asks for it',
  },
  {
    file: 'store/queue/moveMail.ts',
    tables: ['outgoing', 'outgoing_recipient'],
    why: 'all that waits is held or goes on, when a backup is restored or an operator asks for it',
  },
  {
    file: 'mailflow/queue/operateQueue.ts',
    tables: ['outgoing', 'outgoing_recipient'],
    why: "the operator's commands list what waits, and try all of it at once; each time that one asks by hand",
  },
  {
    file: 'mailflow/outgoing/dispatcher.ts',
    tables: ['outgoing_recipient'],
    why: 'recipients that are to be reported, in an index that holds no others; twenty mails at a time',
  },
  {
    file: 'mailflow/outgoing/relaying.ts',
    tables: ['outgoing_recipient'],
    why: 'recipients that wait for another server, in an index that holds no others; twenty mails at a time',
  },
  { file: 'areas/assistant/jobs.ts', tables: ['assistant_job'], why: AGED },
  {
    file: 'areas/assistant/keptAnswers.ts',
    tables: ['assistant_answer'],
    why: `${AGED}; all of a person who asks for that; what was rated, for the operator's command`,
  },
  {
    file: 'areas/assistant/model/budget.ts',
    tables: ['assistant_sent', 'assistant_usage'],
    why: `${AGED}; a row for each account, for the operator's table of a month; the questions of a minute`,
  },
  {
    file: 'areas/announcements/announcements.service.ts',
    tables: ['announcement_read'],
    why: "counts the readers of all announcements, for the operator's list",
  },
  {
    file: 'areas/contacts/findDoubles.ts',
    tables: ['person_key'],
    why: 'the keys of one name, phone or address among those of one account, in their order',
  },
  {
    file: 'areas/contacts/doubles.service.ts',
    tables: ['person_key', 'contact_email'],
    why: 'doubles are looked for among all contacts of an account, at most CONTACTS_MAX, when a person asks for them',
  },
  {
    file: 'areas/contacts/contacts.service.ts',
    tables: ['contact'],
    why: 'counts the contacts of one account by their initial, at most CONTACTS_MAX',
  },
  {
    file: 'areas/documents/usage.service.ts',
    tables: ['document', 'document_space'],
    why: 'the largest hundred by an index of sizes, and a page of those who keep the most, for administrators',
  },
  {
    file: 'areas/documents/shares.service.ts',
    tables: ['document_share'],
    why: 'a page of the links of all people by their numbers, for administrators',
  },
  {
    file: 'areas/documents/organisationShares.service.ts',
    tables: ['document_grant'],
    why: 'what one person shares by name, once, when an administrator ends all of it',
  },
  {
    file: 'areas/documents/sharingsReport.ts',
    tables: ['document_grant'],
    why: 'everything that is shared, some at a time, for the file of auditors',
  },
  {
    file: 'store/mailbox/ruleMails.ts',
    tables: ['mail'],
    why: 'a rule that is tried on stored mail goes through the mails of one account, some at a time',
  },
  {
    file: 'areas/contacts/bookChanges.ts',
    tables: ['contact'],
    why: 'what has changed since a client asked last, at most CONTACTS_MAX',
  },
  {
    file: 'store/mailbox/countHeadings.ts',
    tables: ['mail'],
    why: 'parts of days at the ends of a span; whole days are counted already',
  },
  {
    file: 'areas/calendar-store/freebusy/busyTimes.ts',
    tables: ['calendar'],
    why: 'PostgreSQL reads a few thousand short rows faster than by an index; it takes the index where they are more',
  },
  {
    file: 'areas/contacts/export.service.ts',
    tables: ['contact'],
    why: 'the members of chosen groups, found among the contacts of one account, at most CONTACTS_MAX',
  },
  {
    file: 'areas/contacts/groups.service.ts',
    tables: ['contact'],
    why: 'the members of chosen groups, found among the contacts of one account, at most CONTACTS_MAX',
  },
  {
    file: 'cli/mailbox.ts',
    tables: ['account_association', 'public_mailbox_grant'],
    why: "the operator's list of all of them",
  },
  {
    file: 'mailflow/outgoing/countOutgoing.ts',
    tables: ['outgoing'],
    why: 'counts the mails that have not left yet, by their index, when a measure is asked for',
  },
  {
    file: 'mailflow/sendingRate/sendingFigures.ts',
    tables: ['outgoing'],
    why: 'counts the mails that the server holds, by their index, when a measure is asked for',
  },
  { file: 'areas/contacts/weekly.service.ts', tables: ['mail'], why: 'the mails of one week' },
  {
    file: 'areas/security/logs.service.ts',
    tables: ['login_log', 'mail'],
    why: 'log-ins and mails of one account within LOG_DAYS, when a person opens the log',
  },
  {
    file: 'store/mailbox/mailLog.ts',
    tables: ['mail'],
    why: 'mails of one account within LOG_DAYS, when a person opens the log',
  },
  { file: 'areas/security/changes.service.ts', tables: ['login_log'], why: 'log-ins of one account within some days' },
  { file: 'areas/self-check/checks.ts', tables: ['login_log'], why: 'log-ins of one account within some days' },
  { file: 'areas/submission/receiveSubmission.ts', tables: ['outgoing'], why: 'letters of one account within an hour' },
  {
    file: 'areas/contacts/keepPeople.ts',
    tables: ['contact'],
    why: 'counts the contacts of one account, at most CONTACTS_MAX',
  },
]

export const reasonFor = (file: string, table: string): Reason | undefined =>
  REASONS.find((one) => one.file === file && one.tables.includes(table))
