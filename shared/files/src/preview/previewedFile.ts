import type { FilePreview } from '@yanshu/contracts'
import type { ReactNode } from 'react'

/** A file that can be previewed, wherever it is stored. */
export interface PreviewedFile {
  readonly id: string | number
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Where the browser gets it to show it in place. */
  readonly address: string
  /** Asks the server how it is shown. */
  readonly read: (signal: AbortSignal) => Promise<FilePreview>
  /** What the device keeps of it for the time without a network; null for nothing. */
  readonly kept?: (() => Promise<KeptFile | null>) | undefined
  /** Left out where it may not be saved. */
  readonly save?: (() => unknown) | undefined
  /** Words by which it was found: its pages are searched for them, and `mark` draws a text with them marked. */
  readonly sought?: { readonly words: string; readonly mark: (text: string) => ReactNode } | undefined
}

/** A file as a device keeps it. */
export interface KeptFile {
  readonly preview: FilePreview
  readonly content: Blob
}
