/** An error that the operator can repair; the message is a sentence that says how. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
