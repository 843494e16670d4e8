import type { MessageTree } from '@yanshu/contracts'

/** The words of what is asked about recipients before sending. */
export const zh = {
  blindCopyTitle: '您是以密送收到这封邮件的',
  blindCopy: '您是以密送收到这封邮件的，回复全部会让其他收件人知道您收到了它。',
  language: {
    han: '这封信是中文写的',
    hanWhy: '{{names}} 以前写来的信都是英文或其他拉丁字母的语言，请确认对方能看懂中文。',
    latin: '这封信不是中文写的',
    latinWhy: '{{names}} 以前写来的信都是中文，请确认语言和收件人没有选错。',
  },
  firstOutside: {
    title: '请确认收件人',
    similar: '第一次写给 {{address}}，与写过的 {{known}} 只差一两个字母',
    sameName: '第一次写给 {{address}}，这个人以前用的是 {{known}}',
    mixed: '第一次写给外部地址 {{address}}，它与同事一起在收件人中',
    more: '另有 {{count}} 个第一次写的外部地址',
  },
} as const satisfies MessageTree

export const en = {
  blindCopyTitle: 'You received this mail as a blind copy',
  blindCopy: 'You received this mail as a blind copy; an answer to all shows the other recipients that you did.',
  language: {
    han: 'This letter is in Chinese',
    hanWhy:
      'All mails from {{names}} were in English or another language of Latin letters. Check that they read Chinese.',
    latin: 'This letter is not in Chinese',
    latinWhy: 'All mails from {{names}} were in Chinese. Check the language and the recipients.',
  },
  firstOutside: {
    title: 'Check the recipients',
    similar: 'First mail to {{address}}, one or two letters away from {{known}}, to which you have written',
    sameName: 'First mail to {{address}}; this person used {{known}} before',
    mixed: 'First mail to the outside address {{address}}, which stands among colleagues',
    more: '{{count}} more outside addresses for the first time',
  },
} as const satisfies MessageTree
