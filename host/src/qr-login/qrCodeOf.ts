/** The code of the page on which a phone lets another browser in, '' for any other path. */
export const qrCodeOf = (path: string): string => /^\/qrLogin\/([\w-]{1,200})(?:\?|$)/.exec(path)?.[1] ?? ''
