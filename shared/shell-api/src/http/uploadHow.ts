/** How files are uploaded. */
export interface UploadHow {
  readonly signal: AbortSignal
  readonly onProgress?: (sent: number, total: number) => void
  readonly query?: Readonly<Record<string, string | number>>
  /** Fields of the form before its files. */
  readonly fields?: Readonly<Record<string, string>>
}
