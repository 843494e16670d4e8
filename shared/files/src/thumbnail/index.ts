// Pictures drawn small: they come with the first screen that shows some.

export { type DrawnFile, isDrawable, useThumbnail } from './thumbnails.ts'
