import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic, queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { CanaryLimit } from '../../platform/config/values.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { Tried } from './beacon.repository.ts'

/** A canary that fails. */
export interface Alert extends Tried {
  readonly remote: string
  readonly version: string
  readonly limit: CanaryLimit
  /** Manifests must be signed here, so that this server cannot take the canary back. */
  readonly signed: boolean
}

const OPERATORS_MAX = 20
/** The product's own time zone. */
const TIME_ZONE = 8

function sentences({ remote, version, tried, failed, limit, signed }: Alert): readonly string[] {
  const command = `remotes halt ${remote} ${version} -m "…"`
  return [
    `灰度版本 ${remote} ${version} 对 ${tried} 人次中的 ${failed} 人次出错，超过了 ${limit.percent} % 的上限。`,
    signed
      ? `清单须由您签名，系统无法自动撤下。请执行：${command}`
      : '系统已不再把它分配给任何人。新打开的页面立即使用原来的版本；已打开的页面会提示刷新，没有人丢失未保存的内容。',
    '各版本的运行情况：页面右上角“更多”菜单中的“版本与发布”。',
    '',
    `The canary ${remote} ${version} failed for ${failed} of ${tried} people, more than the limit of ${limit.percent} %.`,
    signed
      ? `Manifests must be signed by you, so the system cannot take it back. Run: ${command}`
      : 'The system gives it to nobody any more. Pages opened from now on have the version of before; open ones offer to refresh, and nobody loses unsaved work.',
    'How each version does: “Versions and releases” in the menu at the top right.',
  ]
}

/** Writes to every administrator. What is answered queues the mails, in the transaction of what they report. */
export async function operatorsMail(context: Context, alert: Alert): Promise<(trx: Trx) => Promise<void>> {
  const people = await context.store.db
    .selectFrom('account')
    .select('address')
    .where('is_admin', '=', 1)
    .where('disabled', '=', 0)
    .orderBy('id')
    .limit(OPERATORS_MAX)
    .execute()
  const html = sentences(alert)
    .map((sentence) => (sentence === '' ? '<hr>' : `<p>${sentence}</p>`))
    .join('')
  const written = await Promise.all(
    people.map(async ({ address }) => ({
      address,
      message: await prepareAutomatic(context, mailTransportOf(context).preparer, {
        from: { name: '雁书 Yanshu', address: `postmaster@${address.slice(address.lastIndexOf('@') + 1)}` },
        to: address,
        subject: `灰度版本出错 A canary fails: ${alert.remote} ${alert.version}`,
        html,
        answers: null,
        timeZone: TIME_ZONE,
      }),
    })),
  )
  return async (trx) => {
    for (const { address, message } of written) await queueAutomatic(trx, context, message, address)
  }
}
