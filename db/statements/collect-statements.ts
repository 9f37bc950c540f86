import { join, posix } from 'node:path'
import { type ESTree, type Plugin, runnerImport, Visitor } from 'vite'
import { lineOf, type Source } from '../../scripts/tidy/sources.ts'

/** A statement that the program declares, with its file and line and its text at run time. */
export type DeclaredStatement = { name: string; text: string; place: string }

/** Modules outside a statement's declaration call this, as the plugin below wrote it there. */
const collector = '__collectStatement'
type Collector = (statement: Pick<DeclaredStatement, 'name' | 'text'>, place: string) => unknown

/**
 * The statements that these files declare as constants. A text is often composed of constants, so
 * the files are loaded and each `{ name, text }` that their modules create is noted. Those that a
 * function creates when it is called are not among them.
 */
export async function collectStatements(
  root: string,
  sources: readonly Source[],
): Promise<DeclaredStatement[]> {
  const found: DeclaredStatement[] = []
  const declaring = sources.filter((source) => declarationsOf(source.program).length > 0)
  const note: Collector = (statement, place) => {
    const { name, text } = statement
    if (typeof name === 'string' && typeof text === 'string') found.push({ name, text, place })
    return statement
  }
  const here = globalThis as unknown as Record<string, Collector | undefined>
  here[collector] = note
  try {
    await runnerImport(join(root, 'all-statements.ts'), {
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [noting(root, declaring)],
    })
  } finally {
    delete here[collector]
  }
  return found
}

/** Wraps each statement declaration in a call of the collector, and imports all given files. */
function noting(root: string, sources: readonly Source[]): Plugin {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const entry = join(root, 'all-statements.ts')
  return {
    name: 'note-statements',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => {
      if (id !== entry) return undefined
      return sources.map(({ path }) => `import ${JSON.stringify(join(root, path))}`).join('\n')
    },
    transform: (_, id) => {
      const source = byPath.get(posix.relative(root, id))
      return source && { code: wrapped(source), map: null }
    },
  }
}

function wrapped({ path, text, program }: Source): string {
  const parts = declarationsOf(program).flatMap(({ start, end }) => {
    const place = `, ${JSON.stringify(`${path}:${lineOf(text, start)}`)})`
    return [
      { at: start, insert: `globalThis.${collector}(` },
      { at: end, insert: place },
    ]
  })
  return parts
    .toSorted((one, other) => other.at - one.at)
    .reduce((code, { at, insert }) => code.slice(0, at) + insert + code.slice(at), text)
}

/** The object literals with a `name` and a `text`. */
export function declarationsOf(program: ESTree.Program): ESTree.ObjectExpression[] {
  const found: ESTree.ObjectExpression[] = []
  new Visitor({
    ObjectExpression: (node) => {
      const keys = node.properties.map((property) =>
        property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '',
      )
      if (keys.includes('name') && keys.includes('text')) found.push(node)
    },
  }).visit(program)
  return found
}
