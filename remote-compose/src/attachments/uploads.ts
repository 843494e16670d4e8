import type { Attachment } from '@yanshu/contracts'

export interface AttachmentItem {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly state: 'waiting' | 'sending' | 'failed' | 'done'
  /** 0 to 100. */
  readonly progress: number
  /** What went wrong, in words. */
  readonly error: string | null
  /** Set when the server has it. */
  readonly attachment: Attachment | null
}

export interface UploadParts {
  readonly upload: (
    file: File,
    how: { readonly signal: AbortSignal; readonly onProgress: (sent: number, total: number) => void },
  ) => Promise<Attachment>
  /** A sentence for a failed upload. */
  readonly wordsFor: (error: unknown) => string
  readonly onChange: (items: readonly AttachmentItem[]) => void
}

/** Uploads that run at the same time; more would only share the same line. */
const AT_ONCE = 3

export interface Uploads {
  items(): readonly AttachmentItem[]
  /** Adds files to upload. They have been judged before. */
  add(files: readonly File[]): void
  /** Adds what the server has already: carried over from a mail or a draft. */
  carry(attachments: readonly Attachment[]): void
  retry(key: string): void
  /** Stops an upload that runs and forgets the file. */
  remove(key: string): void
  clear(): void
}

/** The attachments of one letter and how they get to the server. */
export function createUploads({ upload, wordsFor, onChange }: UploadParts): Uploads {
  let items: readonly AttachmentItem[] = []
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()
  let made = 0

  const set = (next: readonly AttachmentItem[]) => {
    items = next
    onChange(items)
  }
  const change = (key: string, facts: Partial<AttachmentItem>) => {
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
      const attachment = await upload(file, {
        signal: control.signal,
        onProgress: (sent, total) => change(key, { progress: total > 0 ? (sent / total) * 100 : 0 }),
      })
      files.delete(key)
      change(key, { state: 'done', progress: 100, attachment })
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
      const fresh = added.map((file): AttachmentItem => {
        const key = nextKey()
        files.set(key, file)
        return { key, name: file.name, size: file.size, state: 'waiting', progress: 0, error: null, attachment: null }
      })
      set([...items, ...fresh])
      startNext()
    },
    carry(attachments) {
      const carried = attachments.map(
        (attachment): AttachmentItem => ({
          key: nextKey(),
          name: attachment.name,
          size: attachment.size,
          state: 'done',
          progress: 100,
          error: null,
          attachment,
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
