import { EVENT_TEXT_MAX, type EventFields } from '@yanshu/contracts'

/** An event as its author wrote it, with its formatted words cleaned and its plain words never missing. */
export async function withCleanWords(event: EventFields): Promise<EventFields> {
  if (event.descriptionHtml === '') return event
  // Not needed before an author formats something.
  const [{ eventHtml }, { htmlToText }] = await Promise.all([
    import('../../../calendar-model/rows/eventHtml.ts'),
    import('../../../mime/html-text.ts'),
  ])
  const descriptionHtml = eventHtml(event.descriptionHtml)
  const description = event.description || htmlToText(descriptionHtml, { maxLength: EVENT_TEXT_MAX }).trim()
  return { ...event, description, descriptionHtml }
}
