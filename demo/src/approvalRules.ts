/** A rule of approval of the demonstration. */
export interface DemoApprovalRule {
  readonly name: string
  /** An account, or the head of the sender's department. */
  readonly approver: string
  /** Working hours to decide; null without end. */
  readonly hours: number | null
  readonly onTimeout: 'next' | 'send' | 'refuse'
  readonly commentRequired: boolean
  readonly conditions: {
    readonly senderIds: number[]
    readonly deptIds: number[]
    readonly to: 'anybody' | 'outside' | 'inside'
    readonly domains: string[]
    readonly recipientsFrom: number | null
    readonly sizeFrom: number | null
    readonly withAttachment: boolean
    readonly fileTypes: string[]
    readonly words: string[]
    readonly outsideHours: boolean
  }
}

type Conditions = DemoApprovalRule['conditions']

const toOutside = (named: Partial<Conditions>): Conditions => ({
  senderIds: [],
  deptIds: [],
  to: 'outside',
  domains: [],
  recipientsFrom: null,
  sizeFrom: null,
  withAttachment: false,
  fileTypes: [],
  words: [],
  outsideHours: false,
  ...named,
})

/** Contracts and quotations go outside by way of one person, tables by way of the head of the department. */
export const DEMO_APPROVAL_RULES: readonly DemoApprovalRule[] = [
  {
    name: '对外合同与报价',
    approver: 'wang.fang',
    hours: 8,
    onTimeout: 'refuse',
    commentRequired: true,
    conditions: toOutside({ words: ['合同', '报价'] }),
  },
  {
    name: '对外发送表格',
    approver: 'head',
    hours: null,
    onTimeout: 'next',
    commentRequired: false,
    conditions: toOutside({ fileTypes: ['xlsx', 'csv'] }),
  },
]
