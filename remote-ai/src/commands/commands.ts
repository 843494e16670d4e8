import type { Language, RemoteCommand } from '@yanshu/contracts'
import en from '../messages/en.ts'
import zh from '../messages/zh.ts'

/** What the command palette finds of this remote. */
export function commands(language: Language): readonly RemoteCommand[] {
  const own = language === 'zh' ? zh : en
  return [
    {
      id: 'page',
      label: own.page.title,
      group: own.group,
      path: '/ai',
      // Found in the other language too; add the pinyin of the Chinese name, a space between the syllables.
      words: [zh.page.title, en.page.title],
    },
  ]
}
