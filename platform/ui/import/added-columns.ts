import type { CsvFile } from '#platform/kernel/csv.ts'

/**
 * A column added to a file: a fixed value in every row, a default for empty cells of another
 * column, a code made from a name, or several joined columns. `from` are column indexes.
 */
export type AddedColumn =
  | { kind: 'fixed'; field: string; text: string }
  | { kind: 'default'; field: string; from: number; text: string }
  | { kind: 'code'; field: string; from: number }
  | { kind: 'joined'; field: string; from: readonly number[] }

/** Validates stored data, which older versions or other programs may have written. */
export function isAddedColumn(data: unknown): data is AddedColumn {
  const { kind, field, from, text } = (data ?? {}) as Record<string, unknown>
  if (typeof field !== 'string') return false
  if (kind === 'fixed') return typeof text === 'string'
  if (kind === 'default') return typeof text === 'string' && typeof from === 'number'
  if (kind === 'code') return typeof from === 'number'
  return kind === 'joined' && Array.isArray(from) && from.every((at) => typeof at === 'number')
}

/** Appends an added column to a file. */
export function withAdded(file: CsvFile, column: AddedColumn): CsvFile {
  return {
    ...file,
    header: [...file.header, headingOf(file.header, column)],
    rows: file.rows.map((cells) => [...cells, cellOf(cells, column)]),
  }
}

function headingOf(header: readonly string[], column: AddedColumn): string {
  const nameOf = (at: number) => header[at] || `Column ${at + 1}`
  if (column.kind === 'fixed') return `Always ${column.text}`
  if (column.kind === 'default') return `${nameOf(column.from)}, else ${column.text}`
  if (column.kind === 'code') return `Code built from ${nameOf(column.from)}`
  return column.from.map(nameOf).join(' + ')
}

function cellOf(cells: readonly string[], column: AddedColumn): string {
  if (column.kind === 'fixed') return column.text
  if (column.kind === 'default') return cells[column.from]?.trim() || column.text
  if (column.kind === 'code') return codeFrom(cells[column.from] ?? '')
  const parts = column.from.map((at) => cells[at]?.trim() ?? '')
  return parts.filter((part) => part !== '').join(', ')
}

const longestCode = 30

/**
 * Makes a code from a name: uppercase letters and digits without accents, with dashes between
 * words, at most 30 characters: `Müller & Söhne` is `MULLER-SOHNE`. Equal names have equal codes.
 */
export function codeFrom(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replace(/^-/, '')
  return words.slice(0, longestCode).replace(/-$/, '')
}
