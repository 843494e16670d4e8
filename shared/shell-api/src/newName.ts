/**
 * A unique name: 128 random bits in letters and digits. `crypto.randomUUID` would do, but browsers offer
 * it to secure pages only, and a mail system of a small office may be reached by plain HTTP.
 */
export const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
