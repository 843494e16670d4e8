import type { ViewProps } from '@yanshu/contracts'
import { FolderView } from './FolderView.tsx'

/** `recyclebin`. */
export default function RecycleBin(props: ViewProps) {
  return <FolderView {...props} of="trash" />
}
