export { linkPageUrl } from './addresses.ts'
export { type CleanOptions, cleanMailHtml, ownPictures, type PictureAddresses } from './cleanMailHtml.ts'
export type { ColourScheme } from './css/filterSheet.ts'
export { FRAME_FILE, type FrameFile } from './frame/frameFile.ts'
export { type FrameView, type MailHandlers, type MountedMail, mountMail } from './frame/mountMail.ts'
export { openParserWindow } from './frame/parserWindow.ts'
export type {
  DeceptiveLink,
  MailPass,
  MailTone,
  MailWindow,
  RemoteImage,
  RenderedMail,
  RenderMode,
  RenderOptions,
} from './mailPass.ts'
export { plainTextToHtml } from './plainTextToHtml.ts'
export { renderMailHtml } from './renderMailHtml.ts'
export { restoreAddresses } from './restoreAddresses.ts'
