import { ATTACHMENTS_MAX, optionOf, RECIPIENTS_MAX, subjectProblem } from '@yanshu/contracts'
import { everybody } from '@yanshu/ui/people'
import { attachedSize } from '@yanshu/ui/upload'
import { isValid } from '../recipients/recipientLists.ts'
import type { CheckedLetter, Refusal } from '../send/sendCheck.ts'
import { isRecipientField, openFields } from './letterFields.ts'

/** The fields of templates that stand in subject and text as they are. */
export const fieldsOf = ({ letter, html, text }: CheckedLetter): readonly string[] =>
  // The server fills them in for each recipient, and refuses those that it does not know.
  optionOf(letter.options, 'mail.separately') ? [] : openFields(`${letter.subject}\n${html()}\n${text()}`)

/**
 * What keeps a mail from being sent (§5, Compose), in the order in which the writer meets it on the screen. Addresses
 * that are none are not among them: whether to ignore those is a question.
 */
export const REFUSALS = [
  {
    name: 'recipient-required',
    order: -290,
    refuses: ({ letter }) => everybody(letter.recipients).length === 0,
  },
  {
    name: 'too-many-recipients',
    order: -280,
    refuses: ({ letter }) => everybody(letter.recipients).filter(isValid).length > RECIPIENTS_MAX,
  },
  { name: 'subject-required', order: -270, refuses: ({ letter }) => subjectProblem(letter.subject) === 'required' },
  { name: 'subject-too-long', order: -260, refuses: ({ letter }) => subjectProblem(letter.subject) === 'too-long' },
  { name: 'recipient-field', order: -250, refuses: (letter) => fieldsOf(letter).some(isRecipientField) },
  { name: 'too-many-attachments', order: -240, refuses: ({ attachments }) => attachments.length > ATTACHMENTS_MAX },
  {
    name: 'too-large',
    order: -230,
    refuses: ({ attachments, maxMessageSize, linkedAbove }) => attachedSize(attachments, linkedAbove) > maxMessageSize,
  },
  {
    name: 'upload-failed',
    order: -220,
    refuses: ({ attachments }) => attachments.some(({ state }) => state === 'failed'),
  },
  {
    name: 'send-time-over',
    order: -210,
    refuses({ letter }) {
      const sendAt = optionOf(letter.options, 'mail.sendAt')
      return sendAt !== null && sendAt <= Date.now()
    },
  },
] as const satisfies readonly Refusal[]

export type MailProblem = (typeof REFUSALS)[number]['name']

/** The names of all that refuse a letter now, in their order. */
export const mailProblems = (letter: CheckedLetter): MailProblem[] =>
  REFUSALS.filter(({ refuses }) => refuses(letter))
    .toSorted((a, b) => a.order - b.order)
    .map(({ name }) => name)
