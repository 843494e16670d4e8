import type { ViewProps } from '@yanshu/contracts'
import { FolderView } from './FolderView.tsx'

/** `custombox/{folderId}`, and `otherfolders/other2/{folderId}` which shows the same. */
export default function CustomBox(props: ViewProps) {
  return <FolderView {...props} of={null} />
}
