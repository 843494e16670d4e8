import type { SettingsPageProps } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'
import type { ComponentType } from 'react'
import account from '../account/account.module.css'
import away from '../away/away.module.css'
import signatures from '../signatures/signatures.module.css'
import SettingsView from './SettingsView.tsx'
// One sheet with the frame: a sheet for each page would repeat what two pages share, and each costs a hash in the entry.
import '../check/check.module.css'
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
export { isMailAddress } from '@yanshu/contracts'
export { ColumnTitles } from '../columns/ColumnTitles.tsx'
export { Setting } from '../find/Setting.tsx'
export { PictureChoices } from '../general/PictureChoices.tsx'
export { SavedLine } from '../general/SavedLine.tsx'
export { useSaving } from '../general/useSaving.ts'
export { RichText } from '../rich/LazyRichText.tsx'
export { safeHtml } from '../rich/safeHtml.ts'
export { useAnswer } from '../useAnswer.ts'
export { FormDialog } from './FormDialog.tsx'
export { Answered, Page, Section } from './Page.tsx'
export const sheets = [account, away, signatures]

/**
 * The pages, each a chunk of its own. They are loaded by way of the frame, so that what the frame has (the page's head,
 * a setting that can be pointed at, the answers of the server) is in none of them again.
 */
export const pages = {
  normalset: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "general" */ '../general/GeneralPage.tsx'))).GeneralPage,
  foldermanagement: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "folders" */ '../folder-management/FolderManagement.tsx')))
      .FolderManagement,
  mailclassification: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "rules" */ '../rules/RulesPage.tsx'))).RulesPage,
  autoreply: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "reply" */ '../away/ReplyPage.tsx'))).ReplyPage,
  forward: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "forward" */ '../away/ForwardPage.tsx'))).ForwardPage,
  signature: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "signature" */ '../signatures/SignaturesPage.tsx')))
      .SignaturesPage,
  templates: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "templates" */ '../signatures/TemplatesPage.tsx')))
      .TemplatesPage,
  account: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "account" */ '../account/AccountPage.tsx'))).AccountPage,
  client: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "client" */ '../account/ClientPage.tsx'))).ClientPage,
  selfChecking: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "check" */ '../check/SelfCheckPage.tsx'))).SelfCheckPage,
  skinpeeling: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "skin" */ '../skin/SkinPage.tsx'))).SkinPage,
  transfer: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "transfer" */ '../transfer/TransferPage.tsx'))).TransferPage,
  archive: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "export" */ '../export/ArchivePage.tsx'))).ArchivePage,
  export: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "export" */ '../export/ExportPage.tsx'))).ExportPage,
} as const satisfies Readonly<Record<string, () => Promise<ComponentType<SettingsPageProps>>>>
