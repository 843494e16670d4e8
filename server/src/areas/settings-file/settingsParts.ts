import {
  type AutoReply,
  type FileRule,
  type GeneralSettings,
  LISTED_SENDERS_MAX,
  type MailRule,
  RULES_MAX,
  type SettingsFile,
  type SettingsPart,
  type SettingsPartPlan,
  SIGNATURES_MAX,
  sameAddress,
  TEMPLATES_MAX,
} from '@yanshu/contracts'
import { settingsFileParts } from '@yanshu/contracts/schemas'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { readSettings, writeSettings } from '../../store/profile/settings.ts'
import { givenGeneral } from '../../store/switches/switches.ts'
import { readReply, saveReply } from '../auto-reply/index.ts'
import { deleteRule, deleteSenders, listRules, listSenders, saveRule, saveSenders } from '../classification/index.ts'
import {
  addForward,
  type ForwardProblem,
  forwardProblem,
  mayForward,
  readForward,
  removeForward,
  saveForward,
} from '../forwarding/index.ts'
import {
  deleteOwn,
  listSignatures,
  listTemplates,
  readTemplate,
  saveSignature,
  saveTemplate,
} from '../signatures/index.ts'
import { remotes } from './remotesPart.ts'

export type Plan = Omit<SettingsPartPlan, 'part' | 'broken'>
export type Parts = { readonly [P in SettingsPart]: NonNullable<SettingsFile['parts'][P]> }

/** One change that a part of a file asks for. `undo` is kept as JSON and given to the part's `undo`. */
export interface Step {
  readonly does: 'added' | 'changed'
  run(): Promise<unknown>
}

interface Planned {
  readonly steps: readonly Step[]
  readonly same: number
  readonly left: Plan['left']
}

/** How one part of the settings is written to a file, read from one, and put back as it was. */
export interface PartOfSettings<P extends SettingsPart> {
  read(context: Context, accountId: number): Promise<Parts[P] | undefined>
  plan(context: Context, accountId: number, value: Parts[P]): Promise<Planned>
  /** Puts back what a step's `run` answered, the last first. */
  undo(context: Context, accountId: number, done: unknown): Promise<void>
}

/** Why an address of the file may not be forwarded to: the owner of one outside has to confirm it again. */
const whyNot = (problem: ForwardProblem | null | undefined): 'confirm' | 'refused' | 'switched-off' =>
  problem === 'unconfirmed' ? 'confirm' : problem === 'switched-off' ? problem : 'refused'

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Sorts entries by what is there under the same name: new ones, changed ones, and those that are the same. */
function compared<F, T>(
  entries: readonly F[],
  there: readonly T[],
  {
    isSame,
    nameOf,
    isOf,
    save,
    room,
  }: {
    readonly isOf: (entry: F, own: T) => boolean
    readonly isSame: (entry: F, own: T) => boolean
    readonly nameOf: (entry: F) => string
    readonly save: (entry: F, own: T | null) => Promise<unknown>
    readonly room: number
  },
): Planned {
  const steps: Step[] = []
  const left: { name: string; why: 'too-many' }[] = []
  let same = 0
  let free = room - there.length
  for (const entry of entries) {
    const own = there.find((one) => isOf(entry, one)) ?? null
    if (own && isSame(entry, own)) same += 1
    else if (own) steps.push({ does: 'changed', run: () => save(entry, own) })
    else if (free-- > 0) steps.push({ does: 'added', run: () => save(entry, null) })
    else left.push({ name: nameOf(entry), why: 'too-many' })
  }
  return { steps, same, left }
}

const general: PartOfSettings<'general'> = {
  read: readSettings,
  async plan(context, accountId, value) {
    const now = await readSettings(context, accountId)
    const { locked } = await givenGeneral(context.store.db, accountId)
    const keys = (Object.keys(value) as (keyof GeneralSettings)[]).filter((key) => value[key] !== undefined)
    const differ = keys.filter((key) => now[key] !== value[key])
    return {
      same: keys.length - differ.length,
      left: differ.filter((key) => locked.has(key)).map((name) => ({ name, why: 'locked' as const })),
      steps: differ
        .filter((key) => !locked.has(key))
        .map((key) => ({
          does: 'changed' as const,
          run: async () => {
            await writeSettings(context, accountId, { [key]: value[key] })
            return { [key]: now[key] }
          },
        })),
    }
  },
  undo: (context, accountId, done) => writeSettings(context, accountId, done as Partial<GeneralSettings>),
}

/** What a step on something with a number has done: it was made, or it was otherwise before. */
interface Made<T> {
  readonly madeId?: number
  readonly before?: readonly T[]
}

type OwnSignature = Awaited<ReturnType<typeof listSignatures>>[number]
const signatures: PartOfSettings<'signatures'> = {
  read: async ({ store }, accountId) =>
    (await listSignatures(store.db, accountId)).map(({ signId: _, ...rest }) => rest),
  async plan(context, accountId, value) {
    const there = await listSignatures(context.store.db, accountId)
    return compared(value, there, {
      isOf: (entry, own) => entry.name === own.name,
      isSame: (entry, { signId: _, ...own }) => sameJson({ ...own, ...entry }, own),
      nameOf: ({ name }) => name,
      room: SIGNATURES_MAX,
      save: async (entry, own): Promise<Made<OwnSignature>> => {
        // What one is for, another is for no longer: all are put back with it.
        const before = await listSignatures(context.store.db, accountId)
        const { signId } = await saveSignature(context, accountId, { ...entry, signId: own?.signId ?? null })
        return { before, ...(own ? {} : { madeId: signId }) }
      },
    })
  },
  async undo(context, accountId, done) {
    const { madeId, before = [] } = done as Made<OwnSignature>
    if (madeId !== undefined) await gone(deleteOwn(context, accountId, 'signature', madeId))
    for (const one of before) await gone(saveSignature(context, accountId, one))
  },
}

type OwnTemplate = Awaited<ReturnType<typeof readTemplate>>
const templates: PartOfSettings<'templates'> = {
  read: async (context, accountId) =>
    (await wholeTemplates(context, accountId)).map(({ templateId: _, ...rest }) => rest),
  async plan(context, accountId, value) {
    return compared(value, await wholeTemplates(context, accountId), {
      isOf: (entry, own) => entry.name === own.name && entry.folder === own.folder,
      isSame: (entry, { templateId: _, ...own }) => sameJson({ ...own, ...entry }, own),
      nameOf: ({ name }) => name,
      room: TEMPLATES_MAX,
      save: async (entry, own): Promise<Made<OwnTemplate>> => {
        const { templateId } = await saveTemplate(context, accountId, { ...entry, templateId: own?.templateId ?? null })
        return own ? { before: [own] } : { madeId: templateId }
      },
    })
  },
  async undo(context, accountId, done) {
    const { madeId, before = [] } = done as Made<OwnTemplate>
    if (madeId !== undefined) await gone(deleteOwn(context, accountId, 'letter_template', madeId))
    for (const one of before) await gone(saveTemplate(context, accountId, one))
  },
}

async function wholeTemplates({ store }: Pick<Context, 'store'>, accountId: number): Promise<OwnTemplate[]> {
  const list = await listTemplates(store.db, accountId)
  return Promise.all(list.map(({ templateId }) => readTemplate(store.db, accountId, templateId)))
}

const autoReply: PartOfSettings<'autoReply'> = {
  read: readReply,
  async plan(context, accountId, value) {
    const now = await readReply(context, accountId)
    if (sameJson({ ...now, ...value }, now)) return { steps: [], same: 1, left: [] }
    const run = async () => {
      await saveReply(context, accountId, value)
      return now
    }
    return { steps: [{ does: 'changed', run }], same: 0, left: [] }
  },
  undo: async (context, accountId, done) => void (await saveReply(context, accountId, done as AutoReply)),
}

const forward: PartOfSettings<'forward'> = {
  async read(context, accountId) {
    if (!(await mayForward(context, accountId))) return undefined
    const { enabled, keepCopy, addresses } = await readForward(context, accountId)
    return { enabled, keepCopy, addresses: addresses.map(({ address }) => address) }
  },
  async plan(context, accountId, { enabled, keepCopy, addresses }) {
    if (!(await mayForward(context, accountId))) {
      return { steps: [], same: 0, left: [{ name: '', why: 'switched-off' as const }] }
    }
    const now = await readForward(context, accountId)
    const steps: Step[] = []
    const left: Plan['left'] = []
    let same = 0
    for (const address of new Set(addresses.map((one) => one.trim().toLowerCase()))) {
      if (now.addresses.some((own) => sameAddress(own.address, address))) {
        same += 1
        continue
      }
      const problem = await forwardProblem(context, accountId, address)
      if (problem) left.push({ name: address, why: whyNot(problem) })
      else {
        const run = async () => {
          await addForward(context, accountId, address)
          return { address }
        }
        steps.push({ does: 'added', run })
      }
    }
    if (now.enabled === enabled && now.keepCopy === keepCopy) same += 1
    else {
      const run = async () => {
        await saveForward(context, accountId, { enabled, keepCopy })
        return { enabled: now.enabled, keepCopy: now.keepCopy }
      }
      steps.push({ does: 'changed', run })
    }
    return { steps, same, left }
  },
  async undo(context, accountId, done) {
    const { address, enabled, keepCopy } = done as { address?: string; enabled?: boolean; keepCopy?: boolean }
    if (address !== undefined) await removeForward(context, accountId, address)
    else if (enabled !== undefined && keepCopy !== undefined) {
      await saveForward(context, accountId, { enabled, keepCopy })
    }
  },
}

const senders: PartOfSettings<'senders'> = {
  read: async ({ store }, accountId) =>
    (await listSenders(store.db, accountId)).map(({ pattern, kind }) => ({ pattern, kind })),
  async plan(context, accountId, value) {
    const there = await listSenders(context.store.db, accountId)
    return compared(value, there, {
      isOf: (entry, own) => entry.pattern === own.pattern,
      isSame: (entry, own) => entry.kind === own.kind,
      nameOf: ({ pattern }) => pattern,
      room: LISTED_SENDERS_MAX,
      save: async ({ pattern, kind }, own) => {
        await saveSenders(context, accountId, kind, [pattern])
        return { pattern, kind: own?.kind ?? null }
      },
    })
  },
  async undo(context, accountId, done) {
    const { pattern, kind } = done as { pattern: string; kind: 'blocked' | 'allowed' | null }
    if (kind) await saveSenders(context, accountId, kind, [pattern])
    else await deleteSenders(context, accountId, [pattern])
  },
}

const rules: PartOfSettings<'rules'> = {
  async read(context, accountId) {
    const { folders, labels } = await namesOf(context, accountId)
    const nameIn = (list: readonly Named[], id: number) => list.find((one) => one.id === id)?.name
    return (await listRules(context.store.db, accountId)).map(({ ruleName, enabled, match, conditions, actions }) => {
      const { folderId, labelIds, ...rest } = actions
      const folder = folderId === null ? null : (nameIn(folders, folderId) ?? null)
      return {
        ruleName,
        enabled,
        match,
        conditions,
        actions: { ...rest, folder, labels: labelIds.flatMap((id) => nameIn(labels, id) ?? []) },
      }
    })
  },
  async plan(context, accountId, value) {
    const { folders, labels } = await namesOf(context, accountId)
    const there = await listRules(context.store.db, accountId)
    const left: Plan['left'] = []
    const entries = []
    for (const { actions, ...rule } of value) {
      const { folder, labels: wanted, ...rest } = actions
      const folderId = folder === null ? null : folders.find(({ name }) => name === folder)?.id
      const found = wanted.flatMap((name) => labels.find((one) => one.name === name)?.id ?? [])
      const missing = folderId === undefined ? folder : wanted.find((name) => !labels.some((one) => one.name === name))
      if (folderId === undefined || missing) {
        left.push({ name: `${rule.ruleName}: ${missing}`, why: folderId === undefined ? 'folder' : 'label' })
        continue
      }
      const problems = await Promise.all(rest.forward.map((address) => forwardProblem(context, accountId, address)))
      const at = problems.findIndex((problem) => problem !== null)
      if (at >= 0) {
        left.push({
          name: `${rule.ruleName}: ${rest.forward[at]}`,
          why: whyNot(problems[at]),
        })
        continue
      }
      entries.push({ ...rule, actions: { ...rest, folderId, labelIds: found } })
    }
    const own = ({ ruleId: _, sort: _sort, ...rule }: MailRule) => rule
    const planned = compared(entries, there, {
      isOf: (entry, one) => entry.ruleName === one.ruleName,
      isSame: (entry, one) => sameRule(entry, own(one)),
      nameOf: ({ ruleName }) => ruleName,
      room: RULES_MAX,
      save: async (entry, one): Promise<Made<MailRule>> => {
        const { ruleId } = await saveRule(context, accountId, { ...entry, ruleId: one?.ruleId ?? null })
        return one ? { before: [one] } : { madeId: ruleId }
      },
    })
    return { ...planned, left: [...left, ...planned.left] }
  },
  async undo(context, accountId, done) {
    const { madeId, before = [] } = done as Made<MailRule>
    if (madeId !== undefined) await gone(deleteRule(context, accountId, madeId))
    for (const { sort: _, ...rule } of before) await gone(saveRule(context, accountId, rule))
  },
}

type RuleEntry = Omit<MailRule, 'ruleId' | 'sort'>
const inOrder = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const sameRule = (one: RuleEntry, other: RuleEntry): boolean =>
  one.enabled === other.enabled &&
  one.match === other.match &&
  sameJson(one.conditions.map(inOrder), other.conditions.map(inOrder)) &&
  sameJson(inOrder(one.actions), inOrder(other.actions))

interface Named {
  readonly id: number
  readonly name: string
}

/** Folders and labels by which rules name them. The system's own are the same in every mailbox. */
async function namesOf({ store }: Pick<Context, 'store'>, accountId: number) {
  const folders = await store.db
    .selectFrom('folder')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute()
  const labels = await store.db.selectFrom('label').select(['id', 'name']).where('account_id', '=', accountId).execute()
  return { folders: folders satisfies Named[], labels: labels satisfies Named[] }
}

/** What was deleted meanwhile, or exceeds a limit now, needs no undoing. */
async function gone(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

const PARTS: { readonly [P in SettingsPart]: PartOfSettings<P> } = {
  general,
  signatures,
  templates,
  autoReply,
  forward,
  senders,
  rules,
  remotes,
}

/** A part of the settings, by its name. */
export const partOf = <P extends SettingsPart>(part: P): PartOfSettings<P> => PARTS[part]

/** What a file holds of a part: null when it cannot be read, undefined when it has none. */
export function partIn<P extends SettingsPart>(
  file: { readonly parts: Readonly<Record<string, unknown>> },
  part: P,
): Parts[P] | null | undefined {
  const value = file.parts[part]
  if (value === undefined) return undefined
  const fits = settingsFileParts[part].safeParse(value)
  return fits.success ? (fits.data as Parts[P]) : null
}

export type { FileRule }
