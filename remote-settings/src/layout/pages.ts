import type { SettingsPageProps } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'
import type { ComponentType } from 'react'
import account from '../account/account.module.css'
import away from '../away/away.module.css'
import { type WordsPart, words } from '../messages/words.ts'
import signatures from '../signatures/signatures.module.css'
import SettingsView from './SettingsView.tsx'
// One sheet with the frame: a sheet for each page would repeat what two pages share, and each costs a hash in the entry.
import '../check/check.module.css'
import '../export/archive.module.css'
import '../export/export.module.css'
import '../folder-management/folders.module.css'
import '../general/general.module.css'
import '../general/pictures.module.css'
import '../notify/notify.module.css'
import '../rich/rich.module.css'
import '../rules/rules.module.css'
import '../skin/skin.module.css'

export default SettingsView
// What the pages share is in this chunk because it is exported here.
export { folderLines, folderNameProblem, isMailAddress } from '@yanshu/contracts'
export { ColumnTitles } from '../columns/ColumnTitles.tsx'
export { Setting } from '../find/Setting.tsx'
export { LiveSwitch } from '../folder-management/LiveSwitch.tsx'
export { RowActions } from '../folder-management/RowActions.tsx'
export { useFolderTree } from '../folder-management/useFolderTree.ts'
export { PictureChoices } from '../general/PictureChoices.tsx'
export { SavedLine } from '../general/SavedLine.tsx'
export { useSaving } from '../general/useSaving.ts'
export { RichText } from '../rich/LazyRichText.tsx'
export { safeHtml } from '../rich/safeHtml.ts'
export { useAnswer } from '../useAnswer.ts'
export { FormDialog } from './FormDialog.tsx'
export { Answered, Page, Section } from './Page.tsx'
export { Paged } from './Paged.tsx'
export { useDiscardQuestion } from './useDiscardQuestion.ts'
export const sheets = [account, away, signatures]

type Page = ComponentType<SettingsPageProps>

/** A page with its words where they have not come with the frame: neither waits for the other. */
const page =
  <Name extends string>(load: () => Promise<Readonly<Record<Name, Page>>>, name: Name, needed?: WordsPart) =>
  async (): Promise<Page> => {
    return (await (needed ? words.withPart(load, needed) : fetchPart(load)))[name]
  }

/**
 * The pages, each a chunk of its own. They are loaded by way of the frame, so that what the frame has (the page's head,
 * a setting that can be pointed at, the answers of the server) is in none of them again.
 */
export const pages = {
  normalset: page(() => import('../general/GeneralPage.tsx'), 'GeneralPage'),
  foldermanagement: page(() => import('../folder-management/FolderManagement.tsx'), 'FolderManagement'),
  mailclassification: page(() => import('../rules/RulesPage.tsx'), 'RulesPage', 'rules'),
  autoreply: page(() => import('../away/ReplyPage.tsx'), 'ReplyPage', 'further'),
  forward: page(() => import('../away/ForwardPage.tsx'), 'ForwardPage', 'further'),
  signature: page(() => import('../signatures/SignaturesPage.tsx'), 'SignaturesPage', 'further'),
  templates: page(() => import('../signatures/TemplatesPage.tsx'), 'TemplatesPage', 'further'),
  account: page(() => import('../account/AccountPage.tsx'), 'AccountPage', 'account'),
  client: page(() => import('../account/ClientPage.tsx'), 'ClientPage', 'account'),
  selfChecking: page(() => import('../check/SelfCheckPage.tsx'), 'SelfCheckPage', 'further'),
  skinpeeling: page(() => import('../skin/SkinPage.tsx'), 'SkinPage'),
  transfer: page(() => import('../transfer/TransferPage.tsx'), 'TransferPage', 'further'),
  archive: page(() => import('../export/ArchivePage.tsx'), 'ArchivePage', 'further'),
  export: page(() => import('../export/ExportPage.tsx'), 'ExportPage', 'further'),
} as const satisfies Readonly<Record<string, () => Promise<Page>>>
