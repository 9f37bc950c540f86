// Completes package-lock.json: npm leaves out the optional platform packages that a registry lacks,
// and `npm ci` then refuses the gap (npm/cli#9846). Each gets an entry that names its machine, so
// `npm ci` passes it over. Run after every change of the lock; see docs/decisions/0007.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2] ?? 'package-lock.json'
const systems = [
  'android',
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
]
const processors = [
  'arm64',
  'x64',
  'arm',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

function repair(packages) {
  const added = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const isExact = /^\d/.test(version)
      if (isExact && !isLocked(packages, path, name)) {
        added[`node_modules/${name}`] = stub(name, version, entry)
      }
    }
  }
  return added
}

/** Resolves a package from `path` as Node.js does: in its folder, then in each parent. */
function isLocked(packages, path, name) {
  const parts = path.split('node_modules/').slice(1)
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const folder = parts
      .slice(0, depth)
      .map((part) => `node_modules/${part}`)
      .join('')
    const beneath = folder && !folder.endsWith('/') ? `${folder}/` : folder
    if (packages[`${beneath}node_modules/${name}`]) return true
  }
  return false
}

function stub(name, version, parent) {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const os = systems.filter((system) => words.some((word) => word.startsWith(system)))
  const cpu = processors.filter((processor) => words.includes(processor))
  return {
    version,
    optional: true,
    ...(parent.dev && { dev: true }),
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(words.includes('musl') && { libc: ['musl'] }),
  }
}

/** Tarball URLs are removed, so that every machine uses its configured registry. */
function withoutAddresses(packages) {
  for (const entry of Object.values(packages)) {
    if (/^https?:/.test(entry.resolved ?? '')) delete entry.resolved
  }
  return packages
}

const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = repair(lock.packages)
const all = Object.entries({ ...withoutAddresses(lock.packages), ...added })
lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${Object.keys(added).length} entries added`)
