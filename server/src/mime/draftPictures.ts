/** Ids of the pictures that an HTML shows by their address on this server. */
export function pictureIds(html: string): string[] {
  return [...html.matchAll(/file\/showSendMailPicture\/([\w-]{16,80})/g)].flatMap((match) => match[1] ?? [])
}

/** Where the client shows a picture from while a mail is being written. */
export const pictureAddress = (id: string): string => `/api/file/showSendMailPicture/${id}`

/** Gives the pictures of a received mail addresses that a mail being written can show: `cid:x` becomes the file's. */
export function showInlinePictures(
  html: string,
  pictures: readonly { contentId: string | null; id: string }[],
): string {
  const byContentId = new Map(pictures.flatMap(({ contentId, id }) => (contentId ? [[contentId, id] as const] : [])))
  return html.replace(/(["'(=]\s*)cid:([^"'\s<>)]{1,900})/gi, (whole, before: string, written: string) => {
    const name = written.replaceAll('&amp;', '&')
    const id = byContentId.get(name) ?? byContentId.get(decoded(name))
    return id ? `${before}${pictureAddress(id)}` : whole
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Gives the pictures of an HTML other ids; those without one keep theirs. */
export const renamePictures = (html: string, ids: ReadonlyMap<string, string>): string =>
  html.replace(/file\/showSendMailPicture\/([\w-]{16,80})/g, (whole, id: string) => {
    const next = ids.get(id)
    return next === undefined ? whole : `file/showSendMailPicture/${next}`
  })
