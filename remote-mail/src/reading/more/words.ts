import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  printThread: '打印整个会话',
  byList: '来自邮件列表 {{name}}',
  replyList: '回复到邮件列表（{{address}}）',
  rule: '按此邮件新建规则',
  unsubscribe: '退订…',
  subscriptions: '管理全部订阅',
  raw: '查看原文',
  report: '向管理员举报…',
  aloud: '朗读',
  aloudNow: '正在朗读',
  aloudStop: '停止朗读',
  paper: '用白底显示',
  charset: '文字编码',
  charsetAuto: '自动',
  charsets: {
    'utf-8': 'Unicode（UTF-8）',
    gb18030: '简体中文（GB 18030）',
    big5: '繁体中文（Big5）',
    'hz-gb-2312': '简体中文（HZ）',
    shift_jis: '日文（Shift_JIS）',
    'iso-2022-jp': '日文（ISO-2022-JP）',
    'euc-jp': '日文（EUC-JP）',
    'euc-kr': '韩文（EUC-KR）',
    'windows-1252': '西欧（Windows-1252）',
    'windows-1251': '西里尔文（Windows-1251）',
    'utf-16le': 'Unicode（UTF-16）',
  },
  copyLink: '复制邮件链接',
  linkCopied: '已复制。收到过这封邮件的同事打开链接，看到的是各自的那一份',
  linkNotCopied: '没有复制成功，请检查浏览器的剪贴板权限',
  find: {
    title: '在邮件中查找',
    none: '没有找到',
    at: '{{at}} / {{count}}',
    atMany: '{{at}} / {{count}}+',
    previous: '上一处',
    next: '下一处',
    close: '关闭',
    part: '打开了 {{open}} 封，只查找离这里最近的 {{searched}} 封',
  },
} as const satisfies MessageTree

export const en = {
  printThread: 'Print conversation',
  byList: 'By the mailing list {{name}}',
  replyList: 'Reply to the list ({{address}})',
  rule: 'Make a rule for mail like this',
  unsubscribe: 'Unsubscribe…',
  subscriptions: 'All subscriptions',
  raw: 'Show original',
  report: 'Report to administrators…',
  aloud: 'Read aloud',
  aloudNow: 'Reading aloud',
  aloudStop: 'Stop reading aloud',
  paper: 'Show on white',
  charset: 'Text encoding',
  charsetAuto: 'Automatic',
  charsets: {
    'utf-8': 'Unicode (UTF-8)',
    gb18030: 'Simplified Chinese (GB 18030)',
    big5: 'Traditional Chinese (Big5)',
    'hz-gb-2312': 'Simplified Chinese (HZ)',
    shift_jis: 'Japanese (Shift_JIS)',
    'iso-2022-jp': 'Japanese (ISO-2022-JP)',
    'euc-jp': 'Japanese (EUC-JP)',
    'euc-kr': 'Korean (EUC-KR)',
    'windows-1252': 'Western European (Windows-1252)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    'utf-16le': 'Unicode (UTF-16)',
  },
  copyLink: 'Copy link to this mail',
  linkCopied: 'Copied. Colleagues who got this mail open their own copy by it',
  linkNotCopied: 'It was not copied. Check whether the browser lets this site use the clipboard',
  find: {
    title: 'Find in mail',
    none: 'Not found',
    at: '{{at}} of {{count}}',
    atMany: '{{at}} of {{count}} or more',
    previous: 'Previous place',
    next: 'Next place',
    close: 'Close',
    part: '{{open}} mails are open; the nearest {{searched}} are searched',
  },
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code, in both languages. */
export const NS = 'remote-mail-more'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Translates with the words of what the menu of a mail opens. */
export const useMoreWords = () => useT(NS)
