import type { OwnValue } from '@yanshu/contracts'
import { fitsDeclared, ownSettingsOf, readAllOwn, saveOwn } from '../remote-settings/index.ts'
import type { PartOfSettings, Plan, Step } from './settingsParts.ts'

/** What remotes keep for a person: only what a remote declares here comes in. */
export const remotes: PartOfSettings<'remotes'> = {
  read: ({ store }, accountId) => readAllOwn(store.db, accountId),
  async plan(context, accountId, value) {
    const declared = await ownSettingsOf(context)
    const there = await readAllOwn(context.store.db, accountId)
    const steps: Step[] = []
    const left: Plan['left'] = []
    let same = 0
    for (const [remote, values] of Object.entries(value)) {
      for (const [name, wanted] of Object.entries(values)) {
        const own = there[remote]?.[name]
        const run = async () => {
          await saveOwn(context, accountId, remote, { [name]: wanted })
          return { remote, name, value: own ?? null }
        }
        if (!fitsDeclared(declared.get(remote), name, wanted))
          left.push({ name: `${remote}: ${name}`, why: 'undeclared' })
        else if (own === undefined) steps.push({ does: 'added', run })
        else if (JSON.stringify(own) === JSON.stringify(wanted)) same += 1
        else steps.push({ does: 'changed', run })
      }
    }
    return { steps, same, left }
  },
  async undo(context, accountId, done) {
    const { remote, name, value } = done as { remote: string; name: string; value: OwnValue | null }
    await saveOwn(context, accountId, remote, { [name]: value })
  },
}
