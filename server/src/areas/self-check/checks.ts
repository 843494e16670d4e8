import { LOG_DAYS, type SelfCheckFinding, type SelfCheckKind } from '@yanshu/contracts'
import { isOwnAddress } from '../../mailflow/delivery/recipients.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { folderOfRole } from '../../store/mailbox/index.ts'
import { readReply, saveReply } from '../auto-reply/index.ts'
import { deleteSenders, listRules, listSenders, setRuleEnabled } from '../classification/index.ts'
import { mayForward, readForward, removeForward, saveForward } from '../forwarding/index.ts'
import { clear } from '../mail/index.ts'
import { noteVisit, notMe } from '../security/index.ts'

const DAY = 86_400_000
/** Of the storage, from which on mail may soon be refused. */
const QUOTA_FULL = 0.9
/** Wrong passwords that are more than the owner's own mistakes. */
const WRONG_LOGINS = 5

/** A finding with what repairs it. */
export interface Finding extends Omit<SelfCheckFinding, 'kind' | 'what' | 'repair' | 'destroys'> {
  readonly kind: SelfCheckKind
  readonly zh: readonly [what: string, repair: string]
  readonly en: readonly [what: string, repair: string]
  readonly destroys?: boolean
  readonly run: () => Promise<unknown>
}

export type Check = (context: Context, caller: SessionActor) => Promise<readonly Finding[]>

const quota: Check = async (context, { accountId }) => {
  const { quota_bytes, used_bytes } = await context.store.db
    .selectFrom('account')
    .select(['quota_bytes', 'used_bytes'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (quota_bytes === 0 || used_bytes < quota_bytes * QUOTA_FULL) return []
  const percent = Math.round((used_bytes / quota_bytes) * 100)
  return [
    {
      id: 'quota',
      kind: 'quota',
      zh: [`存储空间已用 ${percent}%，满后将收不到邮件`, '清空回收站'],
      en: [`${percent}% of the storage is used; when it is full, mail is refused`, 'Empty the recycle bin'],
      destroys: true,
      run: async () => clear(context, accountId, await folderOfRole(context.store.db, accountId, 'trash')),
    },
  ]
}

const forwarding: Check = async (context, { accountId }) => {
  if (!(await mayForward(context, accountId))) return []
  const { enabled, keepCopy, addresses } = await readForward(context, accountId)
  const found: Finding[] = addresses
    .filter(({ confirmed }) => !confirmed)
    .map(({ address }) => ({
      id: `forward ${address}`,
      kind: 'forwarding',
      zh: [`转发地址 ${address} 尚未确认，邮件不会转发到那里`, '移除该地址'],
      en: [`${address} is not confirmed: no mail is forwarded there`, 'Remove the address'],
      run: () => removeForward(context, accountId, address),
    }))
  if (!enabled) return found
  if (!addresses.some(({ confirmed }) => confirmed)) {
    found.push({
      id: 'forward-nowhere',
      kind: 'forwarding',
      zh: ['已开启转发，但没有可转发的地址', '关闭转发'],
      en: ['Forwarding is on without any address', 'Turn forwarding off'],
      run: () => saveForward(context, accountId, { enabled: false, keepCopy }),
    })
  } else if (!keepCopy) {
    const names = addresses.map(({ address }) => address).join(', ')
    found.push({
      id: 'forward-no-copy',
      kind: 'forwarding',
      zh: [`收到的邮件全部转到 ${names}，本邮箱不留副本`, '在本邮箱保留一份'],
      en: [`All mail goes to ${names} and none stays here`, 'Keep a copy here'],
      run: () => saveForward(context, accountId, { enabled, keepCopy: true }),
    })
  }
  return found
}

const rules: Check = async (context, { accountId }) => {
  const { db } = context.store
  const list = (await listRules(db, accountId)).filter(({ enabled }) => enabled)
  if (list.length === 0) return []
  const folders = await db.selectFrom('folder').select('id').where('account_id', '=', accountId).execute()
  const known = new Set(folders.map(({ id }) => Number(id)))
  const hits = await db
    .selectFrom('delivery_verdict')
    .select(({ fn }) => ['key', fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('step', '=', 'rules')
    .where('outcome', '=', 'matched')
    .where('at', '>=', context.now() - LOG_DAYS * DAY)
    .groupBy('key')
    .execute()
  const caught = new Map(hits.map(({ key, count }) => [key, Number(count)]))
  return list.flatMap(({ ruleId, ruleName, actions }): Finding[] => {
    const off = {
      id: `rule ${ruleId}`,
      kind: 'rules' as const,
      run: () => setRuleEnabled(context, accountId, ruleId, false),
    }
    const zhOff = `停用“${ruleName}”`
    const enOff = `Turn “${ruleName}” off`
    if (actions.folderId !== null && !known.has(actions.folderId)) {
      return [
        {
          ...off,
          zh: [`规则“${ruleName}”要移至的文件夹已不存在`, zhOff],
          en: [`The folder of the rule “${ruleName}” is gone`, enOff],
        },
      ]
    }
    const count = caught.get(`${ruleId}`) ?? 0
    if (count === 0 || !(actions.delete || actions.reject !== null)) return []
    return [
      {
        ...off,
        zh: [`规则“${ruleName}”最近 30 天${actions.delete ? '移走' : '拒收'}了 ${count} 封邮件`, zhOff],
        en: [`The rule “${ruleName}” threw ${count} mails of the last 30 days away`, enOff],
      },
    ]
  })
}

const senders: Check = async (context, { accountId }) => {
  const found: Finding[] = []
  for (const { pattern, kind } of await listSenders(context.store.db, accountId)) {
    const address = pattern.startsWith('@') ? `x${pattern}` : pattern
    if (kind !== 'blocked' || !(await isOwnAddress(context.store.db, address))) continue
    const name = pattern.replace(/^@/, '')
    found.push({
      id: `sender ${pattern}`,
      kind: 'senders',
      zh: [`同事 ${name} 在黑名单中，其邮件会进入垃圾邮件`, '移出黑名单'],
      en: [`${name} is a colleague and blocked: their mail goes to spam`, 'Unblock'],
      run: () => deleteSenders(context, accountId, [pattern]),
    })
  }
  return found
}

const reply: Check = async (context, { accountId }) => {
  const now = await readReply(context, accountId)
  if (!now.enabled || now.endAt === null || now.endAt > context.now()) return []
  return [
    {
      id: 'reply-over',
      kind: 'reply',
      zh: ['自动回复的结束时间已过，但仍处于开启状态', '关闭自动回复'],
      en: ['The automatic reply has ended and is still on', 'Turn it off'],
      run: () => saveReply(context, accountId, { ...now, enabled: false }),
    },
  ]
}

const logins: Check = async (context, { accountId, sessionId }) => {
  const { db } = context.store
  const visit = await db
    .selectFrom('security_visit')
    .select('seen_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const { count } = await db
    .selectFrom('login_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('result', '=', 'wrong')
    .where('at', '>', Math.max(visit?.seen_at ?? 0, context.now() - LOG_DAYS * DAY))
    .executeTakeFirstOrThrow()
  if (Number(count) < WRONG_LOGINS) return []
  return [
    {
      id: 'logins',
      kind: 'logins',
      zh: [`最近有 ${count} 次密码错误的登录`, '退出其他所有设备，并在下次登录时修改密码'],
      en: [`Somebody entered a wrong password ${count} times`, 'Sign out everywhere else and change the password'],
      destroys: true,
      run: async () => {
        await notMe(context, accountId, sessionId)
        await noteVisit(context, accountId)
      },
    },
  ]
}

/** In the order in which they are shown. */
export const CHECKS: readonly Check[] = [quota, forwarding, rules, senders, reply, logins]
