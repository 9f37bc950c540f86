import { join } from 'node:path'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import {
  type BundledPage,
  bundledRecordPages,
  bundledScreens,
  dashboard,
  frame,
  lists,
  main,
  orderEntry,
  signIn,
  withoutLists,
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

/** A module that so many of these screens need is loaded with all of them. */
const sharedBy = 4
/**
 * What a page of the bundle may have of them. Two are in no page: the theme and the bundler's
 * runtime. Two remain for parts that only some records show.
 */
const maxFiles = loadLimits.scripts - 4

/**
 * Bundles the modules of the first pages into one file each: `base` is shared by sign-in and the
 * rest, `common` is loaded there later, `frame` surrounds every screen, `dashboard` is its screen.
 * `forms` and `lists` are what several screens share, with Order Entry and without it, except for
 * what the screens without lists need; `icons` are all icons. The bundler's default makes 60 small
 * files for one screen, which compress 7 % worse. Other files are merged until no page loads too
 * many. The modules are known only after tree shaking, so a throwaway build determines them first.
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
  const forSignIn = needs([at(signIn)])
  const forFrame = needs(frame.map(at))
  const forDashboard = needs([...frame, dashboard].map(at))
  const forOrderEntry = needs([at(orderEntry)])
  const ofScreens = [orderEntry, ...lists].map((name) => needs([at(name)]))
  // What sign-in may load later stays apart from the screens.
  const isOfScreens = (id: string) => !everForSignIn.has(id)
  const forScreensWithoutLists = needs(withoutLists.map(at))
  const isShared = (id: string) =>
    isOfScreens(id) &&
    (forOrderEntry.has(id) || !forScreensWithoutLists.has(id)) &&
    ofScreens.filter((ids) => ids.has(id)).length >= sharedBy
  const isIcon = (id: string) => isOfScreens(id) && id.includes('lucide-react')
  return [
    { name: 'base', isIn: (id) => forSignIn.has(id) && forDashboard.has(id) },
    { name: 'common', isIn: (id) => everForSignIn.has(id) && forDashboard.has(id) },
    { name: 'frame', isIn: (id) => forFrame.has(id) },
    { name: 'dashboard', isIn: (id) => forDashboard.has(id) },
    { name: 'forms', isIn: (id) => isShared(id) && forOrderEntry.has(id), isAlone: true },
    { name: 'lists', isIn: isShared, isAlone: true },
    { name: 'icons', isIn: isIcon, isAlone: true },
  ]
}

/** What a screen has loaded already when it opens a dialog. */
const ofEveryScreen = ['frame', 'dashboard', 'forms', 'lists', 'icons']
/** Screens are opened more often than single records and dialogs. */
const weights = { screen: 3, other: 1 }

type Context = { at: PathOf; everForSignIn: ReadonlySet<string> }

/** Groups of what the named groups leave, so that every page loads at most `maxFiles`. */
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
  const ofPages = (pages: readonly BundledPage[], weight: number) =>
    pages.map(({ modules }) => request(modules.map(at), weight, maxFiles))
  const ofDialogs = chunks.flatMap(({ isDynamicEntry, facadeModuleId }) => {
    if (!isDynamicEntry || facadeModuleId === null) return []
    const opener = everForSignIn.has(facadeModuleId) ? [] : ofEveryScreen
    return [request([facadeModuleId, ...opener], weights.other)]
  })
  const merged = mergeFiles(builtFiles(chunks, fileOf, everForSignIn), [
    request([at(signIn)], weights.screen),
    ...ofPages(bundledScreens(), weights.screen),
    ...ofPages(bundledRecordPages(), weights.other),
    ...ofDialogs,
  ])
  return merged.map((names) => {
    const all = new Set(names)
    const largest = chunks.filter(({ fileName }) => all.has(fileName)).reduce(larger)
    return { name: largest.name, isIn: (id) => all.has(fileOf(id)), isAlone: true }
  })
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
    for (const id of chunk.moduleIds) {
      const name = fileOf(id)
      const isFixed = name !== chunk.fileName
      const part = everForSignIn.has(id) ? 'sign-in' : 'screens'
      const lazyImports = isFixed ? [] : chunk.dynamicImports
      const none: MutableFile = { name, size: 0, imports: [], lazyImports, part, isFixed }
      const file = files.get(name) ?? none
      file.size += chunk.modules[id]?.renderedLength ?? 0
      // Icons import only what every page has.
      if (name !== 'icons') file.imports.push(...needed.filter((each) => each !== name))
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
 * too many scripts, or if the sign-in page or the dashboard loads too much JavaScript.
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
        const sizes = new Map([
          [signIn, loadLimits.signInKb],
          [dashboard, loadLimits.dashboardKb],
        ])
        const pages = [...bundledScreens(), ...bundledRecordPages()]
        for (const { name, modules } of [{ name: signIn, modules: [signIn] }, ...pages]) {
          const loaded = [...files(modules.map(at))]
          // The page also has a script of its own for the theme.
          const count = loaded.length + 1
          const max = loadLimits.scripts
          if (count > max) this.error(`Scripts of ${name}: ${count}, at most ${max}`)
          const size = gzipKb(loaded.map(({ code }) => code))
          const maxKb = sizes.get(name) ?? Infinity
          if (size > maxKb) {
            this.error(`JavaScript of ${name}: ${size.toFixed(1)} KB, at most ${maxKb} KB`)
          }
        }
      },
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
