import { join } from 'node:path'
import {
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isSpreadElement,
  type Node,
} from 'typescript/unstable/ast'
import { API, type Project } from 'typescript/unstable/sync'
import { lineOf, type Source } from '../../scripts/tidy/sources.ts'
import type { StatementCall } from './compare-calls.ts'
import { fieldsOf, statementsOf, valueOf } from './compiler-types.ts'

/** The calls of `rows` and `send` in these files, with the types that the compiler finds there. */
export function statementCalls(root: string, sources: readonly Source[]): StatementCall[] {
  const texts = new Map(sources.map(({ path, text }) => [join(root, path), text]))
  // The given texts prevail over the files, so that a test can plant a fault.
  const api = new API({ cwd: root, fs: { readFile: (path) => texts.get(path) } })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error('The compiler did not open the project')
    return sources.flatMap((source) => callsIn(project, root, source))
  } finally {
    api.close()
  }
}

function callsIn(project: Project, root: string, source: Source): StatementCall[] {
  const { path, text } = source
  const runners = runnersIn(source)
  const file = runners.size > 0 && project.program.getSourceFile(join(root, path))
  if (!file) return []
  const found: StatementCall[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node) && runners.has(calleeOf(node))) {
      found.push({ place: `${path}:${lineOf(text, node.getStart(file))}`, ...read(project, node) })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** The names by which a file calls `rows` and `send`. */
function runnersIn({ imports }: Source): Set<string> {
  const names = imports
    .filter(({ target }) => target === 'platform/server/database/db.ts')
    .flatMap((one) => one.names)
    .filter(({ imported }) => imported === 'rows' || imported === 'send')
  return new Set(names.map(({ local }) => local))
}

function calleeOf({ expression }: CallExpression): string {
  return isIdentifier(expression) ? expression.text : ''
}

function read(project: Project, call: CallExpression): Omit<StatementCall, 'place'> {
  const [rowType] = call.typeArguments ?? []
  const [, statement, values] = call.arguments
  const listed = values ? elementsOf(values) : []
  return {
    statements: statement ? [...new Set(statementsOf(project, statement))] : [],
    row: rowType && fieldsOf(project, rowType),
    values: listed?.map((value) => valueOf(project, value)),
  }
}

/** The elements of a list that is written out; undefined if they are not known here. */
function elementsOf(values: Expression): readonly Expression[] | undefined {
  if (!isArrayLiteralExpression(values)) return undefined
  return values.elements.some(isSpreadElement) ? undefined : values.elements
}
