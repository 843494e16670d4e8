import type { FilePreview } from '@yanshu/contracts'

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
  /** Left out where it may not be saved. */
  readonly save?: (() => unknown) | undefined
}
