export { default as PrintPage } from './PrintPage.tsx'
export { printConversation, printDetail, printMails, printOpened } from './printMails.ts'
