import { GENERAL_DEFAULTS, SWITCH_DEFAULTS } from '@yanshu/contracts'
import type { Command } from 'commander'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { departmentPaths } from '../store/accounts/departments.ts'
import type { Context } from '../store/context/context.ts'
import {
  isSetting,
  type SettingName,
  type SwitchScope,
  schemaOfSetting,
  setSwitch,
  setSwitches,
  switchesOf,
  unsetSwitch,
} from '../store/switches/switches.ts'
import { accountOf } from './user.ts'
import { type CommandOptions, withContext } from './withContext.ts'

interface ForWhom {
  readonly user?: string
  readonly department?: string
}

/** `switch list|set|unset`. */
export function addSwitchCommands(root: Command): void {
  const command = root.command('switch').description('what is on and off, for everybody, a department or one person')
  const forWhom = (one: Command) =>
    one
      .option('--user <address>', 'for one person')
      .option('--department <name>', 'for a department and those below it: its name, or its path with " / "')

  command
    .command('list')
    .description('Lists what is set and for whom; with --user, everything that holds for one person.')
    .option('--user <address>', 'what holds for this person')
    .addHelpText('after', '\nExample:\n  yanshu switch list --user li.na@example.com')
    .action(async ({ user }: ForWhom) => {
      const lines = await withContext(root.opts<CommandOptions>(), (context) =>
        user === undefined ? listSet(context) : listOf(context, user),
      )
      for (const line of lines) process.stdout.write(`${line}\n`)
    })

  forWhom(command.command('set'))
    .description(
      'Sets a switch, or the default of what people choose for themselves, for everybody unless told otherwise. Open windows follow within seconds.',
    )
    .argument('<name>', 'one of `yanshu switch list`')
    .argument('<value>', 'on, off, a number or a text')
    .option('--lock', 'nobody below may say otherwise')
    .addHelpText('after', '\nExample:\n  yanshu switch set previewEnable off --department 财务部 --lock')
    .action(async (name: string, text: string, options: ForWhom & { lock?: boolean }) => {
      const known = switchOf(name)
      const value = readValue(known, text)
      await withContext(root.opts<CommandOptions>(), async (context) => {
        await setSwitch(context, await scopeOf(context, options), { name: known, value, locked: options.lock ?? false })
      })
      process.stdout.write(`Set ${name} to ${JSON.stringify(value)}${options.lock ? ', locked' : ''}\n`)
    })

  forWhom(command.command('unset'))
    .description('Takes back what was set; what is said above, or the default, holds again.')
    .argument('<name>')
    .addHelpText('after', '\nExample:\n  yanshu switch unset previewEnable --department 财务部')
    .action(async (name: string, options: ForWhom) => {
      const known = switchOf(name)
      const done = await withContext(root.opts<CommandOptions>(), async (context) =>
        unsetSwitch(context, await scopeOf(context, options), known),
      )
      process.stdout.write(done ? `${name} is no longer set there\n` : `${name} was not set there\n`)
    })
}

const DEFAULTS = { ...SWITCH_DEFAULTS, ...GENERAL_DEFAULTS }

function switchOf(name: string): SettingName {
  if (isSetting(name)) return name
  throw new OperatorError(`There is no switch ${name}. There are: ${Object.keys(DEFAULTS).join(', ')}`)
}

/** What was typed, as this switch has it. */
function readValue(name: SettingName, text: string): unknown {
  const readings: unknown[] = [{ on: true, off: false, true: true, false: false, 1: true, 0: false }[text], text]
  if (text.trim() !== '' && Number.isFinite(Number(text))) readings.unshift(Number(text))
  for (const reading of readings) {
    const fits = schemaOfSetting(name).safeParse(reading)
    if (reading !== undefined && fits.success) return fits.data
  }
  const kind = { boolean: 'on or off', number: 'a number it allows', string: 'a text' }[
    typeof DEFAULTS[name] as 'boolean' | 'number' | 'string'
  ]
  throw new OperatorError(`${name} cannot be ${text}: expected ${kind}`)
}

async function scopeOf(context: Context, { user, department }: ForWhom): Promise<SwitchScope> {
  if (user !== undefined && department !== undefined) throw new OperatorError('Give --user or --department, not both')
  if (user !== undefined) return { scope: 'user', id: (await accountOf(context, user)).id }
  if (department === undefined) return { scope: 'organisation' }
  const paths = await departmentPaths(context.store.db)
  const found = [...paths].filter(([, path]) => path === department || path.split(' / ').at(-1) === department)
  const exact = found.filter(([, path]) => path === department)
  const [one] = exact.length === 1 ? exact : found
  if (!one) throw new OperatorError(`There is no department ${department}`)
  if (found.length > 1 && exact.length !== 1) {
    const names = found.map(([, path]) => path).join(', ')
    throw new OperatorError(`There are several departments ${department}. Give the whole path: ${names}`)
  }
  return { scope: 'department', id: one[0] }
}

async function listSet({ store }: Context): Promise<string[]> {
  const set = await setSwitches(store.db)
  const paths = await departmentPaths(store.db)
  const people = new Map(
    (await store.db.selectFrom('account').select(['id', 'address']).execute()).map(({ id, address }) => [id, address]),
  )
  const defaults = Object.entries(DEFAULTS).map(([name, value]) => line(name, value, 'default', false))
  const rows = set.map(({ scope, scopeId, name, value, locked }) => {
    const whom = { organisation: 'everybody', department: paths.get(scopeId), user: people.get(scopeId) }[scope]
    return line(name, value, whom ?? `${scope} ${scopeId}, which is gone`, locked)
  })
  return [...defaults, ...rows]
}

async function listOf(context: Context, user: string): Promise<string[]> {
  const { id } = await accountOf(context, user)
  const { readSettings } = await import('../store/profile/settings.ts')
  const switches = { ...(await switchesOf(context.store.db, id)), ...(await readSettings(context, id)) }
  return Object.entries(switches).map(([name, value]) => `${name}\t${JSON.stringify(value)}`)
}

const line = (name: string, value: unknown, whom: string, locked: boolean) =>
  [name, JSON.stringify(value), whom, locked ? 'locked' : ''].join('\t').trimEnd()
