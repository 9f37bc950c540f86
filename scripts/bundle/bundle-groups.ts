import { join } from 'node:path'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import {
  type BundledPage,
  bundledRecordPages,
  bundledScreens,
  dashboard,
  dashboardPage,
  dashboardParts,
  frame,
  main,
  offline,
  orderEntry,
  signIn,
  unsentOrders,
} from './bundled-pages.ts'
import { gzipKb, loadLimits } from './load-limits.ts'
import { type BuiltFile, type FileRequest, mergeFiles } from './merge-files.ts'

type Group = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>[number]
type NamedGroup = {
  name: string
  isIn: (id: string) => boolean
  /** It takes the modules themselves, not what they import. */
  isAlone?: boolean
}

/** Scripts that are in no page of the bundle: the theme and the bundler's runtime. */
const notInPages = 2
/** Files for work without a connection, which a page loads when it is at rest. */
const besidePages = 2
const maxFiles = loadLimits.scripts - notInPages - besidePages
const maxDashboardFiles = loadLimits.dashboardScripts - notInPages
/** How many bytes of minified code make a KB of gzip in a file of some size, about. */
const bytesPerKb = 3000

/**
 * Bundles the modules of the first pages into one file each: `base` is shared by sign-in and the
 * rest, `frame` surrounds every screen, `dashboard` is its screen, `dashboard-parts`, `offline` and
 * `unsent` are what it loads when it is at rest, the last two like every page. The bundler's
 * default makes 60 small files for one screen, which compress 7 % worse. Other files are merged
 * until no page loads too many. The modules are known only after tree shaking, so a throwaway build
 * determines them first.
 */
export async function bundleGroups(config: UserConfig): Promise<Group[]> {
  const chunks = await chunksOf(config)
  const at = (name: string) => join(config.root ?? '', '..', name)
  const everForSignIn = modulesOf(chunks)([at(signIn)], { withLate: true })
  const named = namedGroups(chunks, at, everForSignIn)
  const all = [...named, ...mergedGroups(chunks, named, { at, everForSignIn })]
  return all.map(({ name, isIn, isAlone = false }, index): Group => ({
    name,
    // A group also takes the dependencies of its modules, so fill the shared groups first.
    priority: all.length - index,
    // Entry modules run when their file is loaded, so they stay out of the groups.
    test: (id) => isIn(id) && id !== at(signIn) && id !== at(main),
    includeDependenciesRecursively: !isAlone,
  }))
}

type PathOf = (name: string) => string

function namedGroups(
  chunks: readonly Rolldown.OutputChunk[],
  at: PathOf,
  everForSignIn: ReadonlySet<string>,
): NamedGroup[] {
  const needs = modulesOf(chunks)
  const forFrame = needs(frame.map(at))
  const forDashboard = needs([...frame, dashboard].map(at))
  const forParts = needs([...frame, dashboard, ...dashboardParts].map(at))
  const forOffline = needs(offline.map(at))
  const forUnsent = needs([at(unsentOrders)])
  return [
    { name: 'base', isIn: (id) => everForSignIn.has(id) && forParts.has(id) },
    { name: 'frame', isIn: (id) => forFrame.has(id) },
    { name: 'dashboard', isIn: (id) => forDashboard.has(id) },
    { name: 'dashboard-parts', isIn: (id) => forParts.has(id), isAlone: true },
    { name: 'offline', isIn: (id) => forOffline.has(id), isAlone: true },
    { name: 'unsent', isIn: (id) => forUnsent.has(id), isAlone: true },
  ]
}

/** What so many pages of the menu need is there already when a screen opens a dialog. */
const sharedBy = 4
/** Screens are opened more often than single records, and these more often than a dialog. */
const weights = { screen: 3, record: 1, dialog: 0.3 }
/** How much more a byte of Order Entry counts than one of another screen. */
const mostUsed = 6
/** How many KB below its limit a page should stay: their sizes are estimated here. */
const reserveKb = 7

type Context = { at: PathOf; everForSignIn: ReadonlySet<string> }

/** Groups of what the named groups leave, so that every page is within its limits. */
function mergedGroups(
  chunks: readonly Rolldown.OutputChunk[],
  named: readonly NamedGroup[],
  { at, everForSignIn }: Context,
): NamedGroup[] {
  const groupOf = (id: string) => named.find(({ isIn }) => isIn(id))?.name
  const fileOfModule = new Map(
    chunks.flatMap(({ fileName, moduleIds }) =>
      moduleIds.map((id) => [id, groupOf(id) ?? fileName] as const),
    ),
  )
  const fileOf = (id: string) => fileOfModule.get(id) ?? id
  const request = (ids: readonly string[], weight: number, atMost = Infinity): FileRequest => {
    return { files: ids.map(fileOf), weight, atMost }
  }
  const beside = dashboardPage.modules.map(at).map(fileOf)
  const besideDashboard = { files: beside, atMost: (loadLimits.furtherKb - reserveKb) * bytesPerKb }
  const ofPages = (pages: readonly BundledPage[], weight: number) =>
    pages.map(({ modules, isInMenu }) => {
      const times = modules.includes(orderEntry) ? mostUsed : 1
      const ofPage = request(modules.map(at), times * weight, maxFiles)
      return isInMenu ? { ...ofPage, beside: besideDashboard } : ofPage
    })
  const opener = sharedFiles(
    chunks,
    bundledScreens().map(({ modules }) => modules.map(at)),
    fileOf,
  )
  const ofDialogs = chunks.flatMap(({ isDynamicEntry, facadeModuleId }) => {
    if (!isDynamicEntry || facadeModuleId === null) return []
    const dialog = request([facadeModuleId], weights.dialog)
    if (everForSignIn.has(facadeModuleId)) return [dialog]
    return [{ ...dialog, beside: { files: opener, atMost: Infinity } }]
  })
  const merged = mergeFiles(builtFiles(chunks, fileOf, everForSignIn), [
    request([at(signIn)], weights.screen),
    request(dashboardPage.modules.map(at), weights.screen, maxDashboardFiles),
    ...ofPages(bundledScreens(), weights.screen),
    ...ofPages(bundledRecordPages(), weights.record),
    ...ofDialogs,
  ])
  return merged.map((names) => {
    const all = new Set(names)
    const largest = chunks.filter(({ fileName }) => all.has(fileName)).reduce(larger)
    return { name: largest.name, isIn: (id) => all.has(fileOf(id)), isAlone: true }
  })
}

/** The files that at least `sharedBy` of these pages load. */
function sharedFiles(
  chunks: readonly Rolldown.OutputChunk[],
  pages: readonly (readonly string[])[],
  fileOf: (id: string) => string,
): string[] {
  const ofPages = pages.map((ids) => new Set([...modulesOf(chunks)(ids)].map(fileOf)))
  const all = new Set(ofPages.flatMap((files) => [...files]))
  return [...all].filter((name) => ofPages.filter((files) => files.has(name)).length >= sharedBy)
}

function builtFiles(
  chunks: readonly Rolldown.OutputChunk[],
  fileOf: (id: string) => string,
  everForSignIn: ReadonlySet<string>,
): BuiltFile[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  type MutableFile = BuiltFile & { imports: string[] }
  const files = new Map<string, MutableFile>()
  for (const chunk of chunks) {
    const needed = [chunk.fileName, ...chunk.imports].flatMap((name) =>
      (byName.get(name)?.moduleIds ?? []).map(fileOf),
    )
    const rendered = (id: string) => chunk.modules[id]?.renderedLength ?? 0
    const whole = chunk.moduleIds.reduce((sum, id) => sum + rendered(id), 0) || 1
    for (const id of chunk.moduleIds) {
      const name = fileOf(id)
      const isFixed = name !== chunk.fileName
      const part = everForSignIn.has(id) ? 'sign-in' : 'screens'
      const lazyImports = isFixed ? [] : chunk.dynamicImports
      const none: MutableFile = { name, size: 0, imports: [], lazyImports, part, isFixed }
      const file = files.get(name) ?? none
      file.size += (rendered(id) / whole) * chunk.code.length
      file.imports.push(...needed.filter((each) => each !== name))
      files.set(name, file)
    }
  }
  return [...files.values()]
}

function larger(a: Rolldown.OutputChunk, b: Rolldown.OutputChunk): Rolldown.OutputChunk {
  return b.code.length > a.code.length ? b : a
}

/**
 * Fails the build if the sign-in page could load the module that starts the app, if a page loads
 * too many scripts, or if sign-in or the dashboard loads too much JavaScript.
 */
export function checkPageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      // The files have their last content: Vite adds the lists of the files to preload.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const ids = chunks.flatMap(({ moduleIds }) => moduleIds)
        const at = (name: string) => ids.find((id) => id.endsWith(`/${name}`)) ?? name
        if (modulesOf(chunks)([at(signIn)], { withLate: true }).has(at(main))) {
          this.error(`The files of ${signIn} load ${main}, which starts the program`)
        }
        const files = filesOf(chunks)
        const check = ({ name, modules }: BundledPage, limits: PageLimits) => {
          const loaded = [...files(modules.map(at))]
          const size = gzipKb(loaded.map(({ code }) => code))
          const problem = problemOf(name, { count: loaded.length, size }, limits)
          if (problem) this.error(problem)
        }
        const { signInKb, dashboardKb, dashboardScripts, scripts } = loadLimits
        check({ name: signIn, modules: [signIn] }, { scripts, kb: signInKb })
        check(dashboardPage, { scripts: dashboardScripts, kb: dashboardKb })
        for (const page of [...bundledScreens(), ...bundledRecordPages()]) {
          check(page, { scripts, kb: Infinity })
        }
      },
    },
  }
}

type PageLimits = { scripts: number; kb: number }

/** Says what is too much for a page, whose theme is a script of its own that is not counted. */
function problemOf(
  name: string,
  { count, size }: { count: number; size: number },
  { scripts, kb }: PageLimits,
): string | undefined {
  if (count + 1 > scripts) return `Scripts of ${name}: ${count + 1}, at most ${scripts}`
  if (size > kb) return `JavaScript of ${name}: ${size.toFixed(1)} KB, at most ${kb} KB`
  return undefined
}

async function chunksOf(config: UserConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  return outputs.flatMap(({ output }) => output).filter((each) => each.type === 'chunk')
}

/** Returns the files that load with the given modules, optionally with lazy ones. */
function filesOf(chunks: readonly Rolldown.OutputChunk[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])))
  return (ids: readonly string[], { withLate = false } = {}) => {
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
    return found
  }
}

/** Returns the modules of the files that load with the given modules. */
function modulesOf(chunks: readonly Rolldown.OutputChunk[]) {
  const files = filesOf(chunks)
  return (ids: readonly string[], options: { withLate?: boolean } = {}): ReadonlySet<string> =>
    new Set([...files(ids, options)].flatMap((chunk) => chunk.moduleIds))
}
