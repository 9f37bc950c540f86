import type { DescribedColumn, Description } from './describe-statements.ts'

// Compares what the program believes about a statement with what the database says.

/** A kind of JavaScript value; `any` is not checked. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'list'
  | 'object'
  | 'null'
  | 'undefined'
  | 'any'
export type Kinds = ReadonlySet<Kind>

export type RowField = { kinds: Kinds; isOptional: boolean }
/** A value of a parameter, with the kinds of its elements if it is a list. */
export type Value = { kinds: Kinds; elements?: Kinds }

/** A call of `rows` or `send`, with what the program believes about its statement. */
export type StatementCall = {
  /** The file and line. */
  place: string
  /** The places of the statements that it may run; empty if they are not declared constants. */
  statements: readonly string[]
  /** The row type by field, as in `rows<Row>(…)`. */
  row: ReadonlyMap<string, RowField> | undefined
  /** The values, if they are written as a list. */
  values: readonly Value[] | undefined
}

/** The kind of JavaScript value that `pg-types.ts` makes of a column, by the id of its type. */
const kindByType: Record<number, Kind> = {
  16: 'boolean',
  17: 'object',
  ...constant([20, 21, 23, 26, 700, 701], 'number'),
  ...constant([18, 19, 25, 1042, 1043, 1082, 1184, 1700, 2278, 2950], 'string'),
  ...constant([1000, 1001, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022], 'list'),
  ...constant([1115, 1182, 1185, 1231, 2951, 3807], 'list'),
}

/** The type of the elements of an array type. */
const elementTypes: Record<number, number> = {
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  2951: 2950,
}

/** Kinds that the driver writes for a parameter of a type besides the type's own kind. */
const alsoWritten: Record<number, Kind> = { 1700: 'number', 1184: 'object' }

function constant(types: readonly number[], kind: Kind): Record<number, Kind> {
  return Object.fromEntries(types.map((type) => [type, kind]))
}

/** What is wrong with a call of a statement. */
export function callFaults(call: StatementCall, description: Description): string[] {
  return [...rowFaults(call, description), ...valueFaults(call, description)]
}

function rowFaults({ row }: StatementCall, { columns }: Description): string[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  return [...(row ?? [])].flatMap(([field, declared]) => {
    const column = byName.get(field)
    if (column) return fieldFaults(field, declared, column)
    return declared.isOptional ? [] : [`there is no column ${field}`]
  })
}

function fieldFaults(field: string, { kinds }: RowField, column: DescribedColumn): string[] {
  const faults: string[] = []
  const expected = kindByType[column.type] ?? 'any'
  const wrong = [...kinds].filter((kind) => !isEmpty(kind) && !fits(kind, expected))
  if (wrong.length > 0) faults.push(`${field} is declared ${wrong.join(' | ')}, but is ${expected}`)
  const isNull = kinds.has('null') || kinds.has('any')
  if (column.isNullable && !isNull) faults.push(`${field} may be null`)
  return faults
}

function valueFaults({ values }: StatementCall, { parameters }: Description): string[] {
  if (!values) return []
  if (values.length !== parameters.length) {
    return [`it has ${parameters.length} parameters, and is given ${values.length} values`]
  }
  return values.flatMap((value, at) => {
    const type = parameters[at] as number
    const element = elementTypes[type]
    const faults = wrongKinds(value.kinds, type)
    if (value.elements && element) faults.push(...wrongKinds(value.elements, element))
    return faults.map((fault) => `parameter $${at + 1} ${fault}`)
  })
}

function wrongKinds(kinds: Kinds, type: number): string[] {
  const expected = kindByType[type] ?? 'any'
  const wrong = [...kinds].filter((kind) => {
    return !isEmpty(kind) && !fits(kind, expected) && kind !== alsoWritten[type]
  })
  return wrong.length > 0 ? [`is ${expected}, and is given ${wrong.join(' | ')}`] : []
}

function fits(kind: Kind, expected: Kind): boolean {
  return kind === expected || kind === 'any' || expected === 'any'
}

function isEmpty(kind: Kind): boolean {
  return kind === 'null' || kind === 'undefined'
}
