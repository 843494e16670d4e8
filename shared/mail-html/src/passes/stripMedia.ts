import type { MailPass } from '../mailPass.ts'

/** Leaves one address where an image has a choice of them. `picture` and `video` were unwrapped before the mail was parsed. */
export const stripMedia: MailPass = (document) => {
  for (const image of document.querySelectorAll('img[srcset]')) {
    if (!image.getAttribute('src')) image.setAttribute('src', firstCandidate(image.getAttribute('srcset') ?? ''))
    image.removeAttribute('srcset')
  }
}

/** First address of a srcset (HTML §4.8.4.2.1); its descriptors and the other candidates are of no use here. */
function firstCandidate(srcset: string): string {
  return (/^[\s,]*(\S+)/.exec(srcset)?.[1] ?? '').replace(/,+$/, '')
}
