import { drawnLater } from './drawnLater.tsx'

/** `SearchMore`, which comes after the results. */
export const SearchMorePart = drawnLater(() => import('./SearchMore.tsx'))
