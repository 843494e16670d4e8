import { DEMO_APPROVAL_RULES, DEMO_DOMAIN, demoApplications } from '@yanshu/demo'
import { installApplication, saveRule } from '../areas/approval/index.ts'
import { mailTransportOf } from '../mailflow/mailTransport.ts'
import type { Context } from '../store/context/context.ts'

/**
 * Two rules of approval, which hold nothing before an operator turns `mailApproval` on, and mails in different states, which
 * are seen then.
 */
export async function installApplications(context: Context): Promise<void> {
  const rows = await context.store.db.selectFrom('account').select(['id', 'address']).execute()
  const idOf = (account: string) => rows.find(({ address }) => address === `${account}@${DEMO_DOMAIN}`)?.id ?? 0
  for (const { approver, hours, onTimeout, ...rule } of DEMO_APPROVAL_RULES) {
    const who =
      approver === 'head' ? { kind: 'head' as const, up: 0 } : { kind: 'people' as const, accountIds: [idOf(approver)] }
    await saveRule(context, idOf('admin'), {
      ...rule,
      ruleId: null,
      enabled: true,
      levels: [{ who, mode: 'any', choice: false, hours, onTimeout, standInId: null }],
      startsAt: null,
      endsAt: null,
    })
  }
  const { preparer } = mailTransportOf(context)
  for (const { sender, raw, decision, ...application } of demoApplications(context.now())) {
    await installApplication(context, {
      ...application,
      accountId: idOf(sender),
      message: await preparer.prepare(await context.blobs.put(raw), raw),
      decision: decision && { ...decision, by: idOf(decision.by) },
    })
  }
}
