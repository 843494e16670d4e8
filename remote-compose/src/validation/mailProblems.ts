import { ATTACHMENTS_MAX, RECIPIENTS_MAX, subjectProblem } from '@yanshu/contracts'
import { everybody } from '@yanshu/ui/people'
import { totalSize } from '@yanshu/ui/upload'
import { isValid, type RecipientLists } from '../recipients/recipientLists.ts'
import { isRecipientField } from './letterFields.ts'

export interface MailToCheck {
  readonly recipients: RecipientLists
  readonly subject: string
  readonly attachments: readonly { readonly size: number; readonly state: 'waiting' | 'sending' | 'failed' | 'done' }[]
  /** Pictures of the text that are still on their way. */
  readonly picturesWaiting: number
  /** Bytes of all attachments together. */
  readonly maxMessageSize: number
  /** Fields of templates that stand in subject and text as they are. */
  readonly openFields: readonly string[]
}

export type MailProblem =
  | 'recipient-required'
  | 'too-many-recipients'
  | 'subject-required'
  | 'subject-too-long'
  | 'recipient-field'
  | 'too-many-attachments'
  | 'too-large'
  | 'upload-failed'
  | 'uploading'

/**
 * What keeps a mail from being sent (§5, Compose), in the order in which the writer meets it on the screen. Addresses
 * that are none are not among them: whether to ignore those is a question.
 */
export function mailProblems(mail: MailToCheck): MailProblem[] {
  const problems: MailProblem[] = []
  const people = everybody(mail.recipients)
  if (people.length === 0) problems.push('recipient-required')
  if (people.filter(isValid).length > RECIPIENTS_MAX) problems.push('too-many-recipients')
  const subject = subjectProblem(mail.subject)
  if (subject) problems.push(subject === 'required' ? 'subject-required' : 'subject-too-long')
  if (mail.openFields.some(isRecipientField)) problems.push('recipient-field')
  const { attachments } = mail
  if (attachments.length > ATTACHMENTS_MAX) problems.push('too-many-attachments')
  if (totalSize(attachments) > mail.maxMessageSize) problems.push('too-large')
  if (attachments.some(({ state }) => state === 'failed')) problems.push('upload-failed')
  if (mail.picturesWaiting > 0 || attachments.some(({ state }) => state === 'waiting' || state === 'sending')) {
    problems.push('uploading')
  }
  return problems
}
