/** A short note of this device that outlives a sign-out, kept in a cookie until it expires. No secret belongs in it. */
export interface DeviceNote {
  /** '' when there is none. */
  get(): string
  set(value: string, seconds: number): void
}

/** A note by its name. The server ignores it. */
export function deviceNote(name: string): DeviceNote {
  const key = `yanshu.${encodeURIComponent(name)}`
  return {
    get: () => {
      const found = document.cookie.split('; ').find((one) => one.startsWith(`${key}=`))
      try {
        return found ? decodeURIComponent(found.slice(key.length + 1)) : ''
      } catch {
        return ''
      }
    },
    set: (value, seconds) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and not in every browser
      document.cookie = `${key}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; SameSite=Strict`
    },
  }
}
