import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  card: '翻译',
  offer: '点击后，这封邮件的文字会发给模型服务 {{host}}，链接和图片不会发出。',
  to: { zh: '翻译成中文', en: '翻译成英文' },
  other: { zh: '改为译成中文', en: '改为译成英文' },
  title: '译文',
  show: '显示译文',
  hide: '只看原文',
  again: '重新翻译',
  stop: '停止',
  waiting: '正在翻译…',
  made: '由模型翻译，可能有误，以下方原文为准',
  cut: '邮件太长，只翻译了前面的部分。',
  stopped: '已停止，译文不完整。',
  fraud: '可能是诈骗邮件',
  refused: {
    protected: '这封邮件加密、标记为机密或被发件人限制，文字不会发给模型，所以不能翻译。',
    noModel: '管理员没有允许模型翻译邮件。',
    failed: '模型没有完整回答，请稍后重试。',
    none: '没有得到译文，请稍后重试。',
  },
} as const satisfies MessageTree

export const en = {
  card: 'Translation',
  offer: 'When you press it, the words of this mail go to the model at {{host}}; its links and pictures do not.',
  to: { zh: 'Translate to Chinese', en: 'Translate to English' },
  other: { zh: 'To Chinese instead', en: 'To English instead' },
  title: 'Translation',
  show: 'Show translation',
  hide: 'Show the original alone',
  again: 'Translate again',
  stop: 'Stop',
  waiting: 'Translating…',
  made: 'Translated by a model, which makes mistakes; the original below counts',
  cut: 'The mail is long: only its beginning was translated.',
  stopped: 'Stopped: this is not all of it.',
  fraud: 'This may be a fraud',
  refused: {
    protected:
      'This mail is encrypted, marked as confidential or restricted by its sender, so its words are not given to a model.',
    noModel: 'The administrator has not allowed the model to translate mail.',
    failed: 'The model has not answered to its end. Try again later.',
    none: 'There is no translation. Try again later.',
  },
} as const satisfies MessageTree

/** A namespace of its own: the words come with the bar, in both languages. */
const NS = 'remote-ai-translate'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words of the bar. */
export const useTranslateWords = () => useT(NS)
