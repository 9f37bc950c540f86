import { isTest, roomOf, type Source } from './sources.ts'

// The import rules of docs/house.md, by number. Tests may import anything.

/** The feature folders from left to right. Each may import its own group and groups to its left. */
const groups = [
  [
    'auth',
    'settings',
    'audit',
    'api-keys',
    'documents',
    'notifications',
    'comments',
    'views',
    'webhooks',
  ],
  ['customers', 'vendors'],
  ['journal'],
  ['skus'],
  ['pricing', 'credit', 'stock', 'receivables', 'dunning', 'sourcing', 'decisions'],
  ['sales-orders', 'purchase-orders'],
  ['requisitions', 'purchase-proposals'],
  ['payables', 'vendor-payments'],
  ['intake'],
  ['order-entry', 'returns'],
  ['edi', 'wms-integration'],
  [
    'ap-reports',
    'ar-reports',
    'reports',
    'backtests',
    'dashboard',
    'search',
    'system-health',
    'personal-data',
    'bulk-changes',
    'help',
  ],
]
const leafRooms = groups.at(-1) ?? []
const purePackages = new Set(['zod/mini', 'jsbarcode'])
/** Bulk calls and imports are two subjects in two files. */
const maxKernelFiles = 13

export function importViolations(all: readonly Source[]): string[] {
  const sources = all.filter((source) => !isTest(source.path))
  return [
    ...sources.flatMap(upwardImports),
    ...kernel(sources),
    ...sources.flatMap(impureRules),
    ...serverInBrowser(sources),
    ...sources.flatMap(screensOnServer),
    ...sources.flatMap(privateFiles),
    ...sources.flatMap(roomOrder),
    ...fileCycles(sources),
    ...roomCycles(sources),
  ]
}

const layers = ['platform', 'features', 'app']

/** 1. app → features → platform, never back. */
function upwardImports({ path, imports }: Source): string[] {
  const own = layers.indexOf(path.split('/')[0] ?? '')
  if (own < 0) return []
  const wrong = imports.filter(({ target }) => layers.indexOf(target.split('/')[0] ?? '') > own)
  return wrong.map(({ target, line }) => `${path}:${line} rule 1: may not import ${target}`)
}

/** 2. The kernel imports zod and nothing else, and stays small. */
function kernel(sources: readonly Source[]): string[] {
  const files = sources.filter(({ path }) => path.startsWith('platform/kernel/'))
  const foreign = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target !== 'zod/mini' && !target.startsWith('platform/kernel/'))
      .map(({ target, line }) => `${path}:${line} rule 2: the kernel may not import ${target}`),
  )
  if (files.length <= maxKernelFiles) return foreign
  return [...foreign, `platform/kernel has ${files.length} files, more than ${maxKernelFiles}`]
}

/** Files at the top of a feature run on both client and server. */
const topOfRoom = /^features\/[^/]+\/[^/]+\.ts$/

/**
 * 3. Code shared by client and server imports only the kernel, other shared code and pure packages.
 */
function impureRules({ path, imports }: Source): string[] {
  if (!topOfRoom.test(path)) return []
  const isPure = (target: string) =>
    topOfRoom.test(target) || target.startsWith('platform/kernel/') || purePackages.has(target)
  const wrong = imports.filter(({ target }) => !isPure(target))
  return wrong.map(({ target, line }) => `${path}:${line} rule 3: may not import ${target}`)
}

const screens = /^(.*\.tsx|features\/[^/]+\/ui\/.*|platform\/(web|ui)\/.*)$/
const serverFiles = /^(features\/[^/]+\/server\/|platform\/server\/|db\/)/
const serverPackages = /^(node:|pg$|drizzle-orm)/

/** 4. Screens never import server files, not even indirectly. */
function serverInBrowser(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return sources
    .filter(({ path }) => screens.test(path) && !path.startsWith('scripts/'))
    .flatMap(({ path }) => {
      const chain = chainToServer(byPath, [path], new Set())
      return chain ? [`${path} rule 4: reaches the server: ${chain.join(' → ')}`] : []
    })
}

function chainToServer(
  byPath: ReadonlyMap<string, Source>,
  chain: readonly string[],
  seen: Set<string>,
): readonly string[] | undefined {
  const from = chain.at(-1) ?? ''
  if (serverFiles.test(from) || serverPackages.test(from)) return chain
  if (seen.has(from)) return undefined
  seen.add(from)
  const used = (byPath.get(from)?.imports ?? []).filter(({ isTypeOnly }) => !isTypeOnly)
  for (const { target } of used) {
    const found = chainToServer(byPath, [...chain, target], seen)
    if (found) return found
  }
  return undefined
}

/** 4. The server imports no screens. */
function screensOnServer({ path, imports }: Source): string[] {
  if (!/^(features\/[^/]+|platform)\/server\//.test(path)) return []
  const wrong = imports.filter(({ target }) => screens.test(target))
  return wrong.map(({ target, line }) => `${path}:${line} rule 4: ${target} is of the browser`)
}

/** What other rooms may import besides the top of a room. Tables refer to tables. */
const openFiles = /^features\/[^/]+\/(server\/(service|tables)\.ts|ui\/parts\/[^/]+)$/

/** 5. Of another room: the files at its top, its service, its tables and its `ui/parts/`. */
function privateFiles({ path, imports }: Source): string[] {
  const own = roomOf(path)
  const wrong = imports.filter(({ target }) => {
    const room = roomOf(target)
    if (!own || !room || room === own) return false
    return !topOfRoom.test(target) && !openFiles.test(target)
  })
  return wrong.map(({ target, line }) => `${path}:${line} rule 5: ${target} is private`)
}

/** A feature imports features to its left; nothing imports a leaf. */
function roomOrder({ path, imports }: Source): string[] {
  const own = roomOf(path)
  if (!own) return []
  if (groupOf(own) < 0) return [`${path}: ${own} has no place in the order of rooms`]
  return imports.flatMap(({ target, line }) => {
    const used = roomOf(target)
    if (!used || used === own) return []
    if (leafRooms.includes(used)) return [`${path}:${line} ${used} is a leaf, used by nobody`]
    return groupOf(used) > groupOf(own) ? [`${path}:${line} ${used} is to the right of ${own}`] : []
  })
}

function groupOf(room: string): number {
  return groups.findIndex((group) => group.includes(room))
}

/** 6. No import cycles between files. Type-only imports are erased and do not count. */
function fileCycles(sources: readonly Source[]): string[] {
  const edges = sources.map(({ path, imports }): [string, string[]] => [
    path,
    imports.filter(({ isTypeOnly }) => !isTypeOnly).map(({ target }) => target),
  ])
  return cycles(new Map(edges)).map((circle) => `rule 6: a circle of files: ${circle}`)
}

/** 6. No import cycles between features, even of types: each can be understood before the next. */
function roomCycles(sources: readonly Source[]): string[] {
  const edges = new Map<string, string[]>()
  for (const { path, imports } of sources) {
    const own = roomOf(path)
    if (!own) continue
    const used = imports.map(({ target }) => roomOf(target)).filter((room) => room !== undefined)
    const known = edges.get(own) ?? []
    edges.set(own, [...known, ...used.filter((room) => room !== own)])
  }
  return cycles(edges).map((circle) => `rule 6: a circle of rooms: ${circle}`)
}

function cycles(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (at: string, trail: readonly string[]) => {
    const start = trail.indexOf(at)
    if (start >= 0) found.add([...trail.slice(start), at].join(' → '))
    if (start >= 0 || done.has(at)) return
    for (const next of edges.get(at) ?? []) visit(next, [...trail, at])
    done.add(at)
  }
  for (const from of edges.keys()) visit(from, [])
  return [...found]
}
