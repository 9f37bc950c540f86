import { spawn } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { npm, wasStopped } from './children.mjs'
import { projectFolder } from './project-folder.mjs'
import { shippedFiles } from './dependencies/shipped-files.mjs'

// `npm run check:production`, after a build: installs the program in a new folder without
// devDependencies, as docs/operations.md describes, measures the folder and uses the program there.

const mostMegabytes = 150
/** What `scripts/operate.mjs` runs. */
const operatorPrograms = ['backup', 'export', 'migrate-as-owner', 'restore', 'user-password']
const block = 4096
/** Variables of this run that would change what npm and the program in the folder do. */
const notPassedOn =
  /^(npm_(package|lifecycle|command)|npm_config_local_prefix$|INIT_CWD$|DATABASE_)/

async function check(folder) {
  for (const file of shippedFiles) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(projectFolder, file), join(folder, file), { recursive: true })
  }
  process.chdir(folder)
  await output(['ci', '--omit=dev', '--prefer-offline', '--loglevel=error'])
  const size = megabytesIn('.')
  const parts = ['node_modules', 'dist'].map((part) => `${part} ${megabytesIn(part)}`)
  console.log(`Installed without devDependencies: ${size} MB (${parts.join(', ')})`)
  if (size >= mostMegabytes) throw new Error(`The limit is ${mostMegabytes} MB`)
  const unbuilt = operatorPrograms.filter((name) => !existsSync(`dist/server/${name}.js`))
  if (unbuilt.length > 0) throw new Error(`Not in the build: ${unbuilt.join(', ')}`)
  await whileServed(async () => {})
  const said = await output(['run', '--silent', 'user:password', '--', 'finance'])
  const password = /password of finance is (\S+)/.exec(said)?.[1]
  const file = join(folder, 'prizm.sql')
  await output(['run', '--silent', 'db:export', '--', file])
  if (!existsSync(file)) throw new Error('db:export wrote no file')
  const backup = join(folder, 'prizm.tar.gz')
  await whileServed(async (url) => {
    await useProgram(url, password)
    await output(['run', '--silent', 'backup', '--', backup])
  })
  await output(['run', '--silent', 'restore', '--', backup])
  await whileServed((url) => useProgram(url, password))
  console.log('serve, user:password, db:export, backup and restore run')
}

/** Signs in, opens the first screen, and reads an invoice as PDF and the metrics. */
async function useProgram(url, password) {
  const page = await read(`${url}/`, {})
  if (!page.toString().includes('<html')) throw new Error('The first screen is missing')
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'finance', password }),
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0]
  if (!signedIn.ok || !cookie) throw new Error(`Nobody could sign in: ${signedIn.status}`)
  const [invoice] = JSON.parse(await read(`${url}/api/invoices?limit=1`, { cookie }))
  const pdf = await read(`${url}/api/invoices/${invoice.id}/pdf`, { cookie })
  if (!pdf.toString('latin1').startsWith('%PDF-')) throw new Error('The invoice is no PDF')
  const metrics = await read(`${url}/metrics`, {})
  if (!metrics.toString().includes('process_cpu')) throw new Error('The metrics are missing')
}

async function read(url, headers) {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Runs `npm run serve`, and `work` once it is ready; then stops it as a supervisor does. */
async function whileServed(work) {
  const env = { ...process.env, DATA_DIR: 'data', PORT: '0', SEED: 'small', LOG_LEVEL: 'warn' }
  // A process group of its own, because npm does not pass the signal to the program.
  const child = spawn('npm', ['run', '--silent', 'serve'], { env, detached: true })
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    await work(await readyUrl(child))
  } finally {
    const isRunning = child.exitCode === null && child.signalCode === null
    if (isRunning && child.pid) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

function readyUrl(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk) => {
      said += chunk
      const url = /ready at (http:\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`serve ended with ${code}:\n${said}`)))
  })
}

/** Runs an npm command and returns what it prints. Throws that if it fails. */
async function output(args) {
  const chunks = []
  const code = await npm(args, (chunk) => chunks.push(chunk))
  const said = Buffer.concat(chunks).toString()
  if (code !== 0 || wasStopped()) throw new Error(`npm ${args.join(' ')} failed:\n${said}`)
  return said
}

/** The size of a folder in megabytes, as `du -sm` counts it. */
function megabytesIn(folder) {
  const files = readdirSync(folder, { recursive: true })
  const sizes = files.map((file) => Math.ceil(lstatSync(join(folder, file)).size / block))
  return Math.ceil((sizes.reduce((sum, blocks) => sum + blocks, 0) * block) / 2 ** 20)
}

async function main() {
  if (!existsSync(join(projectFolder, 'dist/server/server.js')))
    throw new Error('Run npm run build')
  for (const name of Object.keys(process.env)) {
    if (notPassedOn.test(name)) delete process.env[name]
  }
  process.env.DATA_DIR = 'data'
  const folder = mkdtempSync(join(tmpdir(), 'prizm-production-'))
  try {
    await check(folder)
  } finally {
    process.chdir(projectFolder)
    rmSync(folder, { recursive: true, force: true })
  }
}

main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
