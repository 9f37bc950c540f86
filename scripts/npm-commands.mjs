// `npm start`, `npm test` and the commands below, from a bare clone on. This file and what it
// imports at the top use nothing but Node.js, since they run before anything is installed.
import { projectFolder } from './project-folder.mjs'

const oldestNode = [20, 19]

const commands = {
  start: async () => (await import('./start.mjs')).start(),
  dev: async () => (await import('./start.mjs')).watch(),
  check: async () => (await import('./test.mjs')).check(),
  test: async (args) => (await import('./test.mjs')).test(args),
  nightly: async (args) => (await import('./test.mjs')).nightly(args),
  bench: async (args) => (await import('./build-and-run.mjs')).runBuilt('bench/run.ts', args),
  lab: async (args) => (await import('./build-and-run.mjs')).runBuilt('lab/run.ts', args),
}

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

process.chdir(projectFolder)
const command = commands[process.argv[2]]
if (isNodeTooOld()) {
  refuse(`Node.js ${oldestNode.join('.')} or newer is needed; this is ${process.version}`)
}
if (!command) refuse(`Usage: node scripts/npm-commands.mjs ${Object.keys(commands).join(' | ')}`)
process.exitCode = await command(process.argv.slice(3))
