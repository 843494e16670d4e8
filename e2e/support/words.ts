import { en as loginEn } from '../../host/src/login/messages/en.ts'
import { zh as loginZh } from '../../host/src/login/messages/zh.ts'
import { en as waysEn } from '../../host/src/login-ways/messages/en.ts'
import { zh as waysZh } from '../../host/src/login-ways/messages/zh.ts'
import hostEn from '../../host/src/messages/en.ts'
import hostZh from '../../host/src/messages/zh.ts'
import { en as passwordsEn } from '../../host/src/passwords/messages/en.ts'
import { zh as passwordsZh } from '../../host/src/passwords/messages/zh.ts'
import contactsEn from '../../remote-addressbook/src/messages/en.ts'
import contactsZh from '../../remote-addressbook/src/messages/zh.ts'
import calendarEn from '../../remote-calendar/src/messages/en.ts'
import calendarZh from '../../remote-calendar/src/messages/zh.ts'
import composeEn from '../../remote-compose/src/messages/en.ts'
import composeZh from '../../remote-compose/src/messages/zh.ts'
import mailEn from '../../remote-mail/src/messages/en.ts'
import mailZh from '../../remote-mail/src/messages/zh.ts'
import settingsEn from '../../remote-settings/src/messages/en.ts'
import settingsZh from '../../remote-settings/src/messages/zh.ts'
import { en as shellEn } from '../../shared/shell-api/src/messages/en.ts'
import { zh as shellZh } from '../../shared/shell-api/src/messages/zh.ts'
import { en as uiEn } from '../../shared/ui/src/messages/en.ts'
import { zh as uiZh } from '../../shared/ui/src/messages/zh.ts'

/** What the screens say, so that specs name controls by the words people see. */
export const WORDS = {
  zh: {
    login: loginZh,
    ways: waysZh,
    passwords: passwordsZh,
    shell: hostZh,
    own: shellZh,
    ui: uiZh,
    mail: mailZh,
    compose: composeZh,
    settings: settingsZh,
    contacts: contactsZh,
    calendar: calendarZh,
  },
  en: {
    login: loginEn,
    ways: waysEn,
    passwords: passwordsEn,
    shell: hostEn,
    own: shellEn,
    ui: uiEn,
    mail: mailEn,
    compose: composeEn,
    settings: settingsEn,
    contacts: contactsEn,
    calendar: calendarEn,
  },
} as const

export type SpokenLanguage = keyof typeof WORDS

/** Both languages, for specs that run in each. */
export const LANGUAGES: readonly SpokenLanguage[] = ['zh', 'en']

/** A message with its values put in: `{{name}}` as i18next writes them, `{name}` as the components do. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{?(\w+)\}?\}/g, (all, name: string) => String(values[name] ?? all))

/** A pattern that matches a message with any values. */
export const anyValues = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )
