import type { ApprovalRuleBody } from '@yanshu/contracts'
import { approvalJobs, approvalStep } from '../areas/approval/index.ts'
import { jobsOf } from '../store/jobs/index.ts'
import { setSwitch } from '../store/switches/switches.ts'
import type { TestServer } from './testServer.ts'

type Level = ApprovalRuleBody['levels'][number]

/** A level of these people, of whom one decides. */
export const levelOf = (accountIds: number[], more: Partial<Level> = {}): Level => ({
  who: { kind: 'people', accountIds },
  mode: 'any',
  choice: false,
  hours: null,
  onTimeout: 'refuse',
  standInId: null,
  ...more,
})

/** A rule about everything that goes outside, or about what is named. */
export const ruleWith = (
  levels: Level[],
  {
    conditions,
    ...more
  }: Partial<Omit<ApprovalRuleBody, 'conditions'>> & {
    readonly conditions?: Partial<ApprovalRuleBody['conditions']>
  } = {},
): ApprovalRuleBody => ({
  ruleId: null,
  name: '对外邮件',
  enabled: true,
  levels,
  commentRequired: false,
  startsAt: null,
  endsAt: null,
  ...more,
  conditions: {
    senderIds: [],
    deptIds: [],
    to: 'anybody',
    domains: [],
    recipientsFrom: null,
    sizeFrom: null,
    withAttachment: false,
    fileTypes: [],
    words: [],
    outsideHours: false,
    ...conditions,
  },
})

/** Turns approval on for all accounts of a still server. */
export async function withApproval(server: TestServer): Promise<void> {
  server.submission.register([approvalStep])
  jobsOf(server.context).register(approvalJobs)
  await setSwitch(server.context, { scope: 'organisation' }, { name: 'mailApproval', value: true, locked: false })
}
