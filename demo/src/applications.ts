import type { MailAddress } from '@yanshu/contracts'
import { composeMail } from './composeMail.ts'
import { DEMO_DOMAIN, demoOrganisation } from './organisation.ts'

/** What became of a mail that needs approval, by the account that did it. */
export interface DemoDecision {
  readonly do: 'pass' | 'reject' | 'withdraw'
  /** Login name. */
  readonly by: string
  readonly comment: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** A mail of the demonstration that needs approval. */
export interface DemoApplication {
  /** Login name of who wrote it. */
  readonly sender: string
  readonly to: readonly MailAddress[]
  readonly subject: string
  readonly html: string
  readonly raw: Uint8Array
  /** Epoch milliseconds. */
  readonly at: number
  /** null while it waits. */
  readonly decision: DemoDecision | null
}

interface Story extends Pick<DemoApplication, 'sender' | 'to' | 'subject'> {
  readonly lines: readonly string[]
  readonly file?: { readonly name: string; readonly text: string }
  readonly hoursAgo: number
  readonly decision?: Omit<DemoDecision, 'at'>
}

const BUYER = { name: '刘经理', address: 'liu@huadong-jixie.example.com' }
const LAWYER = { name: '方律师', address: 'fang@jingcheng-law.example.com' }

const STORIES: readonly Story[] = [
  {
    sender: 'chen.jie',
    to: [BUYER],
    subject: '华东机械二期采购合同（修订稿）',
    lines: [
      '刘经理：',
      '二期采购合同的修订稿如下，付款方式改为三三四，请审阅后回签。',
      '合同总价 86 万元，含三年维护。',
    ],
    hoursAgo: 3,
  },
  {
    sender: 'li.na',
    to: [LAWYER, { name: '袁正义', address: `yuan.zhengyi@${DEMO_DOMAIN}` }],
    subject: '品牌授权合同请审核',
    lines: ['方律师：', '品牌授权合同请于本周内给出意见。'],
    hoursAgo: 20,
  },
  {
    sender: 'zhang.wei',
    to: [BUYER],
    subject: '前端定制工作量',
    lines: ['刘经理：', '前端定制部分共 40 人日，明细见附件表格。'],
    file: { name: '工作量.csv', text: '项目,人日\r\n页面开发,30\r\n联调测试,10\r\n' },
    hoursAgo: 50,
    decision: { do: 'pass', by: 'zhou.mingyuan', comment: '工作量已核对' },
  },
  {
    sender: 'zhang.wei',
    to: [BUYER],
    subject: '年度维护报价',
    lines: ['刘经理：', '明年的维护报价为每月 3 万元。'],
    hoursAgo: 75,
    decision: { do: 'reject', by: 'wang.fang', comment: '请按新价目表改为每月 2.6 万元，并注明税率' },
  },
  {
    sender: 'chen.jie',
    to: [BUYER],
    subject: '合同付款提醒',
    lines: ['刘经理：', '合同首付款已到期，请安排。'],
    hoursAgo: 100,
    decision: { do: 'withdraw', by: 'chen.jie', comment: '' },
  },
]

const HOUR_MS = 3_600_000
const DECIDED_AFTER_MS = 40 * 60_000

/** Mails that the rules of the demonstration hold, in different states. They go to no real domain (RFC 2606). */
export function demoApplications(now: number): DemoApplication[] {
  const { people, domain } = demoOrganisation()
  return STORIES.map(({ sender, to, subject, lines, file, hoursAgo, decision }, index) => {
    const at = now - hoursAgo * HOUR_MS
    const html = lines.map((line) => `<p>${line}</p>`).join('')
    const raw = composeMail({
      from: {
        name: people.find(({ account }) => account === sender)?.name ?? '',
        address: `${sender}@${domain}`,
      },
      to,
      subject,
      date: at,
      messageId: `<application-${index + 1}@${domain}>`,
      text: lines.join('\n'),
      html,
      files: file ? [{ name: file.name, contentType: 'text/csv', content: Buffer.from(`\ufeff${file.text}`) }] : [],
    })
    return {
      sender,
      to,
      subject,
      html,
      raw,
      at,
      decision: decision ? { ...decision, at: at + DECIDED_AFTER_MS } : null,
    }
  })
}
