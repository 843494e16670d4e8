import type { MailPass } from '../mailPass.ts'

/**
 * Leaves one ordinary image where a mail has a choice of them: `picture` is unwrapped, `video` becomes its poster
 * followed by the fallback that senders put inside for readers like us.
 */
export const stripMedia: MailPass = (document) => {
  for (const video of document.querySelectorAll('video')) {
    const poster = video.getAttribute('poster')
    if (poster) {
      const image = document.createElement('img')
      image.setAttribute('src', poster)
      image.setAttribute('alt', video.getAttribute('title') ?? '')
      video.before(image)
    }
    video.replaceWith(...video.childNodes)
  }
  for (const picture of document.querySelectorAll('picture')) picture.replaceWith(...picture.childNodes)
  for (const image of document.querySelectorAll('img[srcset]')) {
    if (!image.getAttribute('src')) image.setAttribute('src', firstCandidate(image.getAttribute('srcset') ?? ''))
    image.removeAttribute('srcset')
  }
}

/** First address of a srcset (HTML §4.8.4.2.1); its descriptors and the other candidates are of no use here. */
function firstCandidate(srcset: string): string {
  return (/^[\s,]*(\S+)/.exec(srcset)?.[1] ?? '').replace(/,+$/, '')
}
