import type { FileBlock } from '@yanshu/contracts'

/** Characters of one file that are read. */
export const CHARACTERS_MAX = 200_000
/** Rows of tables of one file. */
const ROWS_MAX = 5_000
/** Cells of one row. */
export const COLUMNS_MAX = 100

/** Enough of a file is read; what was gathered is kept. */
export class EnoughError extends Error {}

/** Gathers the pieces of a file up to its limits. */
export class BlockSink {
  readonly blocks: FileBlock[] = []
  #characters = 0
  #rows = 0
  #table: string[][] | null = null

  /** Throws `EnoughError` when there is enough. */
  add(block: FileBlock): void {
    this.endTable()
    if (!('text' in block)) this.count(0)
    else if (block.text.trim() === '') return
    else this.count(block.text.length)
    this.blocks.push('text' in block ? { ...block, text: block.text.slice(0, CHARACTERS_MAX) } : block)
  }

  /** One more row of the table that was begun last, or of a new one. Throws `EnoughError`. */
  row(cells: readonly string[]): void {
    this.#rows += 1
    if (this.#rows > ROWS_MAX) throw new EnoughError()
    this.count(cells.reduce((sum, cell) => sum + cell.length, 0))
    if (!this.#table) {
      this.#table = []
      this.blocks.push({ kind: 'table', rows: this.#table })
    }
    this.#table.push(cells.slice(0, COLUMNS_MAX))
  }

  /** The next row begins a table of its own. */
  endTable(): void {
    this.#table = null
  }

  private count(characters: number): void {
    if (this.#characters >= CHARACTERS_MAX) throw new EnoughError()
    this.#characters += characters + 1
  }
}

/** The pieces as one text, each row of a table in a line. */
export const textOfBlocks = (blocks: readonly FileBlock[]): string =>
  blocks
    .map((block) => {
      if ('text' in block) return block.text
      if (block.kind === 'table') return block.rows.map((row) => row.join('\t')).join('\n')
      return block.kind === 'fields'
        ? block.fields.map(({ value }) => value).join('\n')
        : block.entries.map(({ name }) => name).join('\n')
    })
    .join('\n')
    .slice(0, CHARACTERS_MAX)
