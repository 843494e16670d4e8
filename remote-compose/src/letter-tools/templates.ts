import { escapeHtml, type LetterTemplate, SUBJECT_MAX } from '@yanshu/contracts'
import { ApiError, http, queryKeys } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { withRecipients } from '../validation/letterFields.ts'
import type { Composer } from '../write/composer.ts'
import { cleanerOf } from '../write/mailWindow.ts'

/** The templates of the account, by folder and name. */
export const templatesQuery = {
  queryKey: [...queryKeys.writing, 'templates'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await http.post('mail/template/letterTemplateList', {}, { silent: true, signal })).list,
  staleTime: 60_000,
}

/** A template with the fields of the writer filled in. Rejects with an `ApiError` that is not yet shown. */
export const readTemplate = (templateId: number): Promise<LetterTemplate> =>
  http.post('mail/template/letterTemplateInfo', { templateId, filled: true }, { silent: true })

/** Names may make a subject longer than one may be. */
export const cutSubject = (subject: string): string => [...subject].slice(0, SUBJECT_MAX).join('')

/** Inserts a template at the caret, and its subject where there is none yet. */
export async function putTemplate(composer: Composer, templateId: number): Promise<void> {
  try {
    const template = await readTemplate(templateId)
    const { recipients, subject, plain } = composer.state.get().letter
    const { window } = composer.beginning
    const html = cleanerOf(window)(withRecipients(template.html, recipients, escapeHtml))
    const port = composer.body()
    if (plain) port.insert(linesOf(html, window))
    else if (port.insertHtml) port.insertHtml(html)
    else port.replace(`${html}${port.html()}`)
    if (subject.trim() === '' && template.subject !== '') {
      composer.change({ subject: cutSubject(withRecipients(template.subject, recipients)) })
    }
    port.focus()
  } catch (error) {
    notify.error(error instanceof ApiError ? error.message : `${error}`)
  }
}

/** The words of an HTML, a line for each of its blocks. */
function linesOf(html: string, { DOMParser: Parser }: Composer['beginning']['window']): string {
  const { body } = new Parser().parseFromString(html, 'text/html')
  return [...body.children].map((line) => line.textContent ?? '').join('\n')
}
