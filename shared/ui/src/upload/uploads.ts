/** What the server answered of a file that it has. */
export interface UploadedFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
}

/** One file on its way to the server, or there. */
export interface UploadItem<A extends UploadedFile = UploadedFile> {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly state: 'waiting' | 'sending' | 'failed' | 'done'
  /** 0 to 100. */
  readonly progress: number
  /** What went wrong, in words. */
  readonly error: string | null
  /** Set when the server has it. */
  readonly uploaded: A | null
}

export interface UploadParts<A extends UploadedFile> {
  readonly upload: (
    file: File,
    how: { readonly signal: AbortSignal; readonly onProgress: (sent: number, total: number) => void },
  ) => Promise<A>
  /** A sentence for a failed upload. */
  readonly wordsFor: (error: unknown) => string
  readonly onChange: (items: readonly UploadItem<A>[]) => void
}

/** Uploads that run at the same time; more would only share the same line. */
const AT_ONCE = 3

export interface Uploads<A extends UploadedFile = UploadedFile> {
  items(): readonly UploadItem<A>[]
  /** Adds files to upload. They have been judged before. */
  add(files: readonly File[]): void
  /** Adds what the server has already: carried over from a mail or a draft. */
  carry(there: readonly A[]): void
  retry(key: string): void
  /** Stops an upload that runs and forgets the file. */
  remove(key: string): void
  clear(): void
}

/** The files of one letter, event or folder, and how they get to the server. */
export function createUploads<A extends UploadedFile>({ upload, wordsFor, onChange }: UploadParts<A>): Uploads<A> {
  let items: readonly UploadItem<A>[] = []
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  let made = 0

  const set = (next: readonly UploadItem<A>[]) => {
    items = next
    onChange(items)
  }
  const change = (key: string, facts: Partial<UploadItem<A>>) => {
    if (items.some((item) => item.key === key))
      set(items.map((item) => (item.key === key ? { ...item, ...facts } : item)))
  }

  function startNext(): void {
    if (running.size >= AT_ONCE) return
    const next = items.find(({ state }) => state === 'waiting')
    const file = next && files.get(next.key)
    if (!next || !file) return
    const control = new AbortController()
    running.set(next.key, control)
    change(next.key, { state: 'sending', progress: 0, error: null })
    void send(next.key, file, control)
    startNext()
  }

  async function send(key: string, file: File, control: AbortController): Promise<void> {
    try {
      const uploaded = await upload(file, {
        signal: control.signal,
        onProgress: (sent, total) => change(key, { progress: total > 0 ? (sent / total) * 100 : 0 }),
      })
      files.delete(key)
      change(key, { state: 'done', progress: 100, uploaded })
    } catch (error) {
      if (!control.signal.aborted) change(key, { state: 'failed', error: wordsFor(error) })
    } finally {
      running.delete(key)
      startNext()
    }
  }

  const nextKey = () => {
    made += 1
    return `a${made}`
  }

  return {
    items: () => items,
    add(added) {
      const fresh = added.map((file): UploadItem<A> => {
        const key = nextKey()
        files.set(key, file)
        return { key, name: file.name, size: file.size, state: 'waiting', progress: 0, error: null, uploaded: null }
      })
      set([...items, ...fresh])
      startNext()
    },
    carry(there) {
      const carried = there.map(
        (uploaded): UploadItem<A> => ({
          key: nextKey(),
          name: uploaded.name,
          size: uploaded.size,
          state: 'done',
          progress: 100,
          error: null,
          uploaded,
        }),
      )
      set([...items, ...carried])
    },
    retry(key) {
      change(key, { state: 'waiting', error: null })
      startNext()
    },
    remove(key) {
      running.get(key)?.abort()
      files.delete(key)
      set(items.filter((item) => item.key !== key))
    },
    clear() {
      for (const control of running.values()) control.abort()
      files.clear()
      set([])
    },
  }
}

/** Bytes of all files together. */
export const totalSize = (files: readonly { readonly size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)
