import type { AssistantSource } from '@yanshu/contracts'
import { settingPathOf } from '@yanshu/help'
import { fraudWarning } from './fraudWarning.ts'
import { type FoundTopic, findHelp } from './help/findHelp.ts'
import type { Asker, Piece } from './model/asker.ts'
import { textForModel } from './model/mayLeave.ts'
import { withModel } from './model/withModel.ts'
import { type FoundMail, findInMails } from './own-mail/findInMails.ts'
import { asksWho, sayTakingPart, whoTakesPart } from './own-mail/whoTakesPart.ts'
import type { Asked } from './request.ts'
import { asksHow } from './words/questionWords.ts'

/** How much of a question a mail must hold to be shown, and to answer. */
const SHOWN_FROM = 0.3
const ANSWERS_FROM = 0.42
/** What a further source must be worth of the best: beside a good one, others only distract. */
const BESIDE_BEST = 0.65
/** What help is worth beside a mail when a question asks how something is done. */
const HOW_BONUS = 0.2
/** How much of a question a topic must hold to be offered where none answers. */
const NEAR_FROM = 0.2

const sourceOfHelp = ({ topic }: FoundTopic): Extract<AssistantSource, { kind: 'help' }> => {
  const path = settingPathOf(topic.id)
  return { kind: 'help', id: topic.id, title: topic.title, ...(path === null ? {} : { path }) }
}
const sourceOfMail = (mail: FoundMail): Extract<AssistantSource, { kind: 'mail' }> => ({
  kind: 'mail',
  mailId: mail.mailId,
  mailboxId: mail.mailboxId,
  title: mail.subject,
  from: mail.from,
  receivedAt: mail.receivedAt,
  quote: mail.quote,
})

/**
 * Answers from the product's help and the person's own mail, the sources named. Where neither answers it yields the nearest
 * topics without a text, or nothing where none is near.
 */
export async function* answerQuestion(asker: Asker, request: Asked<1>): AsyncGenerator<Piece> {
  const { context } = asker
  const { question, language } = request
  const [topics, mails] = await Promise.all([findHelp(question, language), findInMails(context, asker, question)])
  const bonus = asksHow(question) ? HOW_BONUS : 0
  // Mails that may be a fraud answer nothing: their words are the means by which they deceive.
  const warnings: { readonly mail: FoundMail; readonly piece: Piece }[] = []
  const safe: FoundMail[] = []
  for (const mail of mails.filter(({ covered }) => covered >= SHOWN_FROM)) {
    const piece = await fraudWarning(asker, mail.mailId, language, 'question')
    if (piece) warnings.push({ mail, piece })
    else safe.push(mail)
  }
  const [nearest] = safe
  if (nearest && nearest.covered >= ANSWERS_FROM && asksWho(question)) {
    const content = sayTakingPart(await whoTakesPart(context, asker, nearest.mailId), nearest.subject, language)
    yield { content, extra: { sources: [sourceOfMail(nearest)] } }
    return
  }
  const found = [
    ...topics
      .filter(({ answers }) => answers)
      .map((topic) => ({
        source: sourceOfHelp(topic),
        worth: Math.max(topic.worth, ANSWERS_FROM) + bonus,
        topic,
        mail: null,
      })),
    ...safe.map((mail) => ({ source: sourceOfMail(mail), worth: mail.covered, topic: null, mail })),
  ]
    .sort((a, b) => b.worth - a.worth)
    .filter(({ worth }, _at, [best]) => worth >= (best?.worth ?? 0) * BESIDE_BEST)
    .slice(0, 3)
  const [best] = found
  if (!best || best.worth < ANSWERS_FROM) {
    const [warning] = warnings.filter(({ mail }) => mail.covered >= ANSWERS_FROM)
    if (warning) {
      const source = { ...sourceOfMail(warning.mail), quote: '' }
      yield { ...warning.piece, extra: { ...warning.piece.extra, sources: [source] } }
      return
    }
    const near = topics.filter(({ covered }) => covered >= NEAR_FROM).map(sourceOfHelp)
    if (near.length > 0) yield { extra: { nearest: near } }
    return
  }
  const text = best.topic
    ? best.topic.topic.text
    : language === 'zh'
      ? `“${best.mail?.subject}”里写道：${best.mail?.quote}`
      : `“${best.mail?.subject}” says: ${best.mail?.quote}`
  yield { content: text, extra: { sources: found.map(({ source }) => source) } }
  // Mails other than the open one stay here: a model is given the question and the help alone.
  const helpful = found.flatMap(({ topic }) => (topic ? [topic.topic] : []))
  if (helpful.length === 0) return
  const words = withModel(asker, {
    language,
    type: 1,
    task: `Language: ${language}. Answer the question in at most five sentences by the help below, which follows it.`,
    data: (settings) =>
      textForModel([question, ...helpful.map((topic) => `${topic.title}\n${topic.text}`)].join('\n\n'), settings),
  })
  let first = true
  for await (const piece of words) {
    // The help's text and the model's text are two paragraphs.
    yield first && piece.content ? { ...piece, content: `\n\n${piece.content}` } : piece
    if (piece.content) first = false
  }
  if (!first) yield { extra: { byModel: true } }
}
