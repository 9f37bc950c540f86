/** A file of a build: how large it is and which others it imports. */
export type BuiltFile = {
  name: string
  size: number
  imports: readonly string[]
  /** What it imports while it runs; it is never merged with these. */
  lazyImports?: readonly string[]
  /** What it belongs to; files of different parts of the program are never merged. */
  part: string
  /** It is as large as it should be. */
  isFixed?: boolean
}

/** Files that are requested together, such as those of a page or of a dialog. */
export type FileRequest = {
  files: readonly string[]
  /** How much a byte more counts here. */
  weight: number
  /** How many files it may load, with those that they import. */
  atMost?: number
  /** How many bytes it may load beside these files, which are there already. */
  beside?: { files: readonly string[]; atMost: number }
}

/** Files that are one by now. */
type Unit = {
  names: string[]
  size: number
  imports: Set<Unit>
  lazyImports: Set<string>
  part: string
  isFixed: boolean
}
type Load = {
  request: FileRequest
  units: ReadonlySet<Unit>
  /** Files that are there already. */
  present: ReadonlySet<Unit>
  /** The bytes of the other files. */
  bytes: number
}
type Pair = { into: Unit; from: Unit }

/** How many times more a byte counts for a request that has reached its limit of bytes. */
const fullWeight = 8
/** How steeply a byte counts more, the fuller a request is. */
const fullPower = 8

/**
 * Merges files until no request loads more of them than it may. Repeatedly takes the request that
 * exceeds its limit most and merges the two of its files that add the fewest bytes to all requests
 * (greedy agglomerative clustering). Returns the names of the files that belong into one. Two files
 * with a third between them, which one imports and which imports the other, are never merged: files
 * that import each other would run before what they need.
 */
export function mergeFiles(
  files: readonly BuiltFile[],
  requests: readonly FileRequest[],
): readonly (readonly string[])[] {
  const units = unitsOf(files)
  const load = (request: FileRequest): Load => {
    const needed = (names: readonly string[]) =>
      closureOf(names.map((name) => unitWith(units, name)))
    const all = needed(request.files)
    const present = needed(request.beside?.files ?? [])
    const others = [...all].filter((unit) => !present.has(unit))
    return { request, units: all, present, bytes: sizeOf(others) }
  }
  let loads = requests.map(load)
  for (;;) {
    const longest = loads.reduce((a, b) => (excessOf(b) > excessOf(a) ? b : a))
    if (excessOf(longest) <= 0) break
    const pair = cheapestPair(longest, loads)
    if (!pair) throw new Error(`No more files of ${longest.request.files.join(', ')} can be merged`)
    merge(units, pair)
    loads = loads.map((each) => (isTouched(each, pair) ? load(each.request) : each))
  }
  return [...units].map(({ names }) => names).filter(({ length }) => length > 1)
}

function unitsOf(files: readonly BuiltFile[]): Set<Unit> {
  const byName = new Map(
    files.map(({ name, lazyImports = [], isFixed = false, size, part }): [string, Unit] => {
      const imports = new Set<Unit>()
      return [
        name,
        { names: [name], size, part, isFixed, imports, lazyImports: new Set(lazyImports) },
      ]
    }),
  )
  for (const { name, imports } of files) {
    const unit = byName.get(name)
    for (const imported of imports.map((each) => byName.get(each))) {
      if (imported && imported !== unit) unit?.imports.add(imported)
    }
  }
  return new Set(byName.values())
}

function unitWith(units: ReadonlySet<Unit>, name: string): Unit {
  for (const unit of units) if (unit.names.includes(name)) return unit
  throw new Error(`There is no file ${name}`)
}

function closureOf(roots: Iterable<Unit>): ReadonlySet<Unit> {
  const closure = new Set<Unit>()
  const collect = (unit: Unit): void => {
    if (closure.has(unit)) return
    closure.add(unit)
    for (const imported of unit.imports) collect(imported)
  }
  for (const root of roots) collect(root)
  return closure
}

/** How many files it loads more than it may. */
function excessOf({ request, units: { size } }: Load): number {
  return size - (request.atMost ?? Infinity)
}

function cheapestPair({ units }: Load, loads: readonly Load[]): Pair | undefined {
  const candidates = [...units]
    .filter(({ isFixed }) => !isFixed)
    .map((unit) => ({
      unit,
      closure: closureOf([unit]),
      loads: loads.filter((each) => each.units.has(unit)),
    }))
  let best: (Pair & { cost: number }) | undefined
  for (const [index, a] of candidates.entries()) {
    for (const b of candidates.slice(index + 1)) {
      if (a.unit.part !== b.unit.part) continue
      const shortened = a.loads.filter((each) => excessOf(each) > 0 && each.units.has(b.unit))
      const added = costOf(a.closure, b.loads) + costOf(b.closure, a.loads)
      const cost = added / shortened.length
      if (best && cost >= best.cost) continue
      if (canMerge(a.unit, b.unit)) best = { into: a.unit, from: b.unit, cost }
    }
  }
  return best
}

/** How many more bytes these loads have if each also needs a file with what it imports. */
function costOf(closure: ReadonlySet<Unit>, loads: readonly Load[]): number {
  let cost = 0
  for (const { request, units, present, bytes } of loads) {
    let added = 0
    for (const unit of closure) if (!units.has(unit) && !present.has(unit)) added += unit.size
    const fullness = (bytes + added) / (request.beside?.atMost ?? Infinity)
    cost += added * request.weight * (1 + fullWeight * fullness ** fullPower)
  }
  return cost
}

function sizeOf(units: readonly Unit[]): number {
  return units.reduce((sum, { size }) => sum + size, 0)
}

/** Whether neither file needs the other through a third, or loads it only while it runs. */
function canMerge(a: Unit, b: Unit): boolean {
  const isLazy = (from: Unit, to: Unit) => to.names.some((name) => from.lazyImports.has(name))
  if (isLazy(a, b) || isLazy(b, a)) return false
  const isThrough = (from: Unit, to: Unit) => {
    const between = [...from.imports].filter((unit) => unit !== to)
    return closureOf(between).has(to)
  }
  return !isThrough(a, b) && !isThrough(b, a)
}

function merge(units: Set<Unit>, { into, from }: Pair): void {
  units.delete(from)
  into.names.push(...from.names)
  into.size += from.size
  for (const name of from.lazyImports) into.lazyImports.add(name)
  for (const unit of from.imports) into.imports.add(unit)
  for (const unit of units) if (unit.imports.delete(from)) unit.imports.add(into)
  into.imports.delete(into)
}

function isTouched({ units, present }: Load, { into, from }: Pair): boolean {
  return [into, from].some((unit) => units.has(unit) || present.has(unit))
}
