import { fetchPart } from '../parts/fetchPart.ts'

/** What keeps mails and actions for the time without a network; loaded after the first view, or when the network is cut. */
export const offlineParts = () => fetchPart(() => import(/* webpackChunkName: "offline" */ './offlineParts.ts'))
