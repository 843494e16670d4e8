import type { Asker, Piece } from './model/asker.ts'
import { readForAssistant, textForModel } from './model/mayLeave.ts'
import { withModel } from './model/withModel.ts'
import type { Asked } from './request.ts'
import { summarise } from './summary/summarise.ts'
import { zoneOf } from './zoneOf.ts'

/** The sentences of a mail that say most, in its own words, and what was found in it; a model may add a text. */
export async function* summariseMail(asker: Asker, request: Asked<4>): AsyncGenerator<Piece> {
  const { context, accountId } = asker
  const mail = request.mailId === undefined ? null : await readForAssistant(context, accountId, request.mailId)
  const text = mail?.text || request.content
  const { sentences, facts } = summarise(text, {
    sentAt: mail?.sentAt ?? context.now(),
    zone: await zoneOf(context, accountId),
    people: mail?.people ?? [],
  })
  if (sentences.length === 0) return
  yield { content: sentences.join('\n'), extra: { sentences: [...sentences], facts: [...facts] } }
  // Only what the server itself has read may leave: what a page sends along could be any mail.
  if (!mail?.mayLeave) return
  yield* withModel(asker, {
    type: 4,
    task: `Language: ${request.language}. Summarise the mail in at most four sentences.`,
    data: (settings) => textForModel(`${mail.subject}\n\n${mail.text}`, settings),
  })
}
