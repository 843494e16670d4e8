import type { ComponentType } from 'react'
import type { RemoteContributes } from './contributes.ts'
import type { IntentHandlers } from './intents.ts'
import { fitsOwnSetting, OWN_SETTINGS_MAX, type OwnSettings } from './ownSettings.ts'
import type { SlotName, SlotProps } from './slots.ts'

export type Language = 'zh' | 'en'

/** The contract version of this host. A remote with another major is refused with class `contract`. */
export const REMOTE_CONTRACT_MAJOR = 1

/** The tab a view is shown in. The host owns it; the view sets its title and decides when it may close. */
export interface TabHandle {
  readonly id: string
  /** Replaces the title that the manifest gave; null gives it back. */
  setTitle(title: string | null): void
  /** Marks unsaved work: a dot on the tab, and no silent reload. */
  setDirty(dirty: boolean): void
  /** Asked before the tab closes; answers false to stay. Returns how to stop being asked. */
  onBeforeClose(guard: () => Promise<boolean>): () => void
  close(): void
}

/** What the host gives every view of a remote. */
export interface ViewProps {
  /** Values of `:name` parts of the route. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly tab: TabHandle
  /** False while another tab covers this one; its state is kept. */
  readonly active: boolean
  /** True while the frame shows the sidebar of the view's area; an older host never does. */
  readonly inArea?: boolean
}

/** What the sidebar of an area is given. */
export interface AreaProps {
  /** Hash path, with its query, of the view that is used. */
  readonly path: string
  /** Whether there is room for icons alone. */
  readonly collapsed: boolean
  /** To be called when a place was chosen: a sidebar that lies over a narrow screen goes. */
  readonly onChosen: () => void
}

export interface RemoteRoute {
  /** Pattern below one of the prefixes that the manifest grants: `custombox/:folderId`, `write/:type/:mailId`. */
  readonly path: string
  readonly load: () => Promise<{ default: ComponentType<ViewProps> }>
  /** The view, once its code is on the page: then it is drawn with the address, not after a moment of nothing. */
  readonly loaded?: () => ComponentType<ViewProps> | undefined
  /**
   * Asks for what the view will ask for first. Called on navigation to the path and before its view is drawn, so
   * that the answer is on its way meanwhile; the view finds it in the remote's own cache. Must be cheap and draw nothing.
   * May answer what resolves when it is there, also when it failed; nothing where the view has it already.
   */
  readonly ask?: (at: Pick<ViewProps, 'params' | 'query'>) => Promise<unknown> | undefined
  /**
   * Behind another view its elements, effects and subscriptions stay as they are for a while, so that to come back costs
   * no more than to uncover it. Only for a view that does nothing by itself while `active` is false. What its path without
   * the query shows is `inert` while something lies over it, such as a mail over its list: then a user who goes to that path
   * does not see for a moment what lies there.
   */
  readonly staysDrawn?: boolean
}

/** A place of a remote that the command palette finds and leads to. */
export interface RemoteCommand {
  /** Unique within the remote. */
  readonly id: string
  /** In the language asked for. */
  readonly label: string
  /** What it belongs to, such as the title of a page; shown beside the label. */
  readonly group: string
  /** Hash path, with what the view needs to point at the place: `/set/normalset?at=language`. */
  readonly path: string
  /** Other ways to type it: the label in the other language, pinyin with spaces between the syllables, its values. */
  readonly words: readonly string[]
}

/** What a source of the command palette is given. */
export interface CommandQuery {
  readonly language: Language
  /** What was typed; '' for a source that is not live. */
  readonly typed: string
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal
}
export type CommandSource = (query: CommandQuery) => Promise<readonly RemoteCommand[]>

/** Messages of one remote in one language: flat keys, or one level of groups. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

/** What a page of the settings is given. */
export interface SettingsPageProps {
  /** Which setting the address points at (`/set/normalset?at=language`), null for none. */
  readonly at: string | null
}

/** The one thing a remote exposes, as the default export of `./remote`. */
export interface RemoteModule {
  /** `name` is the folder's: `remote-mail`. */
  readonly contract: { readonly name: string; readonly major: number }
  readonly routes: readonly RemoteRoute[]
  /** What fills the slots that `contributes.ts` names. */
  readonly slots?: { [N in SlotName]?: () => Promise<{ default: ComponentType<SlotProps<N>> }> }
  /** The sidebars of the areas that `contributes.ts` names. */
  readonly areas?: Readonly<Record<string, () => Promise<{ default: ComponentType<AreaProps> }>>>
  readonly intents?: IntentHandlers
  /** The pages of the settings, by the part of the address after `/set/`. */
  readonly settings?: Readonly<Record<string, () => Promise<{ default: ComponentType<SettingsPageProps> }>>>
  /** The sources of the command palette, by id. */
  readonly commands?: Readonly<Record<string, CommandSource>>
  /** Loaded before the first view of the remote is shown, and again when the language changes. */
  readonly i18n: { readonly ns: string; load(language: Language): Promise<{ default: MessageTree }> }
  /**
   * Subscribe here, never at module scope. Called once in every login, before the first view of the remote is shown. It
   * may be asynchronous. When it fails, it is called again; when it keeps failing, the build counts as one that could not
   * be loaded. The function that it returns is called when the remote is replaced or the login ends.
   */
  activate?(): (() => void) | Promise<() => void>
}

/** Types a remote and gives it back; the check is the compiler's. */
export const defineRemote = (remote: RemoteModule): RemoteModule => remote

const namesOf = (record: object | undefined): readonly string[] => Object.keys(record ?? {})

/** What is wrong with the settings that a remote declares. */
function ownSettingProblems(settings: OwnSettings): readonly string[] {
  const entries = Object.entries(settings)
  const unfit = entries.filter(([, setting]) => !fitsOwnSetting(setting, setting.default))
  return [
    ...(entries.length > OWN_SETTINGS_MAX
      ? [`${entries.length} settings are declared, ${OWN_SETTINGS_MAX} are kept`]
      : []),
    ...unfit.map(([name]) => `the default of the setting ${name} is not what it declares`),
  ]
}

/**
 * Where the module of a remote and its `contributes.ts` do not say the same: what one of them names and the other does
 * not. A remote's test keeps this empty.
 */
export function declarationProblems(remote: RemoteModule, contributes: RemoteContributes): readonly string[] {
  const problems: string[] = []
  const compare = (what: string, declared: readonly string[], there: readonly string[]) => {
    for (const name of declared) if (!there.includes(name)) problems.push(`${what} ${name} is declared and not there`)
    for (const name of there) if (!declared.includes(name)) problems.push(`${what} ${name} is not declared`)
  }
  const { slots = [], settings = [], commands = [], areas = [] } = contributes
  compare('slot', [...new Set(slots.map(({ slot }) => slot))], namesOf(remote.slots))
  compare(
    'area',
    areas.map(({ area }) => area),
    namesOf(remote.areas),
  )
  for (const { prefix, area } of contributes.routes) {
    if (area !== undefined && !areas.some((one) => one.area === area)) {
      problems.push(`route ${prefix} belongs to area ${area}, which is not declared`)
    }
  }
  compare('intent', namesOf(contributes.intents), namesOf(remote.intents))
  compare(
    'settings page',
    settings.map(({ page }) => page),
    namesOf(remote.settings),
  )
  compare(
    'command source',
    commands.map(({ id }) => id),
    namesOf(remote.commands),
  )
  problems.push(...ownSettingProblems(contributes.ownSettings ?? {}))
  const firsts = remote.routes.map(({ path }) => path)
  const below = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
  for (const { prefix } of contributes.routes) {
    if (!firsts.some((path) => below(path, prefix))) problems.push(`route ${prefix} is declared and not there`)
  }
  for (const path of firsts) {
    if (!contributes.routes.some(({ prefix }) => below(path, prefix))) problems.push(`route ${path} is not declared`)
  }
  return problems
}
