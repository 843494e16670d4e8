import type { SettingsPageProps } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'
import type { ComponentType } from 'react'
import account from '../account/account.module.css'
import away from '../away/away.module.css'
import { type WordsPart, withWords } from '../messages/words.ts'
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
async function page(words: WordsPart | null, load: () => Promise<Page>): Promise<Page> {
  const [view] = await Promise.all([load(), words && withWords(words)])
  return view
}

/**
 * The pages, each a chunk of its own. They are loaded by way of the frame, so that what the frame has (the page's head,
 * a setting that can be pointed at, the answers of the server) is in none of them again.
 */
export const pages = {
  normalset: () =>
    page(
      null,
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "general" */ '../general/GeneralPage.tsx'))).GeneralPage,
    ),
  foldermanagement: () =>
    page(
      null,
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "folders" */ '../folder-management/FolderManagement.tsx')))
          .FolderManagement,
    ),
  mailclassification: () =>
    page(
      'rules',
      async () => (await fetchPart(() => import(/* webpackChunkName: "rules" */ '../rules/RulesPage.tsx'))).RulesPage,
    ),
  autoreply: () =>
    page(
      'further',
      async () => (await fetchPart(() => import(/* webpackChunkName: "reply" */ '../away/ReplyPage.tsx'))).ReplyPage,
    ),
  forward: () =>
    page(
      'further',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "forward" */ '../away/ForwardPage.tsx'))).ForwardPage,
    ),
  signature: () =>
    page(
      'further',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "signature" */ '../signatures/SignaturesPage.tsx')))
          .SignaturesPage,
    ),
  templates: () =>
    page(
      'further',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "templates" */ '../signatures/TemplatesPage.tsx')))
          .TemplatesPage,
    ),
  account: () =>
    page(
      'account',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "account" */ '../account/AccountPage.tsx'))).AccountPage,
    ),
  client: () =>
    page(
      'account',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "client" */ '../account/ClientPage.tsx'))).ClientPage,
    ),
  selfChecking: () =>
    page(
      'further',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "check" */ '../check/SelfCheckPage.tsx'))).SelfCheckPage,
    ),
  skinpeeling: () =>
    page(
      null,
      async () => (await fetchPart(() => import(/* webpackChunkName: "skin" */ '../skin/SkinPage.tsx'))).SkinPage,
    ),
  transfer: () =>
    page(
      'further',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "transfer" */ '../transfer/TransferPage.tsx'))).TransferPage,
    ),
  archive: () =>
    page(
      'further',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "archive" */ '../export/ArchivePage.tsx'))).ArchivePage,
    ),
  export: () =>
    page(
      'further',
      async () =>
        (await fetchPart(() => import(/* webpackChunkName: "export" */ '../export/ExportPage.tsx'))).ExportPage,
    ),
} as const satisfies Readonly<Record<string, () => Promise<Page>>>
