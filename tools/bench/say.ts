/** Prints the progress of the benchmark. Goes to stderr: stdout is for the tables. */
export interface Say {
  line(text: string): void
  /** Prints what is being done, does it, and prints how long it took. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>
}

export const say: Say = {
  line: (text) => {
    process.stderr.write(`  ${text}\n`)
  },
  step: async (title, work) => {
    const begun = performance.now()
    process.stderr.write(`  ${title} …\n`)
    const result = await work()
    process.stderr.write(`  ${title}: ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`)
    return result
  },
}
