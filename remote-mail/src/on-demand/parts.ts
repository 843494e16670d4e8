export { ListLayers } from '../list-view/ListLayers.tsx'
export { SelectionBar } from '../list-view/SelectionBar.tsx'
export { prefetchMail } from '../reading/mailQuery.ts'
export { openParser } from '../reading/ReadingPane.tsx'
<<<<<<< HEAD
export { warmRenderer } from '../reading/warmRenderer.ts'
export { AdvancedSearch } from '../search/AdvancedSearch.tsx'
=======
export { rehearse } from '../reading/rehearse.ts'
>>>>>>> 955f929 (Search with chips, people and one panel; the home page fills its width)
