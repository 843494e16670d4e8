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
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done'
  /** 0 to 100. */
  readonly progress: number
  /** Whether it can be paused, and goes on later from where it was. */
  readonly resumable: boolean
  /** Whether it is sent again as soon as the server answers. */
  readonly stalled: boolean
  /** What went wrong, in words. */
  readonly error: string | null
  /** Set when the server has it. */
  readonly uploaded: A | null
}

/** How one file is uploaded. */
export interface UploadRun {
  readonly signal: AbortSignal
  readonly onProgress: (sent: number, total: number) => void
  /** Called when the server does not answer and the file is tried again, and when it goes on. */
  readonly onStalled: (stalled: boolean) => void
}

export interface UploadParts<A extends UploadedFile> {
  readonly upload: (file: File, how: UploadRun) => Promise<A>
  /** A sentence for a failed upload. */
  readonly wordsFor: (error: unknown) => string
  readonly onChange: (items: readonly UploadItem<A>[]) => void
  /** Files whose upload goes on from where it was when it is called again; by default none. */
  readonly isResumable?: (file: File) => boolean
  /** A resumable file that was removed before it was there: what the server has of it is not needed. */
  readonly forget?: (file: File) => void
}

/** Uploads that run at the same time; more would only share the same line. */
const AT_ONCE = 3

export interface Uploads<A extends UploadedFile = UploadedFile> {
  items(): readonly UploadItem<A>[]
  /** Adds files to upload. They have been judged before. */
  add(files: readonly File[]): void
  /** Adds what the server has already: carried over from a mail or a draft. */
  carry(there: readonly A[]): void
  /** Tries a failed file again, and goes on with a paused one. */
  retry(key: string): void
  /** Stops a resumable file until `retry`. */
  pause(key: string): void
  /** Stops an upload that runs and forgets the file. */
  remove(key: string): void
  /** Stops all uploads. What the server has of resumable files stays there for a while. */
  clear(): void
}

/** Whether a file is still to come. One that is paused is. */
export const isComing = ({ state }: Pick<UploadItem, 'state'>): boolean => state !== 'done' && state !== 'failed'

/** The files of one letter, event or folder, and how they get to the server. */
export function createUploads<A extends UploadedFile>({
  upload,
  wordsFor,
  onChange,
  isResumable = () => false,
  forget,
}: UploadParts<A>): Uploads<A> {
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
    const next = items.find(({ key, state }) => state === 'waiting' && !running.has(key))
    const file = next && files.get(next.key)
    if (!next || !file) return
    const control = new AbortController()
    running.set(next.key, control)
    change(next.key, { state: 'sending', error: null, ...(next.resumable ? {} : { progress: 0 }) })
    void send(next.key, file, control)
    startNext()
  }

  async function send(key: string, file: File, control: AbortController): Promise<void> {
    const { signal } = control
    try {
      const uploaded = await upload(file, {
        signal,
        onProgress: (sent, total) => {
          if (!signal.aborted) change(key, { progress: total > 0 ? (sent / total) * 100 : 0 })
        },
        onStalled: (stalled) => change(key, { stalled }),
      })
      files.delete(key)
      change(key, { state: 'done', progress: 100, stalled: false, uploaded })
    } catch (error) {
      if (!signal.aborted) change(key, { state: 'failed', stalled: false, error: wordsFor(error) })
    } finally {
      running.delete(key)
      startNext()
    }
  }

  const nextKey = () => {
    made += 1
    return `a${made}`
  }
  const itemOf = ({ name, size }: UploadedFile) => ({
    ...{ key: nextKey(), name, size, progress: 0, resumable: false, stalled: false },
    ...{ error: null, uploaded: null },
  })

  return {
    items: () => items,
    add(added) {
      const fresh = added.map((file): UploadItem<A> => {
        const item = { ...itemOf(file), state: 'waiting', resumable: isResumable(file) } as const
        files.set(item.key, file)
        return item
      })
      set([...items, ...fresh])
      startNext()
    },
    carry(there) {
      const carried = there.map(
        (uploaded): UploadItem<A> => ({ ...itemOf(uploaded), state: 'done', progress: 100, uploaded }),
      )
      set([...items, ...carried])
    },
    retry(key) {
      change(key, { state: 'waiting', error: null })
      startNext()
    },
    pause(key) {
      change(key, { state: 'paused', stalled: false })
      running.get(key)?.abort()
    },
    remove(key) {
      running.get(key)?.abort()
      const file = files.get(key)
      if (file && isResumable(file)) forget?.(file)
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

interface Sized {
  readonly size: number
}

/** Whether a file goes as a link: it is longer than `above` bytes. */
export const isLinked = ({ size }: Sized, above: number | null | undefined): boolean => above != null && size > above

/** Bytes of those files that go with the letter itself. */
export const attachedSize = (files: readonly Sized[], above: number | null | undefined): number =>
  totalSize(files.filter((file) => !isLinked(file, above)))
