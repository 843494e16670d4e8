import { SIGNATURE_PICTURE_LENGTH, SIGNATURE_PICTURES_MAX } from './signaturePictures.ts'

/** Characters that the pictures of an automatic answer add to its text: as many, and as large, as in a signature. */
export const REPLY_PICTURES_LENGTH = SIGNATURE_PICTURES_MAX * SIGNATURE_PICTURE_LENGTH

/** Whether a text of the editor contains anything: words, or a picture. */
export const saysSomething = (html: string): boolean => html.replace(/<(?!img\b)[^>]*>|&nbsp;/gi, '').trim() !== ''
