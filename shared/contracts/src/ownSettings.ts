/** Settings that one remote declares, of all its versions together a few more. */
export const OWN_SETTINGS_MAX = 40
/** Bytes of one value as JSON. */
export const OWN_SETTING_BYTES = 8_192
/** Characters of a text, entries of a list, characters of an entry. */
export const OWN_TEXT_MAX = 2_000
export const OWN_LIST_MAX = 100
export const OWN_ENTRY_MAX = 200

/** The name of the push event after a change; its data is `{ remote }`. */
export const OWN_SETTINGS_CHANGED = 'remoteSettings.changed'

/** What one setting of a remote may be, and what it is before a person has chosen. */
export type OwnSetting =
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'number'; readonly default: number; readonly min: number; readonly max: number }
  /** `max` counts characters. */
  | { readonly type: 'text'; readonly default: string; readonly max: number }
  | { readonly type: 'choice'; readonly default: string; readonly choices: readonly string[] }
  /** Texts: at most `max`, each of up to 200 characters. */
  | { readonly type: 'list'; readonly default: readonly string[]; readonly max: number }

/** What a remote keeps for each person on the server, by name: `ownSettings` of its `src/contributes.ts`. */
export type OwnSettings = Readonly<Record<string, OwnSetting>>

export type OwnValue = boolean | number | string | readonly string[]

/** The value of a setting, by its declaration. */
export type OwnValueOf<S extends OwnSetting> = S extends {
  readonly type: 'choice'
  readonly choices: readonly (infer C)[]
}
  ? C
  : S extends { readonly type: 'boolean' }
    ? boolean
    : S extends { readonly type: 'number' }
      ? number
      : S extends { readonly type: 'list' }
        ? readonly string[]
        : string

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && [...value].length <= max

/**
 * Whether a value is what a setting declares. The server asks before it keeps one; the page asks before it shows one, for
 * a value may have been kept by another version of the remote.
 */
export function fitsOwnSetting(setting: OwnSetting, value: unknown): boolean {
  switch (setting.type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && value >= setting.min && value <= setting.max
    case 'text':
      return isText(value, Math.min(setting.max, OWN_TEXT_MAX))
    case 'choice':
      return typeof value === 'string' && setting.choices.includes(value)
    case 'list':
      return (
        Array.isArray(value) &&
        value.length <= Math.min(setting.max, OWN_LIST_MAX) &&
        value.every((entry) => isText(entry, OWN_ENTRY_MAX))
      )
    default:
      return false
  }
}
