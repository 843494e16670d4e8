export { default as previewCss } from './Preview.module.css'
export { default } from './Preview.tsx'
export type { PreviewedFile } from './previewedFile.ts'
export { useWords as usePreviewWords } from './words.ts'
