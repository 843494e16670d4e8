import { ImageCropper } from '@yanshu/ui/crop'

/** A chunk of its own, because the group of ui comes with it. */
export default ImageCropper
