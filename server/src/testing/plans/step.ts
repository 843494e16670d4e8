/** A step of a plan that reads rows of a table. */
export interface Step {
  readonly table: string
  /** Rows that it reads in a large organisation, each time. */
  readonly rows: number
  /** Whether it ends as soon as the statement has what it wants. */
  readonly endsEarly: boolean
  /** As the engine writes it. */
  readonly text: string
}
