/** Code that comes when it is asked for, and can be used at once from then on. */
export interface KeptPart<T> {
  /** Loads it. Cheap to call again. */
  load(): Promise<T>
  /** The code, once it is on the page: for what is drawn without waiting, such as the `loaded` of a route. */
  here(): T | undefined
}

/** Remembers what a part of a remote gave when it came. @param load asks for it again when it is lost, as `fetchPart` does */
export function keptPart<T>(load: () => Promise<T>): KeptPart<T> {
  let here: T | undefined
  return {
    async load() {
      here = await load()
      return here
    },
    here: () => here,
  }
}
