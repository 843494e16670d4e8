import { fetchPart } from '@yanshu/shell-api'
import { withWords } from '../messages/withWords.ts'

export const loadDashboard = () =>
  fetchPart(() => import(/* webpackChunkName: "dashboard" */ '../dashboard/Dashboard.tsx'))

const here: { search?: typeof import('../search/SearchView.tsx') } = {}

export async function loadSearch() {
  here.search = await withWords(() => import(/* webpackChunkName: "search" */ '../search/SearchView.tsx'))
  return here.search
}

/** The view of results, once its code is on the page. */
export const searchView = () => here.search?.default

export const loadMailTab = () => withWords(() => import(/* webpackChunkName: "reading" */ '../reading/MailTab.tsx'))

/** The lists over several folders; `reading` is on the page soon after the first list. */
export const loadAcross = (name: 'Favorite' | 'NoRead' | 'Readed' | 'LabelBox' | 'Correspondence') => async () => {
  const views = await withWords(() => import(/* webpackChunkName: "reading" */ './AcrossFolders.tsx'))
  return { default: views[name] }
}

export const loadPrint = () => withWords(() => import(/* webpackChunkName: "reading" */ '../reading/PrintPage.tsx'))

export const loadMigrations = () =>
  fetchPart(() => import(/* webpackChunkName: "later-migration" */ '../migration/MigrationPage.tsx'))

type ApprovalViews = typeof import('../approval/views.ts')

/** Approval of outgoing mail. */
export const loadApproval =
  <N extends keyof ApprovalViews>(name: N) =>
  async () => {
    const views = await fetchPart(() => import(/* webpackChunkName: "later-approval" */ '../approval/views.ts'))
    return { default: views[name] }
  }
