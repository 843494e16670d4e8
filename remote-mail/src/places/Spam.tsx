import type { ViewProps } from '@yanshu/contracts'
import { FolderView } from './FolderView.tsx'

/** `spam`. */
export default function Spam(props: ViewProps) {
  return <FolderView {...props} of="spam" />
}
