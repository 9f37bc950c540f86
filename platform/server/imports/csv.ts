import { guarded, quoted } from '#platform/kernel/csv.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import type { Download } from '../http/route.ts'

/** A file of records as lines: which fields, in this order, and which of them are amounts. */
export type Sheet = {
  fileName: string
  fields: readonly string[]
  /** Fields of decimal text. They are numbers to whoever opens the file, so nothing guards them. */
  amounts: readonly string[]
}

/** The fields a caller asked for by name, in that order, or all; refuses names that are none. */
export function fieldsOf(known: readonly string[], asked: string | undefined): string[] {
  if (!asked) return [...known]
  const fields = asked.split(',')
  const strange = fields.find((field) => !known.includes(field))
  if (strange === undefined) return [...new Set(fields)]
  throw invalid([{ path: 'columns', message: `Choose from ${known.join(', ')}` }])
}

// Excel reads a file as UTF-8 where it begins with this mark.
const byteOrderMark = '\uFEFF'

/**
 * Records as CSV (RFC 4180) in UTF-8, made while they are read. Text that a spreadsheet would take
 * for a formula gets a leading apostrophe (CWE-1236), as does text that begins like a guarded one,
 * so that taking one apostrophe away gives every text back.
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
  if (typeof value === 'string') return quoted(isAmount ? value : guarded(value))
  return JSON.stringify(value)
}
