// One file: what a list is declared with, and the types that follow from it, are read together.
import * as z from 'zod/mini'
import {
  amountQuery,
  choiceQuery,
  flagQuery,
  ids,
  listQuery,
  sumsQuery,
  textQuery,
  unitsQuery,
} from './endpoint.ts'
import { dayField, idParameter, momentQuery } from './fields.ts'

// A list is declared once, in the contract of its room: its fields, what they are called, which of
// them sort, filter and are columns. The query schema, the sort whitelist, the columns, the filter
// chips, the built-in views and the links follow from it; the server adds the SQL of each field.

/** How a column is shown. */
type ColumnLayout = {
  /** In pixels; default 150. */
  width?: number
  /** Amounts and numbers are aligned right by default. */
  align?: 'right'
  /** Hidden by default; shown through the Columns menu. */
  isOptional?: true
  /** A name or other free text, truncated to two lines, or to one. */
  isLong?: true | 'one line'
  /** Its position in the stacked row on a phone; the first column is always the heading. */
  phone?: 'badge' | 'line' | 'amount' | 'date'
}

/** How a field of a list is named, sorted, filtered and shown. */
export type FieldOptions = {
  /** The heading of the column; for a field that is no column, the label of its filter. */
  label?: string
  /** The label of the filter, if it is not the heading of the column. */
  filterLabel?: string
  /** The list can be sorted by the field. */
  sortable?: true
  /** The field is a query parameter: rows that have the value. */
  filterable?: true
  /** The field is a column of the table and of its exports. */
  column?: ColumnLayout
}

type FieldType =
  | 'text'
  | 'choice'
  | 'day'
  | 'moment'
  | 'amount'
  | 'units'
  | 'id'
  | 'ids'
  | 'yesNo'
  | 'only'

/** One field of a list. */
export type Field = FieldOptions & {
  type: FieldType
  query: z.ZodMiniType
  /** The values of a choice, and their display texts if they are not the capitalized values. */
  values?: readonly string[]
  valueLabels?: Readonly<Record<string, string>>
  /** The chip of the filter chooses one value, not several. */
  isSingle?: true
  /** The value that the chip of a filter without display texts turns on; by default the first. */
  flagValue?: string
  /** The parameters for the first and the last day, for a field that is filtered by a range. */
  range?: readonly [string, string]
  /** The labels of these parameters, where one of them is set alone by a view or a link. */
  rangeLabels?: Readonly<Record<string, string>>
}

const dayQuery = z.optional(dayField)
const wholeNumberQuery = z.optional(z.coerce.number().check(z.int()))

type ChoiceOptions<V extends string> = { valueLabels?: Readonly<Record<V, string>> }

const activeField = {
  type: 'yesNo',
  label: 'Status',
  values: ['true', 'false'],
  valueLabels: { true: 'Active', false: 'Inactive' },
  sortable: true,
  filterable: true,
  column: { width: 104, phone: 'badge' },
} as const

/** The types of fields. */
export const field = {
  /** Text; a filter takes several values, separated by commas. */
  text: <const O extends FieldOptions>(options: O) =>
    ({ type: 'text', query: textQuery, ...options }) as const,
  /** One of a fixed set of values; a filter takes several. */
  choice: <
    const V extends string,
    const O extends FieldOptions & ChoiceOptions<V> & Pick<Field, 'isSingle'>,
  >(
    values: readonly V[],
    options: O,
  ) => ({ type: 'choice', query: choiceQuery(values), values, ...options }) as const,
  /** A business day. With a `range`, two more parameters filter for the days between them. */
  day: <const O extends FieldOptions & Pick<Field, 'range' | 'rangeLabels'>>(options: O) =>
    ({ type: 'day', query: dayQuery, ...options }) as const,
  /**
   * A timestamp; the filter takes a whole day, or one timestamp. With a `range`, two more
   * parameters filter for the days between them.
   */
  moment: <const O extends FieldOptions & Pick<Field, 'range' | 'rangeLabels'>>(options: O) =>
    ({ type: 'moment', query: momentQuery, ...options }) as const,
  /** An amount of money. */
  amount: <const O extends FieldOptions>(options: O) =>
    ({ type: 'amount', query: amountQuery, ...options }) as const,
  /** A whole number. */
  units: <const O extends FieldOptions>(options: O) =>
    ({ type: 'units', query: unitsQuery, ...options }) as const,
  /** The id of a record. */
  reference: <const O extends FieldOptions>(options: O) =>
    ({ type: 'id', query: idParameter, ...options }) as const,
  /** The id of a record; the filter takes several ids, separated by commas. */
  references: <const O extends FieldOptions>(options: O) =>
    ({ type: 'ids', query: ids, ...options }) as const,
  /** A number that identifies something; the filter takes any whole number. */
  wholeNumber: <const O extends FieldOptions>(options: O) =>
    ({ type: 'id', query: wholeNumberQuery, ...options }) as const,
  /** True or false. With `valueLabels` its filter offers both, without only true. */
  yesNo: <const O extends FieldOptions & Pick<Field, 'valueLabels'>>(options: O) =>
    ({ type: 'yesNo', query: flagQuery, values: ['true', 'false'], ...options }) as const,
  /** The column and filter Status of records that are active or not. */
  active: () => ({ ...activeField, query: z.optional(z.enum(['true', 'false'])) }) as const,
  /**
   * A filter that takes one exact value, such as `backordered=true`. Without display texts its
   * chip is on or off.
   */
  only: <
    const V extends string,
    const O extends FieldOptions & ChoiceOptions<V> & { flagValue?: V },
  >(
    values: readonly V[],
    options: O,
  ) => ({ type: 'only', query: z.optional(z.enum(values)), values, ...options }) as const,
}

type Fields = Readonly<Record<string, Field>>
type Parameters = Readonly<Record<string, z.ZodMiniType>>

type Text<K> = K & string
type KeysWith<F, Property> = {
  [K in keyof F]: F[K] extends Property ? Text<K> : never
}[keyof F]
type RangeNames<F> = {
  [K in keyof F]: F[K] extends { range: readonly (infer Name extends string)[] } ? Name : never
}[keyof F]

type SortsOf<F> = KeysWith<F, { sortable: true }>
type ColumnsOf<F> = KeysWith<F, { column: object }>
type Filterable<F> = KeysWith<F, { filterable: true }>
type ChipsOf<F> = Filterable<F> | KeysWith<F, { range: readonly string[] }>
type Sort<F> = `${'' | '-'}${SortsOf<F>}`

type QueryShape<F, P> = typeof listQuery & {
  [K in Filterable<F>]: F[K] extends { query: infer Q } ? Q : never
} & { [K in RangeNames<F>]: typeof dayQuery } & P

/** The groupings of a list by name, each with the field by which its rows are sorted. */
type Groups = Readonly<Record<string, string>>

type Declared<Name, Row extends z.ZodMiniType, F extends Fields, P extends Parameters, G> = {
  /** The key of the column preferences and saved views, and the name of exports. */
  name: Name
  row: Row
  fields: F
  /** Query parameters that are no filter of a field, such as the day of a report. */
  parameters?: P
  /** The order without `sort`. */
  defaultSort: Sort<F> | `${Sort<F>},${string}`
  /**
   * The filters and parameters with a chip in the toolbar, in order; the first three are always
   * shown.
   */
  chips?: readonly (ChipsOf<F> | Text<keyof NoInfer<P>>)[]
  /** The built-in views, in order. */
  views?: readonly View<{ fields: F; parameters: P }>[]
  /**
   * What the rows can be grouped by: the name of each grouping, and its field, which sorts and
   * filters. `customerId` and `vendorId` group by customer and vendor, and filter by their code.
   */
  groups?: G
}

/** A declared list; `query` is the schema of its query parameters. */
type List<
  Name extends string = string,
  Row extends z.ZodMiniType = z.ZodMiniType,
  F extends Fields = Fields,
  P extends Parameters = Parameters,
  G extends Groups = Groups,
> = Omit<Declared<Name, Row, F, P, G>, 'defaultSort' | 'chips' | 'views' | 'groups'> & {
  defaultSort: string
  chips: readonly string[]
  views: readonly BuiltInView[]
  groups: G
  query: z.ZodMiniObject<{ [K in keyof QueryShape<F, P>]: QueryShape<F, P>[K] }>
}

/** Declares a list. */
export function defineList<
  const Name extends string,
  Row extends z.ZodMiniType,
  const F extends Fields,
  P extends Parameters = Record<never, never>,
  const G extends Readonly<Record<string, SortsOf<F>>> = Record<never, never>,
>(declared: Declared<Name, Row, F, P, G>): List<Name, Row, F, P, G> {
  const filters = Object.entries<Field>(declared.fields).flatMap(([name, own]) => [
    ...(own.filterable ? [[name, own.query] as const] : []),
    ...(own.range ?? []).map((end) => [end, dayQuery] as const),
  ])
  const shape = { ...listQuery, ...Object.fromEntries(filters), ...declared.parameters }
  // The shape is built from the same fields as its type.
  const query = z.object(shape) as unknown as List<Name, Row, F, P, G>['query']
  const views = viewTextsOf(declared.views ?? [])
  // Without groups, `G` is the empty record.
  const groups = declared.groups ?? ({} as G)
  return { ...declared, chips: declared.chips ?? [], views, groups, query }
}

/** The query of the sums of a list: its filters, and the name of one of its groupings. */
export function sumsQueryOf<S extends z.core.$ZodLooseShape, G extends Groups>({
  query,
  groups,
}: {
  query: z.ZodMiniObject<S>
  groups: G
}) {
  // The cast is safe: these are the keys of `G`.
  return sumsQuery(query, Object.keys(groups) as Text<keyof G>[])
}

/** What filters are declared with. */
type Filtered = { fields: Fields; parameters?: Parameters }

/** A list of any fields. */
export type AnyList = Filtered & {
  name: string
  row: z.ZodMiniType
  defaultSort: string
  chips: readonly string[]
  groups?: Groups
  query: z.ZodMiniType
}

/** The rows of a list, as the client receives them. */
export type RowOfList<L extends AnyList> = z.output<L['row']>
/** The names of the fields that are columns. */
export type ColumnOf<L extends AnyList> = ColumnsOf<L['fields']>
/** The names of the query parameters that filter a list, without those of all lists. */
export type FilterOf<L extends Filtered> =
  | Filterable<L['fields']>
  | RangeNames<L['fields']>
  | Text<keyof NonNullable<L['parameters']>>
/** The names of the fields for which the server needs SQL. */
export type SqlFieldOf<L extends AnyList> = SortsOf<L['fields']> | ChipsOf<L['fields']>

/**
 * A column of a further table: its layout and heading, or `true` for those of the list. It sorts if
 * the field does.
 */
type TableColumn = true | (ColumnLayout & Pick<Field, 'label'> & { sortable?: false })

/** A further table of a list: the list with its own name, order and columns. */
type FurtherTable<L extends AnyList, Name extends string, K extends string> = Omit<
  L,
  'name' | 'fields' | 'defaultSort' | 'chips' | 'views' | 'groups'
> & {
  name: Name
  fields: { [N in K]: L['fields'][N] & { column: ColumnLayout } }
  defaultSort: string
  chips: readonly string[]
  groups: Readonly<Record<never, never>>
}

/**
 * Declares a further table of a list, such as the orders of one customer: its own name, order and
 * columns. Its rows, query and links are those of the list.
 */
export function defineTable<
  L extends AnyList,
  const Name extends string,
  K extends Text<keyof L['fields']>,
>(
  list: L,
  {
    name,
    defaultSort,
    columns,
  }: { name: Name; defaultSort?: Sort<L['fields']>; columns: Readonly<Record<K, TableColumn>> },
): FurtherTable<L, Name, K> {
  const fields = Object.entries<TableColumn>(columns).map(([id, column]) => [
    id,
    // The type of the columns allows only fields of the list.
    withColumn(list.fields[id] as Field, column),
  ])
  // The cast is safe: each field keeps its name.
  const own = Object.fromEntries(fields) as FurtherTable<L, Name, K>['fields']
  const { defaultSort: listSort } = list
  return { ...list, name, fields: own, defaultSort: defaultSort ?? listSort, chips: [], groups: {} }
}

function withColumn(field: Field, own: TableColumn): Field {
  if (own === true) return { ...field, column: field.column ?? {} }
  const { label = field.label, sortable = field.sortable, ...column } = own
  const { sortable: _, ...others } = field
  return {
    ...others,
    column,
    ...(label !== undefined && { label }),
    ...(sortable && { sortable }),
  }
}

type Several<V> = V | readonly V[]

/** The value of a filter in a link or a view: one of its values, or several. */
type ValueOf<L extends Filtered, Name> = Name extends keyof L['fields']
  ? L['fields'][Name] extends { values: readonly (infer V)[] }
    ? Several<V>
    : Several<string | number>
  : string | number

/** Filters of a list, by parameter. */
type Filters<L extends Filtered> = {
  readonly [Name in FilterOf<L>]?: ValueOf<L, Name> | undefined
}

/** The filters among the search parameters of a screen: `f.` before the name of each. */
type FilterSearch<L extends AnyList> = { [Name in FilterOf<L> as `f.${Name}`]?: string }

/** The filters as texts: `{ status: 'pending,processing' }`. */
function filterTextsOf(filters: object): Record<string, string> {
  const setFilters = Object.entries(filters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(setFilters.map(([name, value]) => [name, String(value)]))
}

/** The filters as search parameters of a screen: `{ 'f.status': 'pending,processing' }`. */
export function searchOf<L extends AnyList>(_list: L, filters: Filters<L>): FilterSearch<L> {
  const texts = Object.entries(filterTextsOf(filters))
  return Object.fromEntries(texts.map(([name, value]) => [`f.${name}`, value])) as FilterSearch<L>
}

/**
 * `searchOf` of a list that is imported only as a type: `searchFor<typeof skuList>()({ … })`. The
 * contract of the list is then not loaded for a link to it.
 */
export function searchFor<L extends AnyList>() {
  return (filters: Filters<L>): FilterSearch<L> => searchOf({} as L, filters)
}

/** A built-in view: a name for some filters, and the order of its rows if it has its own. */
export type BuiltInView = {
  label: string
  filters: Readonly<Record<string, string>>
  sort?: string
}

type View<L extends Filtered> = { label: string; filters: Filters<L>; sort?: Sort<L['fields']> }

type ViewTexts = { label: string; filters: object; sort?: string }

function viewTextsOf(views: readonly ViewTexts[]): BuiltInView[] {
  return views.map(({ filters, ...view }) => ({ ...view, filters: filterTextsOf(filters) }))
}

/** Views of a list that depend on the day or the user, which its declaration cannot have. */
export function viewsOf<L extends AnyList>(
  _list: L,
  views: readonly View<L>[],
): readonly BuiltInView[] {
  return viewTextsOf(views)
}
