import { TRANSLATED_PIECE, TRANSLATED_PIECES } from '@yanshu/contracts'
import { fraudWarning } from './fraudWarning.ts'
import type { Asker, Piece } from './model/asker.ts'
import { chunksOf } from './model/chunksOf.ts'
import { readForAssistant, textForModel } from './model/mayLeave.ts'
import { readModelSettings } from './model/modelSettings.ts'
import { withModel } from './model/withModel.ts'
import type { Asked } from './request.ts'

const KIND = 6

const NAMED = { zh: 'Chinese (simplified)', en: 'English' } as const

/**
 * A mail in another language, by a model alone: its text as its reader sees it, piece by piece in its order, with its lines.
 * Without a model, and for a mail whose text may not leave, it yields the reason. Of a mail that may be a fraud a
 * warning alone.
 */
export async function* translateMail(asker: Asker, request: Asked<typeof KIND>): AsyncGenerator<Piece> {
  const { context } = asker
  const { language, to, mailId } = request
  const mail = await readForAssistant(context, asker, mailId)
  if (!mail) return
  if (!mail.mayLeave) {
    yield { extra: { untranslated: 'protected' } }
    return
  }
  const settings = await readModelSettings(context)
  if (!settings?.kinds.includes(KIND)) {
    yield { extra: { untranslated: 'noModel' } }
    return
  }
  const warning = await fraudWarning(asker, mailId, language, 'translation')
  if (warning) {
    yield warning
    return
  }
  const whole = `${mail.subject}\n\n${mail.text.trim()}`
  const parts = chunksOf(whole, Math.min(TRANSLATED_PIECE, settings.longest), TRANSLATED_PIECES)
  for (const part of parts) {
    const finished = yield* withModel(asker, {
      ...{ language, type: KIND },
      task:
        `Language: ${NAMED[to]}. Translate all of the text into ${NAMED[to]}, line by line: keep its lines and empty lines, ` +
        'names, numbers, and what stands in 〈〉. The translation alone, without remarks.',
      data: ({ cutAddresses }) => textForModel(part.trimEnd(), { cutAddresses, longest: part.length }),
    })
    if (!finished) {
      yield { extra: { untranslated: 'failed' } }
      return
    }
    yield { content: part.slice(part.trimEnd().length) }
  }
  yield { extra: { byModel: true, cut: parts.join('').length < whole.length } }
}
