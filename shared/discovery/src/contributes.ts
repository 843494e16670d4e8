/** A text for people in both languages of the product. */
export interface Words {
  readonly zh: string
  readonly en: string
}

/** A place in the address bar that a remote fills, and how the host titles it before the remote is loaded. */
export interface RouteClaim {
  /** The first segments of the hash path, without slashes at the ends: `inbox`, `set`. */
  readonly prefix: string
  readonly title: Words
  readonly icon?: string
  /** False closes the tab, when it holds no unsaved work, as soon as another view is shown. */
  readonly keep?: boolean
  /** True shows it without a login and outside the frame; for the public addresses of the product. */
  readonly public?: boolean
  /** True makes every query a tab of its own. */
  readonly manyTabs?: boolean
  /** True makes everything below the first part of the path one tab, such as the pages of the settings. */
  readonly oneTab?: boolean
  /** True shows it without the sidebar and without the bar of a narrow screen. */
  readonly bare?: boolean
  /** False where the work of a tab ends with it: it is not opened again, and the way back passes over others of its kind. */
  readonly reopen?: boolean
  /** The area of the remote that it belongs to. */
  readonly area?: string
  /** `/` may lead here: of these routes without `when` the one with the smallest number is the home. */
  readonly home?: number
  /** The switch or role without which the place is not offered. */
  readonly when?: string
}

/** A way to a view that the host draws. */
export interface NavEntry {
  /** `sidebar.top` (below the inbox), `sidebar`, `sidebar.more` (folded), `sidebar.manage` (at its foot), `more` (menu of the top bar), `bottom` (bar of a narrow screen). A place that a host does not know is not drawn. */
  readonly place: string
  /** Hash path: `/favorite`. */
  readonly path: string
  readonly title: Words
  readonly icon?: string
  /** The smallest first; 0 where none is given. */
  readonly order?: number
  readonly when?: string
  /** A number of the person that is shown beside it, in the sidebar. One that a host does not know is not shown. */
  readonly count?: string
}

/** A part of the product with a sidebar of its own in place of the folders. */
export interface AreaClaim {
  readonly area: string
  readonly title: Words
  readonly icon?: string
  /** Hash path. */
  readonly home: string
  readonly order?: number
  readonly when?: string
}

/** A key that leads to a view. */
export interface ShortcutClaim {
  /** Strokes with spaces between them: `g i`. */
  readonly keys: string
  readonly path: string
  readonly title: Words
  readonly order?: number
  readonly when?: string
}

/** A place on another's screen that a remote fills. */
export interface SlotFilling {
  readonly slot: string
  /** The major of the slot's contract that the filler was written for. */
  readonly major: number
  readonly order?: number
  readonly when?: string
  /** The heading that the host draws above the filler, where the slot has one. */
  readonly title?: Words
  /** What must be the case, at least one of these, as the slot defines: MIME types of a mail, markers of a row. */
  readonly for?: readonly string[]
}

/** A page of the settings that a remote shows. */
export interface SettingsPageClaim {
  /** The part of the address after `/set/`. */
  readonly page: string
  readonly title: Words
  /** The group of the navigation. */
  readonly group: string
  readonly icon?: string
  readonly order?: number
  readonly when?: string
}

/** A source of what the command palette finds. */
export interface CommandSourceClaim {
  readonly id: string
  readonly title: Words
  /** True asks the source with every change of what is typed; else it is asked once and the palette looks through its answer. */
  readonly live?: boolean
  readonly when?: string
}

/** What a setting of a remote may be: `min` and `max` bound numbers, `max` characters of a text and entries of a list too. */
export interface OwnSettingClaim {
  readonly type: 'boolean' | 'number' | 'text' | 'choice' | 'list'
  /** What it is before a person has chosen. */
  readonly default: unknown
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
}

/**
 * What a version of a remote adds to the screens of others, as the manifest has it. Names of slots, intents and places
 * are open: what a host does not know it passes over.
 */
export interface Contributes {
  readonly routes: readonly RouteClaim[]
  readonly nav?: readonly NavEntry[]
  readonly areas?: readonly AreaClaim[]
  readonly shortcuts?: readonly ShortcutClaim[]
  /** The paths at which folders and labels are shown, by role or kind; `:id` stands for their number. */
  readonly folders?: Readonly<Record<string, string>>
  readonly slots?: readonly SlotFilling[]
  /** The major of each intent's contract that is answered. */
  readonly intents?: Readonly<Record<string, number>>
  readonly settings?: readonly SettingsPageClaim[]
  readonly commands?: readonly CommandSourceClaim[]
  /** What the server keeps for each person in the name of the remote, by name. */
  readonly ownSettings?: Readonly<Record<string, OwnSettingClaim>>
}

/** The claim of a list that a path (`/inbox?mail=7`) lies below; undefined for none. */
export function claimOf<T extends Pick<RouteClaim, 'prefix'>>(routes: readonly T[], path: string): T | undefined {
  const clean = path.replace(/^[#/]+/, '').replace(/[?#].*$/, '')
  return routes.find(({ prefix }) => clean === prefix || clean.startsWith(`${prefix}/`))
}
