import { getTableColumns, getTableName } from 'drizzle-orm'
import { PgArray, type PgColumn, PgJsonb, type PgTable } from 'drizzle-orm/pg-core'
import type { Day, Moment } from '#platform/kernel/days.ts'
import { type Context, rows, send, type Statement } from '../database/db.ts'

// Writes many rows of a declared table in one statement. The statement has one array parameter per
// column, whatever the number of rows, so it is planned once and cannot have too many parameters.

/** A table of the schema, as a `tables.ts` declares it. */
type Table = PgTable
type Selected<T extends Table> = T['$inferSelect']

/** What a table's columns accept. A day or a moment may be plain text. */
type Accepted<T extends Table> = {
  [Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] extends infer Value
    ? Value extends Day | Moment
      ? string
      : Value
    : never
}

/** A new row by field name. `id` only if it was allocated before, by `nextval`. */
type NewRow<T extends Table> = Accepted<T> &
  (Selected<T> extends { id: infer Id } ? { id?: Id } : unknown)

/** The changes of one row, found by its id. */
type RowChange<T extends Table> = Partial<Accepted<T>> & IdOf<T>
type IdOf<T extends Table> = Selected<T> extends { id: infer Id } ? { id: Id } : never

/** Refuses fields that the table does not have; TypeScript accepts them in the result of `map`. */
type Exactly<Row, Allowed> = Row & Record<Exclude<keyof Row, keyof Allowed>, never>

type Field<T extends Table> = keyof Selected<T> & string

type InsertOptions = {
  /** Leave out the rows that a unique constraint rejects. */
  skipsConflicts?: boolean
}

type JoinOptions<Name> = {
  /**
   * Fields with long texts of one line each, such as JSON, none of them empty. They are sent joined
   * by line breaks: in an array, each quotation mark would have to be escaped.
   */
  singleLines?: readonly Name[]
}

/**
 * Inserts rows in the given order, in one statement that is sent without waiting. A field that no
 * row has takes the column's default. A field that only some rows have is null in the others, and
 * is refused if the column has a default or does not accept null. An empty list sends nothing.
 */
export async function insertMany<T extends Table, Row extends NewRow<T>>(
  ctx: Context,
  table: T,
  list: readonly Exactly<Row, NewRow<T>>[],
  options: InsertOptions & JoinOptions<Field<T>> = {},
): Promise<void> {
  if (list.length === 0) return
  const columns = insertedColumns(table, list)
  const statement = insertStatement(table, columns, { ...options, returned: [] })
  await send(ctx, statement, valuesOf(columns, list, options))
}

/**
 * Inserts rows as `insertMany` does and returns fields of the inserted rows, in their order, with
 * the defaults and generated values of the database.
 */
export async function insertManyReturning<
  T extends Table,
  Row extends NewRow<T>,
  Name extends Field<T>,
>(
  ctx: Context,
  table: T,
  list: readonly Exactly<Row, NewRow<T>>[],
  { returned, ...options }: InsertOptions & { returned: readonly Name[] },
): Promise<Pick<Selected<T>, Name>[]> {
  if (list.length === 0) return []
  const columns = insertedColumns(table, list)
  const statement = insertStatement(table, columns, { ...options, returned })
  return rows(ctx.db, statement, valuesOf(columns, list))
}

type UpdateOptions<Name> = {
  /** Fields whose value is added to the column instead of replacing it; negative to subtract. */
  increments?: readonly Name[]
  /** Also counts the version of each row up and sets its time of change. */
  isNewVersion?: boolean
}

/**
 * Updates rows by id, in one statement that is sent without waiting. All rows must have the same
 * fields, and each id may occur once: an update applies only one of several changes to a row. An
 * empty list sends nothing.
 */
export async function updateMany<T extends Table, Row extends RowChange<T>>(
  ctx: Context,
  table: T,
  list: readonly Exactly<Row, RowChange<T>>[],
  options: UpdateOptions<Exclude<keyof Row, 'id'> & string> = {},
): Promise<void> {
  if (list.length === 0) return
  const columns = updatedColumns(table, list)
  await send(ctx, updateStatement(table, columns, options), valuesOf(columns, list))
}

/** The statements that write every column of a table, so that a check can prepare them. */
export function writeStatements(table: Table): Statement[] {
  const columns = columnsOf(table).filter(({ column }) => !column.generated)
  const insert = insertStatement(table, columns, { returned: [] })
  const hasId = columns.some(({ field }) => field === 'id') && columns.length > 1
  return hasId ? [insert, updateStatement(table, columns, {})] : [insert]
}

type Values = Record<string, unknown>
/** A column with its field name and its place among the columns of its table. */
type Named = { field: string; column: PgColumn; index: number }

const namedColumns = new WeakMap<Table, readonly Named[]>()

/** The columns of a table in the order of their declaration. */
function columnsOf(table: Table): readonly Named[] {
  let known = namedColumns.get(table)
  if (!known) {
    const columns = Object.entries(getTableColumns(table))
    known = columns.map(([field, column], index) => ({ field, column, index }))
    namedColumns.set(table, known)
  }
  return known
}

/** The columns that at least one row gives a value for. */
function givenColumns(table: Table, list: readonly Values[]): readonly Named[] {
  const columns = columnsOf(table)
  const fields = new Set(columns.map(({ field }) => field))
  const stray = Object.keys(list[0] ?? {}).find((field) => !fields.has(field))
  if (stray !== undefined) throw new Error(`${getTableName(table)} has no field ${stray}`)
  return columns.filter(({ field }) => list.some((row) => row[field] !== undefined))
}

function insertedColumns(table: Table, list: readonly Values[]): readonly Named[] {
  const columns = givenColumns(table, list)
  for (const { field, column } of columns) {
    if (column.generated) throw new Error(`${getTableName(table)}.${field} is computed`)
    if (!column.notNull && !column.hasDefault) continue
    if (list.some((row) => row[field] === undefined)) throw incomplete(table, field)
  }
  return columns
}

function updatedColumns(table: Table, list: readonly Values[]): readonly Named[] {
  const columns = givenColumns(table, list)
  if (columns.length < 2) throw new Error(`No changes of ${getTableName(table)}`)
  for (const { field } of columns) {
    if (list.some((row) => row[field] === undefined)) throw incomplete(table, field)
  }
  if (new Set(list.map(({ id }) => id)).size < list.length) {
    throw new Error(`Two changes of one row of ${getTableName(table)}`)
  }
  return columns
}

function incomplete(table: Table, field: string): Error {
  return new Error(`Some rows of ${getTableName(table)} lack ${field}`)
}

/** The values column by column, as the statement's parameters. */
function valuesOf(
  columns: readonly Named[],
  list: readonly Values[],
  { singleLines = [] }: JoinOptions<string> = {},
): unknown[] {
  return columns.map(({ field, column }) => {
    const values = list.map((row) => {
      const value = row[field] ?? null
      return value === null ? null : column.mapToDriverValue(value)
    })
    return singleLines.includes(field) ? joined(field, values) : values
  })
}

function joined(field: string, texts: readonly unknown[]): string {
  const isLine = (text: unknown) => typeof text === 'string' && text !== '' && !text.includes('\n')
  if (!texts.every(isLine)) throw new Error(`Not every ${field} is a text of one line`)
  return texts.join('\n')
}

const statements = new WeakMap<Table, Map<string, Statement>>()

/** The statement with this name on a table; its text is written once. */
function statementOf(table: Table, name: string, write: () => string): Statement {
  const ofTable = statements.get(table) ?? new Map<string, Statement>()
  statements.set(table, ofTable)
  let statement = ofTable.get(name)
  if (!statement) {
    // PostgreSQL compares only the first 63 characters.
    if (name.length > 63) throw new Error(`The name of a statement is too long: ${name}`)
    statement = { name, text: write() }
    ofTable.set(name, statement)
  }
  return statement
}

/** A short name for a choice of columns that is the same in every process. */
function codeOf(columns: readonly Named[]): string {
  return columns.reduce((sum, { index }) => sum + 2n ** BigInt(index), 0n).toString(36)
}

type InsertStatementOptions = InsertOptions & JoinOptions<string> & { returned: readonly string[] }

function insertStatement(
  table: Table,
  columns: readonly Named[],
  { skipsConflicts = false, singleLines = [], returned }: InsertStatementOptions,
): Statement {
  const back = columnsOf(table).filter(({ field }) => returned.includes(field))
  const parts = ['insert_many', getTableName(table), codeOf(columns)]
  if (skipsConflicts) parts.push('skip')
  const lines = columns.filter(({ field }) => singleLines.includes(field))
  if (lines.length > 0) parts.push('lines', codeOf(lines))
  if (back.length > 0) parts.push('returning', codeOf(back))
  return statementOf(table, parts.join('_'), () => {
    const isIdGiven = columns.some(({ column }) => column.generatedIdentity?.type === 'always')
    return [
      `insert into ${getTableName(table)} (${columns.map(quoted).join(', ')})`,
      isIdGiven && 'overriding system value',
      `select ${columns.map(selected).join(', ')} from ${arraysOf(columns, lines)}`,
      skipsConflicts && 'on conflict do nothing',
      back.length > 0 &&
        `returning ${back.map((one) => `${quoted(one)} as "${one.field}"`).join()}`,
    ]
      .filter(Boolean)
      .join(' ')
  })
}

function updateStatement(
  table: Table,
  columns: readonly Named[],
  { increments = [], isNewVersion = false }: UpdateOptions<string>,
): Statement {
  const added = columns.filter(({ field }) => increments.includes(field))
  const parts = ['update_many', getTableName(table), codeOf(columns)]
  if (added.length > 0) parts.push('plus', codeOf(added))
  if (isNewVersion) parts.push('version')
  return statementOf(table, parts.join('_'), () => {
    const sets = columns
      .filter(({ field }) => field !== 'id')
      .map((one) => {
        const before = added.includes(one) ? `r.${quoted(one)} + ` : ''
        return `${quoted(one)} = ${before}${selected(one)}`
      })
    if (isNewVersion) sets.push('updated_at = now()', 'version = r.version + 1')
    return `update ${getTableName(table)} as r set ${sets.join(', ')} from ${arraysOf(columns)}
      where r.id = t.id`
  })
}

function quoted({ column }: Named): string {
  return `"${column.name}"`
}

/** The value of a column in the row `t`. */
function selected(named: Named): string {
  const value = `t.${quoted(named)}`
  return isWritten(named.column) ? `${value}::${typeOf(named.column)}` : value
}

/** The parameters as the rows of `t`; `lines` are the columns whose texts are joined. */
function arraysOf(columns: readonly Named[], lines: readonly Named[] = []): string {
  const arrays = columns.map((named, at) => {
    if (lines.includes(named)) return `string_to_array($${at + 1}::text, chr(10))`
    return `$${at + 1}::${isWritten(named.column) ? 'text' : typeOf(named.column)}[]`
  })
  return `unnest(${arrays.join(', ')}) as t (${columns.map(quoted).join(', ')})`
}

/** Arrays and JSON travel as text: `unnest` would take nested arrays apart. */
function isWritten(column: PgColumn): boolean {
  return column instanceof PgArray || column instanceof PgJsonb
}

/**
 * The type without its length, precision and collation, so that a value that is too long is an
 * error, as in a plain insert, and not cut off by the cast.
 */
function typeOf(column: PgColumn): string {
  return column.getSQLType().replace(/\(.*?\)| collate .*/g, '')
}
