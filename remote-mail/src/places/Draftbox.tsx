import type { ViewProps } from '@yanshu/contracts'
import { FolderView } from './FolderView.tsx'

/** `draftbox`. */
export default function Draftbox(props: ViewProps) {
  return <FolderView {...props} of="drafts" />
}
