import { drawnLater } from './drawnLater.tsx'

/** `Facets`, which come when they are opened. */
export const FacetsPart = drawnLater(() => import('./Facets.tsx'))
