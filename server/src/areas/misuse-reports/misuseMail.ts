import type { Language, MisuseReason } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'

/** What is written: to administrators, that a report waits, or to who reported, what came of it. */
export type MisuseNews =
  | { readonly kind: 'reported' }
  | { readonly kind: 'answered'; readonly reason: MisuseReason; readonly answer: string }

const WORDS = {
  zh: {
    reported: '有一封邮件被举报，请处理',
    where: '请在侧栏“更多”中打开“邮件举报”查看。在全部处理完之前，新的举报不再另行通知。',
    answered: '你举报的邮件已处理',
    about: { phishing: '钓鱼或诈骗', spam: '垃圾邮件', harassment: '骚扰或威胁', other: '其他' },
    reason: (word: string) => `举报原因：${word}`,
  },
  en: {
    reported: 'A mail was reported and waits for you',
    where: 'Open “Reported mail” under “More” in the sidebar. Until all reports are closed, further ones send no mail.',
    answered: 'A mail that you reported was dealt with',
    about: {
      phishing: 'phishing or fraud',
      spam: 'unwanted mail',
      harassment: 'harassment or threats',
      other: 'something else',
    },
    reason: (word: string) => `Reported as: ${word}`,
  },
} as const satisfies Record<Language, unknown>

/** A mail about reports, in the language of who gets it. It has nothing of the mail that was reported. */
export async function prepareNews(
  context: Context,
  to: { readonly id: number; readonly address: string },
  news: MisuseNews,
): Promise<PreparedMessage> {
  const { language, timeZone } = await readSettings(context, to.id)
  const words = WORDS[language]
  const lines =
    news.kind === 'reported'
      ? [words.where]
      : [words.reason(words.about[news.reason]), ...news.answer.split(/\r?\n/).filter((line) => line.trim() !== '')]
  return prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: { name: '雁书 Yanshu', address: `postmaster@${to.address.slice(to.address.lastIndexOf('@') + 1)}` },
    to: to.address,
    subject: words[news.kind],
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
    answers: null,
    timeZone,
  })
}
