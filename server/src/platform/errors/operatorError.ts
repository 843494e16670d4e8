/** An error that the operator can repair; the message is a sentence with what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
