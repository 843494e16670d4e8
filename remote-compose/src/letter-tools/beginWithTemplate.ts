import { escapeHtml } from '@yanshu/contracts'
import { ApiError } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { withRecipients } from '../validation/letterFields.ts'
import type { Beginning } from '../write/beginning.ts'
import { cleanerOf } from '../write/mailWindow.ts'
import { cutSubject, readTemplate } from './templates.ts'

/** A letter that begins with a template. Without the template, which may be deleted by now, it begins empty, and shows that. */
export async function beginWithTemplate(begun: Beginning, templateId: number): Promise<Beginning> {
  try {
    const { subject, html } = await readTemplate(templateId)
    const { letter } = begun
    const text = cleanerOf(begun.window)(withRecipients(html, letter.recipients, escapeHtml))
    return {
      ...begun,
      letter: { ...letter, subject: letter.subject || cutSubject(withRecipients(subject, letter.recipients)) },
      body: `${text}${begun.body}`,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify.error(error.message)
    return begun
  }
}
