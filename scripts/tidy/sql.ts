import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, type Source } from './sources.ts'

type Text = { text: string; line: number }

const startsLikeSql =
  /^\s*(select\s|insert\s+into\s|update\s+\w+|delete\s+from\s|with\s+\w+\s+as\s)/i

/**
 * Query builders, which compose statements from constant tables, columns and conditions of the
 * rooms, with every value as a parameter. Their own tests enforce this.
 */
const builders = [
  ...['list', 'list-page', 'list-search', 'list-sums'].map(
    (name) => `platform/server/lists/${name}.ts`,
  ),
  ...['trash', 'apply-to-many', 'references', 'write-many'].map(
    (name) => `platform/server/records/${name}.ts`,
  ),
  'platform/server/imports/import-sql.ts',
  'features/search/server/search-master-records.ts',
]

/** Every string in a file; interpolated names are replaced by what `meaning` knows of them. */
export function sqlTexts(source: Source, meaning: (name: string) => string | undefined): Text[] {
  const found: Text[] = []
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') found.push({ text: value, line: lineOf(source.text, start) })
    },
    TemplateLiteral: ({ quasis, expressions, start }) => {
      const parts = quasis.map(({ value }, index) => {
        const next = expressions[index]
        return value.raw + (next?.type === 'Identifier' ? (meaning(next.name) ?? ' ') : ' ')
      })
      found.push({ text: parts.join(''), line: lineOf(source.text, start) })
    },
  }).visit(source.program)
  return found
}

/** SQL with a value written into its text. A constant of the file or an import may be. */
export function sqlViolations(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => /^(app|features|platform|db)\//.test(path))
    .filter(({ path }) => !isTest(path) && !builders.includes(path))
    .flatMap((source) => [...interpolations(source), ...repeatedLocks(source)])
}

/**
 * A `for update` subquery in `in (…)` may be executed, and lock, once per row of the outer table:
 * quadratic time, and more locked rows than `limit`. `any (array(…))` is evaluated once.
 */
function repeatedLocks(source: Source): string[] {
  return sqlTexts(source, () => undefined)
    .filter(({ text }) => isLockedInList(text.toLowerCase()))
    .map(({ line }) => `${source.path}:${line} rows locked in (…): use any (array(…))`)
}

/** True where the bracket behind an `in` holds `for update` or another lock. */
function isLockedInList(text: string): boolean {
  for (let at = text.indexOf(' in ('); at >= 0; at = text.indexOf(' in (', at + 1)) {
    const inside = bracketAt(text, at + 4)
    if (inside.includes('select') && /for (no key )?(update|share)/.test(inside)) return true
  }
  return false
}

/** The text from a bracket to its closing bracket. */
function bracketAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

function interpolations(source: Source): string[] {
  const constants = constantsOf(source)
  const tagged = new Set<ESTree.Node>()
  const found: string[] = []
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => {
      tagged.add(quasi)
    },
    TemplateLiteral: (node) => {
      if (tagged.has(node) || !startsLikeSql.test(node.quasis[0]?.value.raw ?? '')) return
      const values = node.expressions.filter((one) => !constants.has(rootOf(one)))
      if (values.length === 0) return
      const line = lineOf(source.text, node.start)
      found.push(`${source.path}:${line} SQL with a value in its text; use a parameter or sql\`\``)
    },
    BinaryExpression: ({ operator, left, start }) => {
      const isSql =
        left.type === 'Literal' && typeof left.value === 'string' && startsLikeSql.test(left.value)
      if (operator !== '+' || !isSql) return
      found.push(`${source.path}:${lineOf(source.text, start)} SQL put together with +`)
    },
  }).visit(source.program)
  return found
}

/** The name an expression starts with: `sessionLife` of `sessionLife.idleMinutes`. */
function rootOf(node: ESTree.Node): string {
  if (node.type === 'MemberExpression') return rootOf(node.object)
  return node.type === 'Identifier' ? node.name : ''
}

/** Names that mean the same at every call: imports and the file's own constants. */
function constantsOf({ program, imports }: Source): Set<string> {
  const names = imports.flatMap((one) => one.names.map(({ local }) => local))
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue
    for (const { id } of declared.declarations) if (id.type === 'Identifier') names.push(id.name)
  }
  return new Set(names)
}
