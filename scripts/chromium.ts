import { spawnSync } from 'node:child_process'
import { chmodSync, createReadStream, createWriteStream } from 'node:fs'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { projectFolder } from './project-folder.mjs'

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const archives = ['al2023', 'swiftshader', 'fonts']

export type Browser = { executablePath: string; env: Record<string, string> }

/**
 * The browser of the tests: the one in CHROMIUM_PATH, else the pinned npm package (unpacked once),
 * else the one installed on this machine (docs/decisions/0038). CHROMIUM_FROM=machine prefers the
 * installed one. Throws if there is none.
 */
export async function findChromium(env = process.env): Promise<Browser> {
  const named = env['CHROMIUM_PATH']
  if (named) return { executablePath: named, env: {} }
  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  if (isPackaged && env['CHROMIUM_FROM'] !== 'machine') return unpacked()
  const found = systemPaths.find((path) => existsSync(path))
  if (found) return { executablePath: found, env: {} }
  throw new Error('No Chromium was found: name one with CHROMIUM_PATH')
}

/** The browser from npm needs its own libraries and, on a bare machine, its own fonts. */
async function unpacked(): Promise<Browser> {
  const folder = join(projectFolder, 'node_modules/.cache/chromium')
  const executablePath = join(folder, 'chromium')
  if (!existsSync(executablePath)) await unpack(folder, executablePath)
  const libraries = [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  const env = { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  return { executablePath, env }
}

/** Moves the executable into place last and atomically: if it exists, the unpacking is complete. */
async function unpack(folder: string, executablePath: string): Promise<void> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const packed = join(main.slice(0, main.lastIndexOf(`${sep}build${sep}`)), 'bin')
  mkdirSync(folder, { recursive: true })
  for (const name of archives) await unpackArchive(join(packed, `${name}.tar.br`), folder)
  writeFileSync(join(folder, 'fonts.conf'), fontsConfig(folder))
  const unfinished = `${executablePath}.${process.pid}`
  await decompress(join(packed, 'chromium.br'), unfinished)
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, executablePath)
}

async function unpackArchive(archive: string, folder: string): Promise<void> {
  const plain = join(folder, `unpacking.${process.pid}.tar`)
  await decompress(archive, plain)
  const { status } = spawnSync('tar', ['-xf', plain, '-C', folder], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${archive} could not be unpacked with tar`)
  rmSync(plain)
}

function decompress(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to))
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fontcache</cachedir>
</fontconfig>
`
}
