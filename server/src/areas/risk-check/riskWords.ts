import type { Language, RiskResult } from '@yanshu/contracts'
import type { RiskCheck, RiskGrade } from './checkRisk.ts'
import type { RiskRule } from './riskMail.ts'

type Sentence = (subject: string) => string

const SENTENCES: Readonly<Record<RiskRule, Readonly<Record<Language, Sentence>>>> = {
  linkText: {
    zh: (s) => `链接显示的网址和真正打开的网址不同：${s}`,
    en: (s) => `A link shows one address and opens another: ${s}`,
  },
  linkScheme: {
    zh: (s) => `链接藏起了真正打开的地方：${s}`,
    en: (s) => `A link hides what it really opens: ${s}`,
  },
  linkShort: {
    zh: (s) => `链接经过 ${s} 跳转，看不出最后打开哪里`,
    en: (s) => `A link goes by way of ${s}, so where it ends cannot be seen`,
  },
  linkAddress: {
    zh: (s) => `链接指向一个数字地址（${s}），正规网站很少这样做`,
    en: (s) => `A link leads to a bare number (${s}), which honest sites hardly do`,
  },
  linkLookalike: {
    zh: (s) => `链接的域名与可信的域名相像：${s}`,
    en: (s) => `The domain of a link looks like a trusted one: ${s}`,
  },
  linkRare: {
    zh: (s) => `链接指向诈骗邮件常用的域名后缀：${s}`,
    en: (s) => `A link leads to a domain ending that deceiving mail often uses: ${s}`,
  },
  senderLookalike: {
    zh: (s) => `发件人的域名与可信的域名相像：${s}`,
    en: (s) => `The sender's domain looks like a trusted one: ${s}`,
  },
  senderRare: {
    zh: (s) => `发件人使用诈骗邮件常用的域名后缀：${s}`,
    en: (s) => `The sender uses a domain ending that deceiving mail often has: ${s}`,
  },
  punycode: {
    zh: (s) => `域名里有外形相近的外文字母：${s}`,
    en: (s) => `A domain has foreign letters that look like others: ${s}`,
  },
  brand: {
    zh: (s) => `以“${s}”的名义，但不是从它的域名发出的`,
    en: (s) => `It speaks for “${s}” and does not come from its domain`,
  },
  replyTo: {
    zh: (s) => `回复会寄到另一个域名的地址：${s}`,
    en: (s) => `An answer would go to an address elsewhere: ${s}`,
  },
  ownDomain: {
    zh: (s) => `自称来自本单位的域名 ${s}，却是从外部寄来的`,
    en: (s) => `It claims to be from ${s}, which is yours, and came from outside`,
  },
  authentication: {
    zh: (s) => `${s} 的发件验证没有通过`,
    en: (s) => `The sender check of ${s} has failed`,
  },
  colleague: {
    zh: (s) => `以“${s}”的名义从外部地址发来`,
    en: (s) => `It comes from an outside address under the name “${s}”`,
  },
  inHouse: {
    zh: () => '像是本单位的邮件系统或部门的通知，却来自外部',
    en: () => 'It reads like a notice of your own mail system or office and comes from outside',
  },
  firstContact: {
    zh: (s) => `你没有与 ${s} 通过信`,
    en: (s) => `You have never written with ${s}`,
  },
  urgency: { zh: () => '用紧迫的话催促', en: () => 'It presses for time' },
  money: { zh: () => '要求付款，或提到账户和金钱', en: () => 'It is about payments, accounts or money' },
  credentials: { zh: () => '要求提供密码、验证码或证件', en: () => 'It asks for passwords, codes or papers' },
  secrecy: { zh: () => '要求保密，或绕开正常的流程', en: () => 'It asks for secrecy, or to go round the usual way' },
  threat: { zh: () => '以停用、冻结或追责相威胁', en: () => 'It threatens with closing, freezing or legal steps' },
  prize: { zh: () => '许诺来历不明的钱', en: () => 'It promises money out of nowhere' },
  papers: {
    zh: () => '要求填写卡号、证件号和验证码一类信息',
    en: () => 'It asks for numbers of cards or papers together with codes',
  },
  scam: { zh: () => '含有常见骗局的说法', en: () => 'It makes an offer that is usual for fraud' },
  payee: {
    zh: () => '要求把款付到另一个账户',
    en: () => 'It asks to pay to another account than before',
  },
  extortion: { zh: () => '以隐私要挟，索要比特币', en: () => 'It is blackmail for bitcoin' },
  attachment: {
    zh: (s) => `附件“${s}”打开后可能运行程序或冒充网页`,
    en: (s) => `The attachment “${s}” may run a program or pose as a page`,
  },
  macro: {
    zh: (s) => `附件“${s}”可能含有宏，不要启用编辑或宏`,
    en: (s) => `The attachment “${s}” may hold macros; do not enable editing or content`,
  },
  lockedArchive: {
    zh: (s) => `附件“${s}”加了密，密码就在邮件里，安全检查读不到内容`,
    en: (s) => `The attachment “${s}” is locked and its password stands in the mail, so no scanner can read it`,
  },
  hidden: { zh: () => '邮件里有看不见的文字', en: () => 'The mail has text that cannot be seen' },
  form: { zh: () => '邮件里有要填写的表单', en: () => 'The mail has a form to fill in' },
  picture: {
    zh: () => '整封邮件是一张图片，要求点击或扫描',
    en: () => 'The whole mail is one picture that asks to be pressed or scanned',
  },
  code: {
    zh: (s) => (s ? `图片里的二维码打开 ${s}` : '要求扫描二维码'),
    en: (s) => (s ? `A QR code of a picture opens ${s}` : 'It asks to scan a QR code'),
  },
}

const ADVICE: Readonly<Record<RiskGrade, Readonly<Record<Language, readonly string[]>>>> = {
  none: {
    zh: ['没有发现风险。涉及付款或密码时，仍请用其他方式核实。'],
    en: ['Nothing was found. Where money or passwords are concerned, still make sure by another way.'],
  },
  low: {
    zh: ['留意上面几点。拿不准时，打开链接或附件前先向发件人核实。'],
    en: ['Mind the points above. When in doubt, ask the sender before you open links or files.'],
  },
  medium: {
    zh: ['先不要点链接、扫码或打开附件。', '用你已有的电话或当面向对方核实，不要直接回复这封邮件。'],
    en: [
      'Open no link, code or attachment for now.',
      'Ask the person by a phone number that you already have; do not answer this mail.',
    ],
  },
  high: {
    zh: ['不要点链接、扫码、付款或填写密码。', '标为垃圾邮件，并告诉管理员。', '如果已经填写过密码，请立即修改密码。'],
    en: [
      'Open no link or code, pay nothing and type no password.',
      'Mark it as spam and tell your administrator.',
      'If you have typed your password already, change it now.',
    ],
  },
}

/** A check as people read it. */
export function sayRisk({ grade, findings }: RiskCheck, language: Language): Omit<RiskResult, 'tooLong'> {
  return {
    grade,
    reasons: findings.map(({ rule, weight, quotes, subject = '' }) => ({
      rule,
      weight,
      sentence: SENTENCES[rule][language](subject),
      quotes: [...quotes],
    })),
    advice: [...ADVICE[grade][language]],
  }
}
