import { join } from 'node:path'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'

type Group = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>[number]

const signIn = 'sign-in.tsx'
const main = 'web.tsx'
const frame = [main, 'frame/Shell.tsx']
const dashboard = [...frame, 'screens/DashboardScreen.tsx']
const orderEntry = 'screens/OrderEntryScreen.tsx'
/** Screens that have lists and forms in common, besides Order Entry. */
const lists = [
  ...['Customers', 'PurchaseOrders', 'Returns', 'SalesOrders', 'Skus', 'Vendors'].map(
    (name) => `screens/${name}Screen.tsx`,
  ),
  '../features/ap-reports/ui/ApReportsPage.tsx',
  '../features/ar-reports/ui/ArReportsPage.tsx',
]
/** A module that so many of these screens need is loaded with all of them. */
const sharedBy = 3

/**
 * Bundles the modules of the first pages into one file each: `base` is shared by sign-in and the
 * rest, `common` is loaded there later, `frame` surrounds every screen, `dashboard` is its screen.
 * `forms` and `lists` are what several screens share, with Order Entry and without it; `icons` are
 * all icons. The bundler's default makes 60 small files for one screen, which compress 7 % worse.
 * The modules are known only after tree shaking, so a throwaway build determines them first.
 */
export async function firstFiles(config: UserConfig): Promise<Group[]> {
  const needs = needsOf(await chunksOf(config))
  const at = (name: string) => join(config.root ?? '', name)
  const forSignIn = needs([at(signIn)])
  const everForSignIn = needs([at(signIn)], { withLate: true })
  const forFrame = needs(frame.map(at))
  const forDashboard = needs(dashboard.map(at))
  const forOrderEntry = needs([at(orderEntry)])
  const ofScreens = [orderEntry, ...lists].map((name) => needs([at(name)]))
  // What sign-in may load later stays apart from the screens.
  const isOfScreens = (id: string) => !everForSignIn.has(id)
  const isShared = (id: string) =>
    isOfScreens(id) && ofScreens.filter((ids) => ids.has(id)).length >= sharedBy
  const isIcon = (id: string) => isOfScreens(id) && id.includes('lucide-react')
  const group = (name: string, priority: number, isIn: (id: string) => boolean): Group => {
    // Entry modules run when their file is loaded, so they stay out of the groups.
    return { name, priority, test: (id) => isIn(id) && id !== at(signIn) && id !== at(main) }
  }
  // A group also takes the dependencies of its modules, so fill the shared group first.
  return [
    group('base', 7, (id) => forSignIn.has(id) && forDashboard.has(id)),
    group('common', 6, (id) => everForSignIn.has(id) && forDashboard.has(id)),
    group('frame', 5, (id) => forFrame.has(id)),
    group('dashboard', 4, (id) => forDashboard.has(id)),
    { ...group('forms', 3, (id) => isShared(id) && forOrderEntry.has(id)), ...alone },
    { ...group('lists', 2, isShared), ...alone },
    { ...group('icons', 1, isIcon), ...alone },
  ]
}

/** Takes the modules themselves, not what they import. */
const alone = { includeDependenciesRecursively: false }

/** Fails the build if the sign-in page could load the module that starts the app. */
export function separatePageChunks(): Plugin {
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

/** Returns the modules of the files that load with the given modules, optionally with lazy ones. */
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
