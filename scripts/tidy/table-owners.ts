import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, roomOf, type Source } from './sources.ts'
import { sqlTexts } from './sql.ts'

// Rule 7: only the owning feature writes a table. Any feature may read any table.

type Table = { owner: string; name: string; variable: string; path: string }

const writes = [
  /\binsert\s+into\s+"?(\w+)"?/gi,
  /\bupdate\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\bdelete\s+from\s+(?:only\s+)?"?(\w+)"?/gi,
  /\btruncate\s+(?:table\s+)?"?(\w+)"?/gi,
]
const writingCalls = new Set(['insert', 'update', 'delete'])
/** Functions whose second argument is the table. */
const writingFunctions = new Set(['insertMany', 'insertManyReturning', 'updateMany'])

/** Writes to a table that another feature owns, in SQL or through Drizzle. */
export function tableViolations(all: readonly Source[]): string[] {
  const sources = all.filter(({ path }) => !isTest(path) && /^(features|platform)\//.test(path))
  const tables = sources.flatMap(tablesOf)
  return [
    ...ownedTwice(tables),
    ...sources.flatMap((source) => [
      ...sqlWrites(source, tables),
      ...drizzleWrites(source, tables),
    ]),
  ]
}

/** The tables a feature declares: `export const customers = pgTable('customers', …)`. */
function tablesOf(source: Source): Table[] {
  const found: Table[] = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const isTable = init?.type === 'CallExpression' && nameOf(init.callee) === 'pgTable'
      const name = isTable ? init.arguments[0] : undefined
      if (id.type !== 'Identifier' || name?.type !== 'Literal') return
      const owner = ownerOf(source.path)
      found.push({ owner, name: String(name.value), variable: id.name, path: source.path })
    },
  }).visit(source.program)
  return found
}

function ownerOf(path: string): string {
  return roomOf(path) ?? 'platform'
}

function ownedTwice(tables: readonly Table[]): string[] {
  return tables
    .filter((table, index) => tables.findIndex(({ name }) => name === table.name) < index)
    .map(({ path, name }) => `${path}: ${name} is declared twice`)
}

function sqlWrites(source: Source, tables: readonly Table[]): string[] {
  const own = ownerOf(source.path)
  return sqlTexts(source, (local) => tableNamed(source, tables, local)?.name).flatMap(
    ({ text, line }) => {
      const written = writes.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, name]) => name),
      )
      const foreign = tables.filter(({ name, owner }) => written.includes(name) && owner !== own)
      return foreign.map(({ name, owner }) => `${source.path}:${line} ${sentence(name, owner)}`)
    },
  )
}

function drizzleWrites(source: Source, tables: readonly Table[]): string[] {
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: args, start }) => {
      const name = nameOf(callee) ?? ''
      const isCall = callee.type === 'MemberExpression' && writingCalls.has(name)
      const written = isCall ? args[0] : writingFunctions.has(name) ? args[1] : undefined
      const table = written && tableOf(source, tables, written)
      if (!table || table.owner === ownerOf(source.path)) return
      const line = lineOf(source.text, start)
      found.push(`${source.path}:${line} ${sentence(table.name, table.owner)}`)
    },
  }).visit(source.program)
  return found
}

function sentence(table: string, owner: string): string {
  return `rule 7: writes ${table}, which ${owner} owns`
}

/**
 * The table that an argument refers to: `customers`, or `tables.customers` of a namespace import.
 */
function tableOf(source: Source, tables: readonly Table[], node: ESTree.Node): Table | undefined {
  if (node.type === 'Identifier') return tableNamed(source, tables, node.name)
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined
  const tableName = node.object.name
  const from = source.imports.find(({ names }) => names.some(({ local }) => local === tableName))
  return tables.find((one) => one.path === from?.target && one.variable === nameOf(node))
}

/** The table that a local name refers to, by its import or its declaration in the file. */
function tableNamed(source: Source, tables: readonly Table[], local: string): Table | undefined {
  for (const { target, names } of source.imports) {
    const name = names.find((one) => one.local === local)
    if (name) return tables.find((one) => one.path === target && one.variable === name.imported)
  }
  return tables.find((one) => one.path === source.path && one.variable === local)
}

/** The last identifier of an expression: `insert` of `inner.db.insert`. */
export function nameOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined
  return node.property.type === 'Identifier' ? node.property.name : undefined
}
