import type { Attachment } from '@yanshu/contracts'
import { isDrawable, useThumbnail } from '@yanshu/files/thumbnail'
import { http } from '@yanshu/shell-api'

/** An attached picture, small, in place of the icon of its kind. Its name stands beside it. */
export function FilePicture({ file }: { file: Attachment }) {
  const picture = useThumbnail({
    key: `file-${file.fileId}`,
    address: http.fileUrl(`file/show/${file.fileId}`),
    wanted: isDrawable(file),
  })
  return picture && <img src={picture} alt="" draggable={false} />
}
