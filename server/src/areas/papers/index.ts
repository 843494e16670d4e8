export { papersPart } from './archivePart.ts'
export { paperRoutes } from './papers.routes.ts'
export { addSharedPaper, listSharedPapers, removeSharedPaper, usualPaper } from './papers.service.ts'
