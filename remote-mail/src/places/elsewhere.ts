import { fetchPart } from '@yanshu/shell-api'

// Reached from the lists' chunk, so that what they have in common stays in that one and is no further request.

export const loadDashboard = () =>
  fetchPart(() => import(/* webpackChunkName: "dashboard" */ '../dashboard/Dashboard.tsx'))

export const loadSearch = () => fetchPart(() => import(/* webpackChunkName: "search" */ '../search/SearchView.tsx'))

export const loadMailTab = () => fetchPart(() => import(/* webpackChunkName: "reading" */ '../reading/MailTab.tsx'))

export const loadInviteCard = () =>
  fetchPart(() => import(/* webpackChunkName: "reading" */ '../reading/InviteCard.tsx'))

/** The lists over several folders; `reading` is on the page soon after the first list. */
export const loadAcross = async (name: 'Favorite' | 'NoRead' | 'Readed' | 'LabelBox' | 'Correspondence') => {
  const views = await fetchPart(() => import(/* webpackChunkName: "reading" */ './AcrossFolders.tsx'))
  return { default: views[name] }
}
