import type { AnyList, Field, SqlFieldOf } from '#platform/kernel/list.ts'
import type { Filter } from './list-filter.ts'
import type { SortField } from './list-order.ts'
import type { ListSpec } from './list.ts'

type Comparison = Extract<Filter, { sql: string }>
type Condition = Exclude<Filter, { sql: string }>

/** An expression that a field sorts and filters by; its `type` is that of the field by default. */
type Expression = SortField & Omit<Comparison, 'type'> & Partial<Pick<Comparison, 'type'>>

/**
 * The SQL of a field: an expression, with details if needed; one for each use if sort and filter
 * differ; or a condition, for a filter that is no comparison.
 */
type FieldSql =
  | string
  | Expression
  | { sort?: string | SortField; filter: string | Expression | Condition }
  | Condition

/** The SQL of each field that sorts or filters; a missing or unknown field does not compile. */
type SqlOf<L extends AnyList> = Readonly<Record<SqlFieldOf<L>, FieldSql>>

type SpecWithoutFields = Omit<ListSpec, 'sorts' | 'filters' | 'defaultSort'>

/**
 * The specification of a declared list: from the SQL of its fields follow the sorts, the filters
 * and the bounds of its ranges. `zone` is the SQL of the business time zone, for days of moments.
 */
export function listSpec<L extends AnyList>(
  list: L,
  { fields, zone, ...rest }: SpecWithoutFields & { fields: SqlOf<L>; zone?: string },
): ListSpec {
  const declared = Object.entries<FieldSql>(fields).map(([name, sql]) => {
    const field = list.fields[name]
    if (!field) throw new Error(`${list.name} has no field ${name}`)
    return { name, field, sql }
  })
  const sorts = declared.flatMap(({ name, field, sql }): [string, SortField][] =>
    field.sortable ? [[name, sortOf(sql)]] : [],
  )
  const filters = declared.flatMap(({ name, field, sql }) => filtersOf(name, field, { sql, zone }))
  return {
    ...rest,
    sorts: Object.fromEntries(sorts),
    filters: Object.fromEntries(filters),
    defaultSort: list.defaultSort,
  }
}

function sortOf(fieldSql: FieldSql): SortField {
  const sql = typeof fieldSql === 'object' && 'sort' in fieldSql ? fieldSql.sort : fieldSql
  if (typeof sql === 'string') return { sql }
  if (!sql || !('sql' in sql)) throw new Error('A field that is sorted needs an expression')
  const { isNullable, sortTable } = sql
  return { sql: sql.sql, ...(isNullable && { isNullable }), ...(sortTable && { sortTable }) }
}

type Given = { sql: FieldSql; zone: string | undefined }

/** The filter of a field, and those of the first and last day of its range. */
function filtersOf(name: string, field: Field, { sql, zone }: Given): [string, Filter][] {
  if (!field.filterable && !field.range) return []
  const fieldSql = typeof sql === 'object' && 'filter' in sql ? sql.filter : sql
  if (typeof fieldSql === 'object' && !('sql' in fieldSql)) return [[name, fieldSql]]
  const expression = typeof fieldSql === 'string' ? { sql: fieldSql } : fieldSql
  const filter = filterOf(field, expression, zone)
  const own: [string, Filter][] = field.filterable ? [[name, filter]] : []
  const [from, to] = field.range ?? []
  if (!from || !to) return own
  const [first, last] = boundsOf(filter)
  return [...own, [from, first], [to, last]]
}

/** The filters of the first and the last day of a range. */
function boundsOf(filter: Filter): [Filter, Filter] {
  if ('moment' in filter) {
    return [
      { ...filter, bound: 'first' },
      { ...filter, bound: 'last' },
    ]
  }
  // `filterOf` returns a comparison for every other type.
  const comparison = filter as Comparison
  return [
    { ...comparison, compare: '>=' },
    { ...comparison, compare: '<=' },
  ]
}

const types = {
  text: 'text',
  choice: 'text',
  only: 'text',
  day: 'date',
  amount: 'numeric',
  units: 'int',
  id: 'int',
  ids: 'int',
  yesNo: 'boolean',
} as const

function filterOf({ type }: Field, { sql, ...more }: Expression, zone?: string): Filter {
  if (type === 'moment') {
    if (zone === undefined) throw new Error('A filter by a moment needs the business time zone')
    return { moment: sql, zone }
  }
  const { isNullable: _, sortTable: __, ...comparison } = more
  return { sql, type: types[type], ...comparison }
}
