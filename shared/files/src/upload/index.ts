export { createPartUploadsTo, type PartCalls, type PartUploads } from './partUploads.ts'
