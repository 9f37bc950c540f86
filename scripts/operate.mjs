import { existsSync } from 'node:fs'
import { run, runInstalled } from './children.mjs'
import { projectFolder } from './project-folder.mjs'

// Runs a program for operators: `node scripts/operate.mjs export FILE` is `db/export.ts`. Without
// devDependencies there is no tsx; then the built program runs.

process.chdir(projectFolder)
const [name, ...args] = process.argv.slice(2)
const built = `dist/server/${name}.js`
if (existsSync('node_modules/tsx')) {
  process.exitCode = await runInstalled('tsx/dist/cli.mjs', [`db/${name}.ts`, ...args])
} else if (existsSync(built)) {
  process.exitCode = await run(process.execPath, [built, ...args])
} else {
  console.error('This installation has no build: run npm ci && npm run build')
  process.exitCode = 1
}
