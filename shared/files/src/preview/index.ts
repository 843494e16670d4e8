export { default as previewCss } from './Preview.module.css'
export { default, type PreviewedFile } from './Preview.tsx'
export { useWords as usePreviewWords } from './words.ts'
