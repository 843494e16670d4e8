import Papa from 'papaparse'

/** By this mark at the beginning of a file Excel knows UTF-8. */
export const UTF8_MARK = '\ufeff'

/**
 * Rows as CSV (RFC 4180), each with its end of line; '' for none. A cell that a spreadsheet would take for a formula begins with
 * an apostrophe (CWE-1236).
 */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => [...row]),
        { escapeFormulae: true, newline: '\r\n' },
      )}\r\n`

/** A row of a table whose first one names its columns. */
export interface CsvRow {
  /** By the names of the columns, in small letters without spaces around them. A cell that is missing has no entry. */
  readonly cells: Readonly<Partial<Record<string, string>>>
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  /** How many cells it has beyond the columns. */
  readonly more: number
}

/** The text is no CSV; the message has the line and the reason. */
export class CsvError extends Error {}

/**
 * Reads a CSV text with a header (RFC 4180), separated by commas, with ends of lines of every kind. Lines without a word are
 * left out.
 * Throws `CsvError` for marks of quotation that do not fit.
 */
export function readCsvTable(text: string): { readonly columns: readonly string[]; readonly rows: readonly CsvRow[] } {
  // Papa Parse takes the first end of line for all of them.
  const lines = text.replace(/^\ufeff/, '').replaceAll(/\r\n|\r/g, '\n')
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter: ',', skipEmptyLines: false })
  const numbered: { readonly cells: readonly string[]; readonly line: number }[] = []
  let line = 1
  for (const [at, cells] of data.entries()) {
    const error = errors.find(({ row, type }) => row === at && type === 'Quotes')
    if (error) throw new CsvError(`line ${line}: ${error.message}`)
    numbered.push({ cells, line })
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
  }
  const [first, ...rest] = numbered.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const columns = first?.cells.map((name) => name.trim().toLowerCase()) ?? []
  const rows = rest.map(({ cells, line: begins }) => ({
    cells: Object.fromEntries(columns.slice(0, cells.length).map((name, at) => [name, cells[at]])),
    line: begins,
    more: Math.max(0, cells.length - columns.length),
  }))
  return { columns, rows }
}

/** The cells of each line of a table without a header, whatever stands in it; lines without a word are left out. */
export const csvCells = (text: string, delimiters: readonly string[]): readonly string[][] =>
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    skipEmptyLines: 'greedy',
    ...(delimiters.length === 1 ? { delimiter: delimiters[0] } : { delimitersToGuess: [...delimiters] }),
  }).data
