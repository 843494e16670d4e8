/**
 * The demonstration organisation: people, departments, mail, and mailboxes of any size for measuring. Content alone: it
 * knows no server. Who needs the people only takes `@yanshu/demo/organisation`, which is small.
 */

export { type DemoApplication, type DemoDecision, demoApplications } from './applications.ts'
export { DEMO_APPROVAL_RULES, type DemoApprovalRule } from './approvalRules.ts'
export {
  BULK_BODY_WORD,
  BULK_SUBJECT_WORD,
  type BulkMail,
  type BulkOptions,
  bulkExpectations,
  bulkMails,
  mboxEntry,
} from './bulkMails.ts'
export { DEMO_ROOMS, type DemoCalendar, type DemoEvent, type DemoRoom, demoCalendars } from './calendarEvents.ts'
export { type DemoTask, demoTasks } from './calendarTasks.ts'
export { composeMail, type MailDraft, type MailFile, UTF8, type WireForm } from './composeMail.ts'
export {
  DEMO_CONTACT_GROUPS,
  DEMO_CONTACTS,
  DEMO_HEADS,
  DEMO_MAIL_GROUPS,
  type DemoContact,
  type DemoContactGroup,
  type DemoMailGroup,
} from './contacts.ts'
export {
  DEMO_FOLDERS,
  DEMO_LABELS,
  type DemoCopy,
  type DemoFolder,
  type DemoMail,
  type DemoOptions,
  demoMails,
} from './demoMails.ts'
export {
  DEMO_DOMAIN,
  DEMO_PASSWORD,
  type DemoDepartment,
  type DemoOrganisation,
  type DemoPerson,
  demoOrganisation,
  MAIN_ACCOUNTS,
} from './organisation.ts'
export { createRandom, type Random } from './random.ts'
