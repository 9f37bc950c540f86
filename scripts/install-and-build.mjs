import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './children.mjs'

const sourceFolders = ['app', 'features', 'platform', 'db', 'wms-simulator']
const sourceFiles = [
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/bundle/bundle-groups.ts',
  'scripts/bundle/bundled-pages.ts',
  'scripts/bundle/merge-files.ts',
  'scripts/dependencies/bundled-packages.ts',
  'scripts/dependencies/sbom.mjs',
  'scripts/dependencies/write-sbom.mjs',
]
const built = ['dist/web/index.html', 'dist/server/server.js']
const buildStamp = 'dist/.sources'

/**
 * Installs the locked dependencies if they are missing or stale. Resolves to an exit code. `npm ci`
 * empties the folder first, so a symbolic link is left alone: it belongs to another checkout, whose
 * programs may be running.
 */
export async function install() {
  if (isInstalled()) return 0
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error('node_modules is a link to a stale folder: run npm ci where it leads')
    return 1
  }
  console.log('Installing dependencies (npm ci) …')
  return npm(['ci', '--loglevel=error'])
}

/** Builds the screens and the server if the build is missing or stale. */
export async function build() {
  const stamp = hashOfSources()
  const isBuilt = built.every((file) => existsSync(file))
  if (isBuilt && readIfThere(buildStamp) === stamp) return 0
  console.log('Building …')
  const code = await npm(['run', 'build', '--silent', '--', '--logLevel', 'warn'])
  if (code !== 0) return code
  mkdirSync('dist', { recursive: true })
  writeFileSync(buildStamp, stamp)
  return 0
}

/**
 * True if every locked package is installed at its locked version. npm writes its list of installed
 * packages last, so an interrupted install has none. Optional packages are skipped, since many are
 * for other platforms.
 */
function isInstalled() {
  const list = readIfThere('node_modules/.package-lock.json')
  if (!list) return false
  const installed = JSON.parse(list).packages
  const locked = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
  const wanted = locked.filter(([path, entry]) => path !== '' && !entry.optional)
  return wanted.every(([path, entry]) => installed[path]?.integrity === entry.integrity)
}

function hashOfSources() {
  const hash = createHash('sha256')
  const files = [...sourceFiles, ...sourceFolders.flatMap(filesUnder)]
  for (const file of files.filter((name) => !/\.(test|spec)\.tsx?$/.test(name))) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
