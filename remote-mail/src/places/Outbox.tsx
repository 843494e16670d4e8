import type { ViewProps } from '@yanshu/contracts'
import { FolderView } from './FolderView.tsx'

/** `outbox`. */
export default function Outbox(props: ViewProps) {
  return <FolderView {...props} of="sent" />
}
