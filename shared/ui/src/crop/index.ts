/// <reference path="../css.d.ts" />

// Cutting a picture to a shape and a size: it is loaded with the first picture that the user chooses.

export { cutPicture, type PictureArea, type PictureSize } from './cutPicture.ts'
export { ImageCropper, type ImageCropperProps } from './ImageCropper.tsx'
export { MAX_PICTURE_PIXELS, type PictureProblem, pictureProblem } from './pictureProblem.ts'
