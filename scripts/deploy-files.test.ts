import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '#platform/server/runtime/config.ts'
import project from '../package.json' with { type: 'json' }
import { projectFolder } from './project-folder.mjs'
import { shippedFiles } from './dependencies/shipped-files.mjs'

// The files in `deploy` say what the program and its tests say. What needs Docker or a running
// systemd is not tested here.

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8')
const container = read('deploy/Containerfile').replaceAll('\\\n', '')
const compose = read('deploy/compose.yaml')
const unit = read('deploy/prizm.service')
const operations = read('docs/operations.md')

/** The instructions of one kind in a stage, without their names. */
function instructions(stage: string, name: string): string[] {
  const lines = stage.split('\n').filter((line) => line.startsWith(`${name} `))
  return lines.map((line) => line.slice(name.length + 1).trim())
}

const stages = container.split(/^(?=FROM )/m).slice(1)
const last = stages.at(-1) ?? ''
/** How `npm run serve` starts the program. */
const serve = project.scripts.serve.replace(/^exec /, '')

test('the image has what the check of a production installation copies, and the packages', () => {
  const copied = instructions(last, 'COPY').flatMap((line) => {
    const words = line.split(' ').filter((word) => word.startsWith('/opt/prizm/'))
    return words.map((word) => word.replace('/opt/prizm/', ''))
  })
  expect(copied.toSorted()).toEqual([...shippedFiles, 'node_modules'].toSorted())
  expect(container).toContain('RUN npm ci --omit=dev')
})

const bases = stages.map((stage) => instructions(stage, 'FROM')[0]?.split(' ')[0])

test('each stage has the same base, of the version in .nvmrc', () => {
  expect(new Set(bases).size).toBe(1)
  expect(bases[0]).toMatch(/^docker\.io\/library\/node:20\.\d+\.\d+-bookworm-slim$/)
  expect(read('.nvmrc').trim()).toBe('20')
})

test('the program is process 1 of the image, so that SIGTERM reaches it, and is not root', () => {
  const command = JSON.stringify(serve.split(' ')).replaceAll(',', ', ')
  expect(instructions(last, 'CMD')).toEqual([command])
  expect(instructions(last, 'ENTRYPOINT')).toEqual([])
  expect(instructions(last, 'USER')).toEqual(['1000:1000'])
  expect(instructions(last, 'VOLUME')).toEqual(['/data'])
})

test('the health check of the image is a script that it has', () => {
  const [, script] = /CMD \["node", "([^"]+)"\]\n/.exec(last) ?? []
  expect(script).toBe('scripts/is-ready.mjs')
  expect(existsSync(join(projectFolder, script ?? ''))).toBe(true)
})

test('the health check fails if nothing answers', () => {
  const env = { ...process.env, PORT: '1' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/is-ready.mjs'], {
    cwd: projectFolder,
    encoding: 'utf8',
    env,
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^not ready: /)])
})

test('the settings of the image, the compose file and the unit are settings of the program', () => {
  const ofImage = instructions(last, 'ENV').flatMap((line) => line.split(/\s+/))
  const ofCompose = [...compose.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].flatMap(([, name, value]) =>
    name?.startsWith('POSTGRES_') ? [] : [`${name}=${value}`],
  )
  const ofUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, setting]) => setting ?? '')
  const names = [...ofImage, ...ofCompose, ...ofUnit].map((setting) => setting.split('=')[0])
  const unknown = names.filter((name) => name !== 'NODE_ENV' && !settingNames.includes(name ?? ''))
  expect(unknown).toEqual([])
  const image = Object.fromEntries(ofImage.map((setting) => setting.split('=')))
  expect(readConfig(image)).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data', DEMO_DATA: 'none' })
})

test('the compose file writes to named volumes only, and no secret is in it', () => {
  expect(compose).toContain('read_only: true')
  expect(compose).toContain('condition: service_healthy')
  const lines = compose.split('\n').filter((line) => !line.trim().startsWith('#'))
  const secrets = lines.filter((line) => /PASSWORD|SECRET/.test(line))
  expect(secrets.length).toBeGreaterThan(2)
  expect(secrets.filter((line) => !line.includes('${'))).toEqual([])
  const mounted = [...compose.matchAll(/^ {6}- (\w+):\//gm)].map(([, name]) => name)
  const [, declared = ''] = compose.split(/^volumes:\n/m)
  expect(mounted).toEqual([...declared.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name))
  const files = [...compose.matchAll(/^ {6}- \.\/(\S+):\/\S+?(:ro)?$/gm)]
  expect(files.map(([, file, mode]) => [file, mode])).toEqual([['create-database.sh', ':ro']])
})

test('the program in the compose file has the settings of deploy/.env and is no superuser', () => {
  const [, database = '', program = ''] = compose.split(/^ {2}(?:database|prizm):\n/m)
  expect(program).toContain('\n    env_file: .env\n')
  expect(program).toContain('\n      DATABASE_URL: postgres://prizm:${DATABASE_PASSWORD')
  expect(database).not.toContain('POSTGRES_USER')
  const needed = [...program.matchAll(/\$\{(\w+):\?set it in deploy\/\.env\}/g)]
  const names = ['DATABASE_PASSWORD', 'SESSION_SECRET', 'SECRETS_KEY', 'PUBLIC_URL']
  expect(needed.map(([, name]) => name)).toEqual(names)
  const statements = read('deploy/create-database.sh')
    .split('\n')
    .filter((line) => line.endsWith(';'))
  expect(statements).toEqual([
    "create role prizm login password :'password';",
    "create database prizm owner prizm encoding 'UTF8' template template0;",
    'alter role postgres password null;',
  ])
})

test('the log of nginx has no query and no referrer', () => {
  const nginx = read('deploy/nginx.conf')
  const [, format = ''] = /^log_format prizm '(.+)';$/m.exec(nginx) ?? []
  const logged = [...format.matchAll(/\$(\w+)/g)].map(([, name]) => name)
  expect(logged).toEqual([
    'remote_addr',
    'time_iso8601',
    'request_method',
    'uri',
    'status',
    'request_time',
  ])
  const logs = [...nginx.matchAll(/^\s*access_log (.+);$/gm)].map(([, log]) => log)
  expect(logs).toEqual(['/var/log/nginx/access.log prizm'])
})

test('the systemd unit starts the program as npm run serve does', () => {
  expect(unit).toContain(`\nExecStart=/usr/bin/env ${serve}\n`)
  expect(unit).not.toMatch(/^User=root/m)
})

const canAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!canAnalyze)('systemd knows each line of the unit and rates it well', () => {
  const file = join(projectFolder, 'deploy/prizm.service')
  const options = ['security', '--offline=true', '--threshold=20', '--no-pager', file]
  const { status, stdout, stderr } = spawnSync('systemd-analyze', options, { encoding: 'utf8' })
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
})

test('docs/operations.md names each file in deploy, and no other', () => {
  const named = operations.matchAll(/\bdeploy\/([\w-]+\.?[\w-]+)/g)
  const files = new Set([...named].map(([, file]) => file ?? ''))
  const all = readdirSync(join(projectFolder, 'deploy')).filter((file) => file !== '.env')
  expect([...files].toSorted()).toEqual(all.toSorted())
})

test('docs/operations.md installs the Node.js of the image', () => {
  const [, version] = /node:(\S+)-bookworm-slim/.exec(bases[0] ?? '') ?? []
  expect([...new Set(operations.match(/v\d+\.\d+\.\d+/g))]).toEqual([`v${version}`])
})

test('the commands of docs/operations.md exist in the program', () => {
  const scripts = [...operations.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script]) => script)
  expect(scripts.length).toBeGreaterThan(4)
  expect(scripts.filter((script) => !(script && script in project.scripts))).toEqual([])
  const operated = [...operations.matchAll(/operate\.mjs ([\w-]+)/g)].map(([, name]) => name ?? '')
  expect([...new Set(operated)].toSorted()).toEqual(['backup', 'migrate-as-owner', 'user-password'])
  const missing = operated.filter((name) => !existsSync(join(projectFolder, `db/${name}.ts`)))
  expect(missing).toEqual([])
})

test('the settings that docs/operations.md writes are settings of the program', () => {
  const written = [...operations.matchAll(/^ {4}([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
  expect(written.length).toBeGreaterThan(8)
  const unknown = written.filter((name) => !settingNames.includes(name))
  // The compose file puts it into DATABASE_URL.
  expect([...new Set(unknown)]).toEqual(['DATABASE_PASSWORD'])
})
