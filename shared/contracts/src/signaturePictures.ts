/** Pictures of a signature, and bytes of each. They stand in its HTML, which every window that writes is given. */
export const SIGNATURE_PICTURES_MAX = 3
export const SIGNATURE_PICTURE_BYTES = 32 * 1_024

/** Characters of the address of the largest of them: its bytes in base64, and its type. */
export const SIGNATURE_PICTURE_LENGTH = Math.ceil(SIGNATURE_PICTURE_BYTES / 3) * 4 + 32

/** Whether the address of a picture is one that a signature may hold: the picture itself, no larger than allowed. */
export const isSignaturePicture = (src: string): boolean =>
  src.length <= SIGNATURE_PICTURE_LENGTH && /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z\d+/]+={0,2}$/.test(src)
