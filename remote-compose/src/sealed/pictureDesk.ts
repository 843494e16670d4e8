import { perLogin } from '@yanshu/shell-api'

/** What is known of encrypted pictures of letters. */
export interface PictureDesk {
  /** HTML with the names that its pictures have by now: one that was encrypted or opened since is another file. */
  current(html: string): string
  /** Where a picture is shown from; '' for one that is opened first, after which `again` is called. */
  shown(address: string, again?: () => void): string
}

/** That of the login. Null until a letter has such pictures: what opens them is no part of the write screen. */
export const pictureDesk = perLogin<{ now: PictureDesk | null }>(() => ({ now: null }))
