/** The text of a column that was corrected after the file was received, in some of its rows. */
export type CorrectedCell = { rows: readonly number[]; field: string; value: string }

type FileFacts = {
  /** The number of each row, as in a spreadsheet. */
  numbers: readonly number[]
  /** The field of each column; undefined if it is not read. */
  fields: readonly (string | undefined)[]
  cells: readonly CorrectedCell[]
}

/** The rows of a file with what was corrected in them; the same rows, if nothing was. */
export function withCorrectedCells(
  rows: readonly string[][],
  { numbers, fields, cells }: FileFacts,
): readonly string[][] {
  if (cells.length === 0) return rows
  const texts = new Map<string, string>(
    cells.flatMap(({ rows: places, field, value }) => {
      return places.map((row) => [`${row} ${field}`, value] as const)
    }),
  )
  return rows.map((row, index) =>
    fields.map((field, column) => {
      const corrected = field === undefined ? field : texts.get(`${numbers[index]} ${field}`)
      return corrected ?? row[column] ?? ''
    }),
  )
}
