import type { Column, Schema, Table } from './read-schema.ts'

// Computes the SQL that changes one set of tables into another. A rename cannot be detected: it
// appears as a drop and an add, with a comment that says so.

/** Indexes and constraints, as `table.name`, that may exist only in the first schema. */
type ExpectedNames = ReadonlySet<string>

const none: Table = { columns: new Map(), constraints: new Map(), indexes: new Map() }

/** The statements that change the tables of `from` into those of `to`; empty if they are equal. */
export function statementsBetween(from: Schema, to: Schema, expected: ExpectedNames): string[] {
  const steps: Steps = { drop: [], change: [], add: [], link: [] }
  for (const [name, table] of to)
    compareTable(steps, name, { from: from.get(name), to: table, expectedNames: expected })
  for (const name of from.keys()) if (!to.has(name)) steps.change.push(`drop table ${name}`)
  return [...steps.drop, ...steps.change, ...steps.add, ...steps.link]
}

/** Drops run first and foreign keys last, because the referenced tables may be new. */
type Steps = { drop: string[]; change: string[]; add: string[]; link: string[] }
type Pair = { from: Table | undefined; to: Table; expectedNames: ExpectedNames }

function compareTable(
  steps: Steps,
  table: string,
  { from, to, expectedNames: expected }: Pair,
): void {
  if (from) compareColumns(steps, table, [from, to])
  else steps.change.push(createTable(table, to))
  const before = from ?? none
  const isExpected = (name: string) => expected.has(`${table}.${name}`)
  const constraints = changes(before.constraints, to.constraints)
  for (const name of constraints.removed.filter((each) => !isExpected(each))) {
    steps.drop.push(`alter table ${table} drop constraint ${name}`)
  }
  for (const [name, text] of constraints.fresh) {
    const isLink = text.startsWith('FOREIGN KEY')
    const isInTable = !from && !isLink
    const added = `alter table ${table} add constraint ${name} ${lowered(text)}`
    if (!isInTable) (isLink ? steps.link : steps.add).push(added)
  }
  const indexes = changes(before.indexes, to.indexes)
  for (const name of indexes.removed.filter((each) => !isExpected(each))) {
    steps.drop.push(`drop index ${name}`)
  }
  steps.add.push(...indexes.fresh.map(([, text]) => lowered(text)))
}

function createTable(table: string, { columns, constraints }: Table): string {
  const lines = [
    ...[...columns].map(([name, column]) => columnOf(name, column)),
    ...[...constraints]
      .filter(([, text]) => !text.startsWith('FOREIGN KEY'))
      .map(([name, text]) => `constraint ${name} ${lowered(text)}`),
  ]
  return `create table ${table} (\n  ${lines.join(',\n  ')}\n)`
}

function columnOf(name: string, { type, isRequired, filled }: Column): string {
  return [name, type, filled, isRequired ? 'not null' : ''].filter(Boolean).join(' ')
}

const hasNoValue = '-- Rows that are there already have no value for it: give them one.\n'
const mayBeRenamed = '-- If it only has another name now: alter table … rename column … to …\n'

function compareColumns(steps: Steps, table: string, [from, to]: [Table, Table]): void {
  const removedColumns = [...from.columns.keys()].filter((name) => !to.columns.has(name))
  const fresh = [...to.columns].filter(([name]) => !from.columns.has(name))
  for (const [name, column] of fresh) {
    const note = column.isRequired && !column.filled ? hasNoValue : ''
    steps.change.push(`${note}alter table ${table} add column ${columnOf(name, column)}`)
  }
  for (const [name, column] of to.columns) {
    const before = from.columns.get(name)
    if (before) steps.change.push(...changeColumn(`alter table ${table}`, name, [before, column]))
  }
  const note = fresh.length > 0 ? mayBeRenamed : ''
  for (const name of removedColumns)
    steps.change.push(`${note}alter table ${table} drop column ${name}`)
}

function changeColumn(alter: string, name: string, [from, to]: [Column, Column]): string[] {
  const column = `${alter} alter column ${name}`
  if (isComputed(from) !== isComputed(to) || (isComputed(to) && differ(from.filled, to.filled))) {
    return [`${alter} drop column ${name}`, `${alter} add column ${columnOf(name, to)}`]
  }
  const steps: string[] = []
  const isDefaultChanged = differ(from.filled, to.filled)
  if (isDefaultChanged && from.filled) steps.push(`${column} ${requiredWithoutDefault(from)}`)
  if (from.type !== to.type) steps.push(`${column} type ${to.type} using ${name}::${to.type}`)
  if (from.isRequired && !to.isRequired) steps.push(`${column} drop not null`)
  if (to.isRequired && !from.isRequired) steps.push(`${hasNoValue}${column} set not null`)
  if (isDefaultChanged && to.filled) {
    steps.push(`${column} ${isIdentity(to) ? 'add' : 'set'} ${to.filled}`)
  }
  return steps
}

const isIdentity = ({ filled }: Column) => filled.endsWith('as identity')
const isComputed = ({ filled }: Column) => filled.endsWith(' stored')
const requiredWithoutDefault = (column: Column) =>
  isIdentity(column) ? 'drop identity' : 'drop default'

type Texts = ReadonlyMap<string, string>

/**
 * Entries only in `before`, and entries only in `after`. Foreign keys are compared by definition,
 * not by name.
 */
function changes(before: Texts, after: Texts): { removed: string[]; fresh: [string, string][] } {
  const changed = (own: Texts, other: Texts) =>
    [...own].filter(([name, text]) => {
      const links = text.startsWith('FOREIGN KEY') ? [...other.values()] : []
      return !links.includes(text) && differ(text, other.get(name) ?? '')
    })
  return { removed: changed(before, after).map(([name]) => name), fresh: changed(after, before) }
}

function differ(one: string, other: string): boolean {
  return plain(one) !== plain(other)
}

/** Normalizes list order and number spelling. */
function plain(text: string): string {
  return text
    .replace(/ARRAY\[([^\]]*)\]/g, (_, list: string) => `[${list.split(', ').sort().join()}]`)
    .replace(/'(-?[\d.]+)'::\w+/g, '$1')
}

/** Formats SQL in the house style: lower case except quoted parts, without the `public.` prefix. */
function lowered(text: string): string {
  const parts = text.split(/('(?:[^']|'')*'|"[^"]*")/)
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.toLowerCase().replace(/\bpublic\./g, '')))
    .join('')
    .replace(' using btree ', ' ')
}
