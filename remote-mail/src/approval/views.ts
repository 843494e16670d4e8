export { ApprovalCheck } from './ApprovalCheck.tsx'
export { LinkTab } from './LinkTab.tsx'
export { Applications, Desk } from './Records.tsx'
export { RecordTab } from './RecordTab.tsx'
