/** A change that cannot be made as it was asked for. The message is a sentence for the operator. */
export class ChangeError extends Error {
  readonly code = 'manifest-change'

  constructor(message: string) {
    super(message)
    this.name = 'ChangeError'
  }
}
