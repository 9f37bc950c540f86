import { runInstalled, wasStopped } from './children.mjs'
import { build, install } from './install-and-build.mjs'

/** Installs and builds what is missing, then runs a program that needs the built product. */
export async function runBuilt(program, args) {
  const code = (await install()) || (await build())
  if (code !== 0 || wasStopped()) return code
  return runInstalled('tsx/dist/cli.mjs', [program, ...args])
}
