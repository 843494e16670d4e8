import { fetchPart } from '@yanshu/shell-api'
import { fetchFollowUp } from '../follow-up/fetchFollowUp.ts'
import { withWords } from '../messages/words.ts'

/** One of the views of a part that comes by itself. */
const oneOf =
  <Views extends object>(load: () => Promise<Views>) =>
  <N extends keyof Views>(name: N) =>
  async () => ({ default: (await load())[name] })

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
export const loadAcross = oneOf(() => withWords(() => import(/* webpackChunkName: "reading" */ './AcrossFolders.tsx')))

/** Mails on paper, with what draws them. */
export const loadPrint = () => withWords(() => import(/* webpackChunkName: "reading" */ '../print/PrintRoute.tsx'))

export const loadMigrations = () =>
  fetchPart(() => import(/* webpackChunkName: "later-migration" */ '../migration/MigrationPage.tsx'))

export const loadDeleted = () =>
  fetchPart(() => import(/* webpackChunkName: "later-subscriptions" */ '../deleted/DeletedPage.tsx'))

export const loadMessageLink = () =>
  fetchPart(() => import(/* webpackChunkName: "later-subscriptions" */ '../message-link/MessageLink.tsx'))

export const loadSubscriptions = () =>
  fetchPart(() => import(/* webpackChunkName: "later-subscriptions" */ '../subscriptions/SubscriptionsPage.tsx'))

/** The searches that a person keeps, below the folders. */
export const loadSaved = () =>
  fetchPart(() => import(/* webpackChunkName: "later-search" */ '../search/SavedSection.tsx'))

/** What this remote shows above the text of mails. */
export const loadOwnCards = () =>
  fetchPart(() => import(/* webpackChunkName: "later-followup" */ '../reading/OwnCards.tsx'))

/** Approval of outgoing mail. */
export const loadApproval = oneOf(() =>
  fetchPart(() => import(/* webpackChunkName: "later-approval" */ '../approval/views.ts')),
)

/** Follow-up of mails. */
export const loadFollowUp = oneOf(fetchFollowUp)

/** The tools of this remote for the mail that is shown. */
export const loadOwnTools = () =>
  fetchPart(() => import(/* webpackChunkName: "later-followup" */ '../reading/OwnTools.tsx'))
