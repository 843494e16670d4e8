import { type GeneralSettings, SKINS } from '@yanshu/contracts'
import { local, parseJson, perTab } from './browserStorage.ts'

/** Look and language of the pages before the login. */
export type Look = Pick<GeneralSettings, 'language' | 'fontSize' | 'skin' | 'colorMode'>

export const DEFAULT_LOOK: Look = { language: 'zh', fontSize: 1, skin: 'skin_0', colorMode: 'system' }

const KEY = 'yanshu.look'

/** The look last used on this device. */
export function rememberedLook(): Look {
  const stored = parseJson(local.get(KEY))
  const found: Partial<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const { language, fontSize, skin, colorMode } = found
  return {
    language: language === 'en' || language === 'zh' ? language : DEFAULT_LOOK.language,
    fontSize: fontSize === 1 || fontSize === 2 || fontSize === 3 ? fontSize : DEFAULT_LOOK.fontSize,
    skin: SKINS.find((one) => one === skin) ?? DEFAULT_LOOK.skin,
    colorMode: colorMode === 'light' || colorMode === 'dark' ? colorMode : DEFAULT_LOOK.colorMode,
  }
}

/** Remembers a look for the next login page; survives logout. */
export function rememberLook(look: Look): void {
  const { language, fontSize, skin, colorMode } = look
  local.set(KEY, JSON.stringify({ language, fontSize, skin, colorMode }))
}

const ACCOUNT = 'yanshu.account'

/** The account that logged in last on this device, where its owner asked for that; '' for none. Never the password. */
export const rememberedAccount = (): string => local.get(ACCOUNT) ?? ''

/** Whether accounts that log in are remembered on this device. */
export const remembersAccounts = (): boolean => local.get(ACCOUNT) !== null

/** Remembers accounts that log in from now on, or none; the one that was remembered is forgotten then. */
export const rememberAccounts = (wanted: boolean): void => local.set(ACCOUNT, wanted ? rememberedAccount() : null)

/** Notes an account that has logged in, where accounts are remembered. */
export function rememberAccount(account: string): void {
  if (remembersAccounts()) local.set(ACCOUNT, account)
}

/** The last user of this tab, '' for none; kept over a reload, deleted by a sign-out in this tab. */
export const rememberedHere = (): string => perTab.get('yanshu.lastHere') ?? ''
export const rememberHere = (userMail: string): void => perTab.set('yanshu.lastHere', userMail)
