export { default as PrintPage } from './PrintPage.tsx'
export { printConversation, printDetail, printMails } from './printMails.ts'
