import type { FolderRole } from './http/folders.ts'
import type { Switches, SwitchName } from './http/switchValues.ts'
import type { IntentName, Intents } from './intents.ts'
import type { OwnSettings } from './ownSettings.ts'
import type { Role } from './roles.ts'
import type { SlotName, Slots } from './slots.ts'

/** A text for people in both languages of the product. */
export interface TitleWords {
  readonly zh: string
  readonly en: string
}

/** A switch of the operator that a place may depend on. */
type OfferingSwitch = {
  [N in SwitchName]: Switches[N] extends boolean | number ? N : never
}[SwitchName]

interface Offered {
  /**
   * A switch, a role, or `automaticMail` for an automatic answer or forwarding that is on: while it is off, not held, or not
   * known, the place is not offered.
   */
  readonly when?: OfferingSwitch | Role | 'automaticMail'
}

interface Ordered extends Offered {
  /** The smallest first; 0 where none is given. */
  readonly order?: number
}

export interface RouteContribution extends Offered {
  /** The first segments of the hash path, without slashes at the ends: `inbox`, `set`. No other remote has one below it. */
  readonly prefix: string
  readonly title: TitleWords
  /** The name of an icon of `@yanshu/ui`. */
  readonly icon?: string
  /** False closes the tab, when it holds no unsaved work, as soon as another view is shown. */
  readonly keep?: boolean
  /** True shows it without a login and outside the frame; for the public addresses of the product (§2). */
  readonly public?: boolean
  /** True makes every query a tab of its own, such as every letter; else a path is one tab, whatever its query. */
  readonly manyTabs?: boolean
  /** True makes everything below the first part of the path one tab, such as the pages of the settings. */
  readonly oneTab?: boolean
  /** True shows it without the sidebar, and on a narrow screen without the bar at the foot: the view has all the room. */
  readonly bare?: boolean
  /**
   * False where the work of a tab ends with it, as a letter's does: a tab that was closed is not offered again, and closing
   * one leads back to where the work began, past other tabs of the kind.
   */
  readonly reopen?: boolean
  /** The area that it belongs to, one of the remote's `areas`. */
  readonly area?: string
  /** `/` may lead here: of these routes without `when` the one with the smallest number is the home. */
  readonly home?: number
}

/**
 * Where a way to a view stands: in the sidebar below the inbox, after the labels, folded at its end, or at its foot where
 * folders are managed; in the menu at the top right; in the bar at the foot of a narrow screen.
 */
export type NavPlace = 'sidebar.top' | 'sidebar' | 'sidebar.more' | 'sidebar.manage' | 'more' | 'bottom'

/** Numbers of the person that the host shows beside an entry of the sidebar: `navCounts` of the settings has them. */
export type NavCount = 'approvals' | 'applications'

export interface NavContribution extends Ordered {
  readonly place: NavPlace
  /** Hash path: `/favorite`. */
  readonly path: string
  readonly title: TitleWords
  readonly icon?: string
  /** What is counted beside it, in the sidebar. */
  readonly count?: NavCount
}

/**
 * Fills a slot; `for` names when, in the facts that the slot gives (see {@link Slots}). Without it always. `title` stands
 * where the host draws a heading above the filler.
 */
export type SlotContribution = {
  [N in SlotName]: Ordered & { readonly slot: N; readonly major: Slots[N]['major'] } & (Slots[N] extends {
      facts: infer F
    }
      ? { readonly for?: readonly F[] }
      : { readonly for?: never }) &
    (Slots[N] extends { titled: true } ? { readonly title: TitleWords } : { readonly title?: never })
}[SlotName]

/** The groups of the settings' navigation, in their order. */
export const SETTINGS_GROUPS = ['general', 'mail', 'account', 'security', 'tools'] as const
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number]

export interface SettingsContribution extends Ordered {
  /** The part of the address after `/set/` (§2). */
  readonly page: string
  readonly title: TitleWords
  readonly group: SettingsGroup
  readonly icon?: string
}

/**
 * A part of the product with a sidebar of its own. While a view of it is used, the sidebar that the remote's module gives
 * under this name stands in place of the folders, below the title, which leads to its home, and the way back.
 */
export interface AreaContribution extends Ordered {
  readonly area: string
  readonly title: TitleWords
  readonly icon?: string
  /** Hash path: `/calendar`. */
  readonly home: string
}

/** A key that leads to a view from wherever no text is written. Of two with the same keys the first by order counts. */
export interface ShortcutContribution extends Ordered {
  /** Strokes with spaces between them: `g i`, `Alt+k`. The frame's own keys and those of the view in front come first. */
  readonly keys: string
  /** Hash path: `/inbox`. */
  readonly path: string
  /** What the sheet of shortcuts calls the place. */
  readonly title: TitleWords
}

/**
 * The paths at which the folders and labels of the sidebar are shown, by what is shown; `:id` stands for the number of the
 * folder or label. `outside` is a folder of another person.
 */
export type FolderPaths = { readonly [Kind in FolderRole | 'outside' | 'label']: string }

export interface CommandContribution extends Offered {
  readonly id: string
  readonly title: TitleWords
  /** True asks the source with every change of what is typed; else it is asked once and the palette looks through its answer. */
  readonly live?: boolean
}

/**
 * What a remote adds to the screens of others: the default export of its `src/contributes.ts`, a value without code that
 * the build reads and the manifest carries.
 *
 * ```ts
 * export default {
 *   routes: [{ prefix: 'calendar', title: { zh: '日历', en: 'Calendar' }, when: 'calendarEnable' }],
 *   slots: [{ slot: 'mail.card', major: 1, for: ['text/calendar'] }],
 * } satisfies RemoteContributes
 * ```
 */
export interface RemoteContributes {
  readonly routes: readonly RouteContribution[]
  readonly nav?: readonly NavContribution[]
  readonly areas?: readonly AreaContribution[]
  readonly shortcuts?: readonly ShortcutContribution[]
  /** Where it shows folders and labels; one remote of a manifest does. */
  readonly folders?: FolderPaths
  readonly slots?: readonly SlotContribution[]
  /** The intents it answers, with the major of each. */
  readonly intents?: { readonly [N in IntentName]?: Intents[N]['major'] }
  readonly settings?: readonly SettingsContribution[]
  readonly commands?: readonly CommandContribution[]
  /** What the server keeps for each person in the name of the remote, with what it may be; at most 40. */
  readonly ownSettings?: OwnSettings
}
