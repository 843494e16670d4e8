import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { fraudWarning } from './fraudWarning.ts'
import type { Asker, Piece } from './model/asker.ts'
import { chunksOf } from './model/chunksOf.ts'
import { readForAssistant, textForModel } from './model/mayLeave.ts'
import { readModelSettings } from './model/modelSettings.ts'
import { withModel } from './model/withModel.ts'
import type { Asked } from './request.ts'
import { summarise } from './summary/summarise.ts'

/**
 * The sentences of a mail that say most, in its own words, and what was found in it; a model may add a text. Of a mail that
 * may be a fraud a warning alone.
 */
export async function* summariseMail(asker: Asker, request: Asked<4>): AsyncGenerator<Piece> {
  const { context, accountId } = asker
  const mail = request.mailId === undefined ? null : await readForAssistant(context, asker, request.mailId)
  if (mail && request.mailId !== undefined) {
    const warning = await fraudWarning(asker, request.mailId, request.language, 'summary')
    if (warning) {
      yield warning
      return
    }
  }
  const text = mail?.text || request.content
  const { sentences, facts } = summarise(text, {
    sentAt: mail?.sentAt ?? context.now(),
    zone: await zoneOf(context, accountId),
    people: mail?.people ?? [],
    reader: await nameOf(context, accountId),
  })
  if (sentences.length === 0) return
  yield { content: sentences.join('\n'), extra: { sentences: [...sentences], facts: [...facts] } }
  // Only what the server itself has read may leave: what a page sends along could be any mail.
  if (!mail?.mayLeave) return
  const task = `Language: ${request.language}. Summarise the mail in at most four sentences.`
  const parts = await partsToSend(asker, mail.text)
  if (parts.length <= 1) {
    yield* withModel(asker, {
      language: request.language,
      type: 4,
      task,
      data: (settings) => textForModel(`${mail.subject}\n\n${mail.text}`, settings),
    })
    return
  }
  const notes: string[] = []
  for (const [place, part] of parts.entries()) {
    const where = `part ${place + 1} of ${parts.length} of a long mail`
    const summary = await collect(
      withModel(asker, {
        language: request.language,
        type: 4,
        task: `Language: ${request.language}. Note in at most five sentences what ${where} says.`,
        data: (settings) => textForModel(`${mail.subject}\n\n${part}`, settings),
      }),
    )
    // A summary of some parts would pass for one of all.
    if (summary === null) return
    notes.push(summary)
  }
  yield* withModel(asker, {
    language: request.language,
    type: 4,
    task: `${task} What follows are notes of its parts, in their order.`,
    data: (settings) => textForModel(notes.join('\n\n'), { ...settings, longest: NOTES_MAX }),
  })
}

async function nameOf({ store }: Asker['context'], accountId: number): Promise<string> {
  const row = await store.db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
  return row?.name ?? ''
}

/** Characters of the notes of all parts. */
const NOTES_MAX = 100_000

/** The parts in which a mail goes to the model: one, unless the operator allows several and it is longer than one. */
async function partsToSend({ context }: Asker, text: string): Promise<string[]> {
  const settings = await readModelSettings(context)
  return settings ? chunksOf(text, settings.longest, settings.chunks) : []
}

/** The whole text of a model; null when it has not answered to its end. */
async function collect(pieces: AsyncGenerator<Piece, boolean>): Promise<string | null> {
  let summary = ''
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return value ? summary : null
    summary += value.content ?? ''
  }
}

/** Hours that a person is ahead of UTC, as they have set it. */
const zoneOf = async (context: Context, accountId: number): Promise<number> =>
  (await readSettings(context, accountId)).timeZone
