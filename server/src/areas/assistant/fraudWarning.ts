import { type Language, RISK_GRADES_MARKED } from '@yanshu/contracts'
import { riskOfMail, sayRisk } from '../risk-check/index.ts'
import type { Asker, Piece } from './model/asker.ts'

/** The first sentence of a warning, by what it replaces. */
const WARNING = {
  summary: {
    zh: '这封邮件有诈骗嫌疑，所以没有列出要点、待办、日期和链接。',
    en: 'This mail may be a fraud, so no points, actions, dates or links are drawn out of it.',
  },
  reply: {
    zh: '这封邮件有诈骗嫌疑，所以没有起草回复：回复会让对方知道您读了邮件，确认、付款或打开链接都可能受骗。',
    en: 'This mail may be a fraud, so no answer is drafted: an answer shows that you have read it, and whoever confirms, pays or opens a link may be deceived.',
  },
  translation: {
    zh: '这封邮件有诈骗嫌疑，所以没有翻译：请不要照它的要求做。',
    en: 'This mail may be a fraud, so it is not translated: do nothing that it asks for.',
  },
  question: {
    zh: '与问题相符的邮件有诈骗嫌疑，所以没有引用其中的话。',
    en: 'The mail that fits the question may be a fraud, so nothing of it is quoted.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>

/**
 * The warning that replaces a summary, a draft or an answer about a mail that the check for risks marks: the words of such a
 * mail, what it asks for and until when are the means by which it deceives. Null for other mails.
 */
export async function fraudWarning(
  asker: Asker,
  mailId: number,
  language: Language,
  place: keyof typeof WARNING,
): Promise<Piece | null> {
  const check = await riskOfMail(asker.context, asker, mailId)
  if (!RISK_GRADES_MARKED.includes(check.grade)) return null
  const risk = { ...sayRisk(check, language), tooLong: false }
  const lines = [WARNING[place][language], ...risk.reasons.map(({ sentence }) => sentence), ...risk.advice]
  return { content: lines.join('\n'), extra: { risk } }
}
