import type { ApprovalNote, FollowUpNote, MailNote, PushNote, ReminderNote } from '@yanshu/contracts'

/** The part of a window that is used here. */
export interface OpenWindow {
  readonly url: string
  readonly visibilityState: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

const WORDS = {
  zh: {
    mail: '您有一封新邮件',
    from: (name: string) => `${name} 发来新邮件`,
    noSubject: '（无主题）',
    event: '日程提醒',
    followUp: '待跟进的邮件',
    waits: (name: string) => (name === '' ? '有邮件等待您审批' : `${name} 的邮件等待您审批`),
    passed: '您的邮件已通过审批',
    rejected: '您的邮件未通过审批',
    expired: '您的邮件审批超时，未发出',
    late: (minutes: number) => `晚了 ${minutes} 分钟提醒`,
  },
  en: {
    mail: 'You have new mail',
    from: (name: string) => `New mail from ${name}`,
    noSubject: '(no subject)',
    event: 'An event begins soon',
    followUp: 'A mail to follow up',
    waits: (name: string) =>
      name === '' ? 'A mail waits for your approval' : `A mail of ${name} waits for your approval`,
    passed: 'Your mail was approved',
    rejected: 'Your mail was not approved',
    expired: 'Your mail was not sent: no decision came in time',
    late: (minutes: number) => (minutes === 1 ? 'a minute late' : `${minutes} minutes late`),
  },
} as const

const isText = (value: unknown): value is string => typeof value === 'string'

type Fields = Partial<Record<string, unknown>>

/** A path of the application: nothing else is opened by a click. */
const isPath = (value: unknown): value is string => isText(value) && /^\/\w+(\/\w+)*$/.test(value)
const languageOf = ({ language }: Fields) => (language === 'en' ? 'en' : 'zh')

function readMail(fields: Fields): MailNote | null {
  const { account, mailId, path, from, subject } = fields
  if (!isText(account) || !isPath(path) || !isText(from) || !isText(subject) || !Number.isSafeInteger(mailId))
    return null
  return { account, mailId: Number(mailId), path, from, subject, language: languageOf(fields) }
}

function readReminder(fields: Fields): ReminderNote | null {
  const { account, reminderId, path, day, title, place, when, late } = fields
  if (!isText(account) || !isPath(path) || !isText(title) || !isText(place) || !isText(when)) return null
  if (!isText(day) || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
  if (!Number.isSafeInteger(reminderId) || !Number.isSafeInteger(late)) return null
  const language = languageOf(fields)
  return { account, reminderId: Number(reminderId), path, day, title, place, when, late: Number(late), language }
}

function readFollowUp(fields: Fields): FollowUpNote | null {
  const { followUpId, note } = fields
  const mail = readMail({ ...fields, from: '' })
  if (!mail || !Number.isSafeInteger(followUpId) || !isText(note)) return null
  const { account, mailId, path, subject, language } = mail
  return { account, followUpId: Number(followUpId), mailId, path, subject, note, language }
}

const KINDS = ['waits', 'passed', 'rejected', 'expired'] as const

function readApproval(fields: Fields): ApprovalNote | null {
  const { account, approvalId, path, name, subject } = fields
  const kind = KINDS.find((one) => one === fields.kind)
  if (!kind || !isText(account) || !isPath(path) || !isText(name) || !isText(subject)) return null
  if (!Number.isSafeInteger(approvalId)) return null
  return { account, approvalId: Number(approvalId), kind, path, name, subject, language: languageOf(fields) }
}

/** What a push service brought, null when it is no note of this system. */
export function readNote(value: unknown): PushNote | null {
  if (typeof value !== 'object' || value === null) return null
  const fields: Fields = { ...value }
  if ('approvalId' in fields) return readApproval(fields)
  if ('followUpId' in fields) return readFollowUp(fields)
  return 'reminderId' in fields ? readReminder(fields) : readMail(fields)
}

/** What stands on the desktop. */
export function wordsOf(note: PushNote): { title: string; body: string } {
  const words = WORDS[note.language]
  if ('reminderId' in note) {
    const { title, when, place, late, account } = note
    const facts = [when, place, late > 0 ? words.late(late) : '', title === '' ? account : '']
    return { title: title || words.event, body: facts.filter(Boolean).join(' · ') }
  }
  if ('approvalId' in note) {
    const { kind, name, subject, account } = note
    return { title: kind === 'waits' ? words.waits(name) : words[kind], body: subject || account }
  }
  if ('followUpId' in note) {
    const { subject, note: text, account } = note
    return { title: words.followUp, body: [subject || account, text].filter(Boolean).join(' · ') }
  }
  const { account, from, subject } = note
  if (from === '') return { title: words.mail, body: account }
  return { title: words.from(from), body: subject || words.noSubject }
}

/** Windows of one user and this worker show one notification of a thing; a second one for the same thing replaces the first. */
export function tagOf(note: PushNote): string {
  if ('approvalId' in note) return `approval-${note.approvalId}`
  if ('followUpId' in note) return `follow-up-${note.followUpId}`
  return 'reminderId' in note ? `reminder-${note.reminderId}` : `mail-${note.mailId}`
}

/** Where a click leads: the list with the mail marked, the day of the event, or the record. */
export function addressOf(note: PushNote): string {
  if ('approvalId' in note) return `/#${note.path}`
  return 'reminderId' in note ? `/#${note.path}?view=day&day=${note.day}` : `/#${note.path}?mail=${note.mailId}`
}
