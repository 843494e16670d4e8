import { ConfigContext } from '@arco-design/web-react/es/ConfigProvider'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import { type ReactNode, useContext, useMemo } from 'react'
import type { UiLanguage } from '../messages/language.ts'

/** Gives Arco's controls their words; the context alone, because its provider would bring messages and dialogs along. */
export function ArcoLocale({ language, children }: { language: UiLanguage; children: ReactNode }) {
  const base = useContext(ConfigContext)
  const value = useMemo(() => ({ ...base, locale: language === 'en' ? enUS : zhCN }), [base, language])
  return <ConfigContext value={value}>{children}</ConfigContext>
}
