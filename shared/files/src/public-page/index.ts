export { CodeField } from './CodeField.tsx'
export { CodeForm } from './CodeForm.tsx'
export { PublicPage } from './PublicPage.tsx'
