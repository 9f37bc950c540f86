import { join } from 'node:path'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'

type Group = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>[number]

const signIn = 'sign-in.tsx'
const main = 'web.tsx'
const frame = [main, 'frame/Shell.tsx']
const dashboard = [...frame, 'screens/DashboardScreen.tsx']

/**
 * Puts what the first pages need into one file each: `base` for what signing in shares with the
 * rest, `common` for what is loaded there later, `frame` for what is around every screen and
 * `dashboard` for its screen. Left to itself the
 * bundler makes 60 small files of it, which compress by 7 % less. Which modules those are is known
 * only when unused code is left out, so a build that is thrown away tells it first.
 */
export async function firstFiles(config: UserConfig): Promise<Group[]> {
  const needs = needsOf(await chunksOf(config))
  const at = (name: string) => join(config.root ?? '', name)
  const forSignIn = needs([at(signIn)])
  const everForSignIn = needs([at(signIn)], { withLate: true })
  const forFrame = needs(frame.map(at))
  const forDashboard = needs(dashboard.map(at))
  const group = (name: string, priority: number, isIn: (id: string) => boolean): Group => {
    // What starts a page runs where it is loaded.
    return { name, priority, test: (id) => isIn(id) && id !== at(signIn) && id !== at(main) }
  }
  // A file takes along what its modules need, so the first to be filled is what all need.
  return [
    group('base', 4, (id) => forSignIn.has(id) && forDashboard.has(id)),
    group('common', 3, (id) => everForSignIn.has(id) && forDashboard.has(id)),
    group('frame', 2, (id) => forFrame.has(id)),
    group('dashboard', 1, (id) => forDashboard.has(id)),
  ]
}

/** Ends the build where the page for signing in could load what starts the program. */
export function pagesApart(): Plugin {
  return {
    name: 'pages-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const at = (name: string) => {
        const ids = chunks.flatMap(({ moduleIds }) => moduleIds)
        return ids.find((id) => id.endsWith(`/app/${name}`)) ?? name
      }
      if (needsOf(chunks)([at(signIn)], { withLate: true }).has(at(main))) {
        this.error(`The files of ${signIn} load ${main}, which starts the program`)
      }
    },
  }
}

async function chunksOf(config: UserConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  return outputs.flatMap(({ output }) => output).filter((each) => each.type === 'chunk')
}

/** Answers the modules of the files that are loaded with some modules, later ones if asked for. */
function needsOf(chunks: readonly Rolldown.OutputChunk[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])))
  return (ids: readonly string[], { withLate = false } = {}): ReadonlySet<string> => {
    const found = new Set<Rolldown.OutputChunk>()
    const collect = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (!chunk || found.has(chunk)) return
      found.add(chunk)
      const names = withLate ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports
      for (const name of names) collect(byName.get(name))
    }
    for (const id of ids) {
      if (!byModule.has(id)) throw new Error(`${id} is in no built file`)
      collect(byModule.get(id))
    }
    return new Set([...found].flatMap((chunk) => chunk.moduleIds))
  }
}
