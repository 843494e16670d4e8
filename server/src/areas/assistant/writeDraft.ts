import { draftMail, draftReply } from './drafts/draftMail.ts'
import { fraudWarning } from './fraudWarning.ts'
import type { Asker, Piece } from './model/asker.ts'
import { readForAssistant, textForModel } from './model/mayLeave.ts'
import { withModel } from './model/withModel.ts'
import type { Asked } from './request.ts'

/** Stands in an English letter where its writer has given its subject in Chinese. */
const PLACE_OF_WORDS = '[Your words in English go here]'

/**
 * A draft by a model where one helps, else by templates. What a model has begun and not ended is replaced as a whole. For an
 * answer to a mail that may be a fraud a warning alone.
 */
export async function* writeDraft(asker: Asker, request: Asked<2 | 3>): AsyncGenerator<Piece> {
  const { context, accountId } = asker
  const { language, requestEmail, size, tone, gist, kind } = request
  if (kind === 3 && request.mailId !== undefined) {
    const warning = await fraudWarning(asker, request.mailId, language, 'reply')
    if (warning) {
      yield warning
      return
    }
  }
  const account = await context.store.db
    .selectFrom('account')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const mail = request.mailId === undefined ? null : await readForAssistant(context, asker, request.mailId)
  const original = kind === 3 ? mail?.text || (request.content ?? '') : ''
  const wish = {
    requestEmail,
    size,
    tone,
    language,
    gist,
    again: request.again ?? 0,
    writer: account.name,
    to: kind === 3 ? (mail?.from.name ?? '') : '',
  }
  if (kind === 2 || mail?.mayLeave) {
    const parts = withModel(asker, {
      language,
      type: kind,
      task:
        `Language: ${language}. Write ${kind === 2 ? 'a mail' : 'an answer to the mail'} for ${requestEmail}, length ${size}, ` +
        `tone ${tone}, that says what the gist says. The text of the letter alone.`,
      data: (settings) => textForModel(kind === 2 ? gist : `Gist: ${gist}\n\nThe mail:\n${original}`, settings),
    })
    let written = ''
    for (;;) {
      const { done, value } = await parts.next()
      if (done) {
        if (value && written.trim() !== '') {
          yield { extra: { byModel: true } }
          return
        }
        break
      }
      written += value.content ?? ''
      yield value
    }
    if (written !== '') yield { content: '\n\n——\n\n' }
  }
  // Rules do not translate: in an English letter Chinese words would stand between English sentences.
  const own = language === 'en' && /\p{Script=Han}/u.test(gist) ? { ...wish, gist: PLACE_OF_WORDS } : wish
  yield { content: kind === 2 ? draftMail(own) : draftReply(own, original) }
}
