import type { ViewProps } from '@yanshu/contracts'
import { FolderView } from './FolderView.tsx'

/** `inbox`. */
export default function Inbox(props: ViewProps) {
  return <FolderView {...props} of="inbox" />
}
