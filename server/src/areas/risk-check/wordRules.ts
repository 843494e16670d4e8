import type { Finding, RiskRule } from './riskMail.ts'

interface WordRule {
  readonly rule: RiskRule
  readonly weight: number
  readonly words: RegExp
}

/** The words that press, ask for money or for a password. Each rule quotes what it has found. */
const RULES: readonly WordRule[] = [
  {
    rule: 'urgency',
    weight: 1,
    words:
      /立即|马上|尽快|紧急|很急|急事|十分钟内|\d+\s*(?:小时|分钟)内|今[日天](?:内|截止|必须|下班前|\d+点前)|今天(?:必须|办完|把)|逾期|超时|过期|务必|即将(?:停用|过期|清零|停机)|\burgent(?:ly)?\b|\bimmediately\b|\bright now\b|\bexpires? (?:today|in|soon)\b|\bwithin \d+ hours?\b|\bin \d+ hours\b|\bfinal notice\b|\bby \d+ ?[ap]m today\b|\bnow\b(?=[,.] *(?:or|otherwise))|\bas soon as possible\b/gi,
  },
  {
    rule: 'money',
    weight: 1,
    words:
      /转账|汇款|打款|打过去|付款|垫付|货款|定金|押金|保证金|银行卡|银行账[户号]|新账户|补贴|退款|理赔|兑换|缴费|缴纳|支付\d|改派费|礼品卡|\bwire\b|\bbank (?:account|details)\b|\bgift cards?\b|\bnew account\b|\bpayments?\b|\bpay\b|\brefund\b|\binvoice\b|\bbilling\b|\bsalar(?:y|ies)\b|\bfee\b|\bcard number\b/gi,
  },
  {
    rule: 'credentials',
    weight: 2,
    words:
      /(?:输入|填写|验证|确认|提供|核实|上传|重新认证|登记)[^。，；\n]{0,14}(?:密码|账号|验证码|身份证|银行卡|身份)|(?:账号|邮箱)(?:和|及|、)?密码|重新(?:认证|激活|备案)|立即(?:认证|备案)|支付密码|身份验证|(?:confirm|verify|enter|re-enter|validate)[^.\n]{0,30}(?:password|account|identity|credentials|card number|mailbox|bank|login)|(?:sign|log) ?in(?:g)? (?:with|to)\b[^.\n]{0,40}|(?:work|e-?mail|current) password|login (?:details|credentials)|recovery phrase|log in with/gi,
  },
  {
    rule: 'secrecy',
    weight: 2,
    words:
      /保密|先不要告诉|不要告诉(?:别人|其他人)|不要打电话|不方便接电话|不用走流程|走线下|直接回复(?:这个|此)邮件|加(?:一下)?我的?(?:微信|QQ)|keep (?:this|it) confidential|do not call|no calls|don't tell|are you (?:free|at your desk)/gi,
  },
  {
    rule: 'threat',
    weight: 1,
    words:
      /冻结|停用|注销|封停|禁用|失效|清零|影响(?:个人)?征信|征信异常|法律责任|提起诉讼|强制执行|退回|作废|(?:账号|账户|邮箱)[^。，]{0,8}(?:停用|关闭)|\bsuspend(?:ed|sion)?\b|\bdeactivat\w+|\bdisabled\b|\blocked\b|\blimited\b|\bwill be (?:closed|deleted|returned)\b|\blegal action\b|\boverdue\b|\bunusual sign-?in\b/gi,
  },
  {
    rule: 'prize',
    weight: 4,
    words:
      /恭喜(?:您|你)?(?:中奖|获得)|中奖|领取(?:补贴|奖金|退税)|日结\d+|高薪兼职|you (?:have )?won\b|have been selected to receive|lottery|processing fee/gi,
  },
  {
    rule: 'extortion',
    weight: 6,
    words:
      /(?:bitcoin|比特币)[^\n]{0,120}|(?:recorded a? ?(?:you|video)|hacked your device|full access to your device)/gi,
  },
]

const QUOTES_MAX = 6

/** A sentence that warns of fraud describes it in the words of fraud. */
const WARNS =
  /骗局|诈骗|防骗|反诈|谨防|警惕|切勿|不法分子|不可信|不要(?:向|点击|扫|透露|轻信|转账)|不会(?:向您)?(?:索要|要求)|\bscam|\bphishing\b|\bfraud|\bnever (?:ask|enter|share|send|give)/i
const SENTENCE_END = /(?<=[。！？!?\n])|(?<=\.)\s/

/** A text without the sentences that warn of fraud. For mails against which nothing but words speaks. */
export const withoutWarnings = (text: string): string =>
  text
    .split(SENTENCE_END)
    .filter((sentence) => !WARNS.test(sentence))
    .join('')

/** Money that is to be paid before a prize comes. */
const ADVANCE_FEE =
  /(?:缴纳|支付|先交|交纳)[^。\n]{0,12}(?:手续费|公证费|保证金|税费|个税|运费|邮费)|\b(?:processing|handling|release|clearance) fee\b|\bpay[^.\n]{0,30}\bshipping\b/i

/** Whether somebody is to pay first. */
export const asksFeeFirst = (text: string): boolean => ADVANCE_FEE.test(text)

/** What the words of a mail say, each rule at most once. */
export function wordFindings(subject: string, text: string): Finding[] {
  return RULES.flatMap(({ rule, weight, words }) => {
    const found = `${subject}\n${text}`.match(words) ?? []
    const quotes = [...new Set(found.map((word) => word.trim()))].filter(Boolean).slice(0, QUOTES_MAX)
    return quotes.length > 0 ? [{ rule, weight, quotes }] : []
  })
}
