import { withFormulaGuard, quoted } from '#platform/kernel/csv.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import type { Download } from '../http/route.ts'

/** The layout of an exported file: its fields, in order, and which of them are amounts. */
export type Sheet = {
  fileName: string
  fields: readonly string[]
  /** Fields of decimal text. Spreadsheets read them as numbers, so they are not guarded. */
  amounts: readonly string[]
}

/** The requested fields in the given order, or all. Throws 422 for an unknown name. */
export function fieldsOf(known: readonly string[], requestedFields: string | undefined): string[] {
  if (!requestedFields) return [...known]
  const fields = requestedFields.split(',')
  const strange = fields.find((field) => !known.includes(field))
  if (strange === undefined) return [...new Set(fields)]
  throw invalid([{ path: 'columns', message: `Choose from ${known.join(', ')}` }])
}

// Excel reads a file as UTF-8 if it begins with a byte order mark.
const byteOrderMark = '\uFEFF'

/**
 * Streams records as CSV (RFC 4180) in UTF-8 while they are read. Text that a spreadsheet would
 * evaluate as a formula is prefixed with an apostrophe (CWE-1236), as is text that already looks
 * guarded, so that removing one apostrophe restores every text.
 */
export function csvDownload(sheet: Sheet, records: AsyncIterable<object[]>): Download {
  return { mediaType: 'text/csv; charset=utf-8', fileName: sheet.fileName, pieces: pieces() }

  async function* pieces(): AsyncGenerator<string> {
    yield `${byteOrderMark}${sheet.fields.map(quoted).join(',')}\r\n`
    for await (const chunk of records) yield chunk.map((record) => lineOf(sheet, record)).join('')
  }
}

function lineOf({ fields, amounts }: Sheet, record: object): string {
  const values = record as Record<string, unknown>
  const cells = fields.map((field) => cellOf(values[field], amounts.includes(field)))
  return `${cells.join(',')}\r\n`
}

function cellOf(value: unknown, isAmount: boolean): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return quoted(isAmount ? value : withFormulaGuard(value))
  return JSON.stringify(value)
}
