import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, type Source } from './sources.ts'

const maxFileLines = 300
const maxFunctionLines = 70
const maxColumns = 100

/** Files, functions and lines that exceed their limits. */
export function sizeViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => [
    ...longFile(source),
    ...(isTest(source.path) ? [] : longFunctions(source)),
    ...longLines(source),
  ])
}

/** A longer file starts with a line that says why it is one: `// One file: the tables of …`. */
function longFile({ path, text }: Source): string[] {
  const lines = text.trimEnd().split('\n').length
  if (lines <= maxFileLines || /^\/\/ One file: .{15,}\n/.test(text)) return []
  const unsaid = 'and no first line that says why'
  return [`${path} has ${lines} lines, more than ${maxFileLines}, ${unsaid}`]
}

/** A function's length includes comments and nested functions. */
function longFunctions({ path, text, program }: Source): string[] {
  const found: string[] = []
  const measure = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const first = lineOf(text, node.start)
    const lines = lineOf(text, node.end) - first + 1
    if (lines <= maxFunctionLines) return
    found.push(`${path}:${first} a function has ${lines} lines, more than ${maxFunctionLines}`)
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return found
}

/** A line may be longer if it contains a URL, which cannot be broken. */
function longLines({ path, text }: Source): string[] {
  return text.split('\n').flatMap((line, index) => {
    const isLong = line.length > maxColumns && !/https?:\/\/\S{40}/.test(line)
    return isLong ? [`${path}:${index + 1} a line is longer than ${maxColumns} columns`] : []
  })
}
