import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { resultsFolder } from '../experiment.ts'
import type { AppNode } from './app-node.ts'
import { endChild, removeAtEnd, startChild } from './child-processes.ts'
import { call } from './http.ts'
import { freePort } from './ports.ts'
import { until } from './wait-until.ts'

/** The reverse proxies that `deploy` has a configuration for. */
export type ReverseProxyName = 'nginx' | 'caddy'

/** A reverse proxy in front of two nodes. */
export type ReverseProxy = { port: number; close(): Promise<void> }

/** The host name in these files. */
export const publicHost = 'orders.example.com'

/** The path of an installed program; undefined if there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/**
 * Starts a proxy with its file in `deploy`, on a free port of this machine, without TLS.
 * Throws if it does not forward requests within ten seconds.
 */
export async function startReverseProxy(
  name: ReverseProxyName,
  nodes: readonly AppNode[],
): Promise<ReverseProxy> {
  const program = findProgram(name)
  if (!program) throw new Error(`There is no ${name}`)
  const port = await freePort()
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), `prizm-lab-${name}-`)))
  const file = join(folder, 'proxy.conf')
  const block = nodes.reduce(
    (text, node, index) => text.replaceAll(`10.0.0.${index + 1}:3000`, `127.0.0.1:${node.port}`),
    readFileSync(join(projectRoot, files[name]), 'utf8'),
  )
  const isNginx = name === 'nginx'
  writeFileSync(file, isNginx ? nginxConfig({ program, folder, block, port }) : caddy(block, port))
  mkdirSync(resultsFolder, { recursive: true })
  const log = openSync(join(resultsFolder, `${name}.log`), 'a')
  const args = isNginx
    ? ['-p', folder, '-c', file]
    : ['run', '--config', file, '--adapter', 'caddyfile']
  const child = startChild(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    stdio: ['ignore', log, log],
  })
  const headers = { host: publicHost }
  const answers = async () =>
    (await call(port, { method: 'GET', path: '/readyz', headers })).status === 200
  if (!(await until(answers, 10_000))) throw new Error(`${name} does not answer`)
  return { port, close: () => endChild(child, 'SIGTERM', 10_000) }
}

const files = { nginx: 'deploy/nginx.conf', caddy: 'deploy/Caddyfile' }

type NginxParts = { program: string; folder: string; block: string; port: number }

function nginxConfig({ program, folder, block, port }: NginxParts): string {
  const server = block
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .split('\n')
    .filter((line) => !/^(ssl_|access_log)/.test(line.trim()))
  const built = spawnSync(program, ['-V'], { encoding: 'utf8' }).stderr
  const modules = ['fastcgi', 'uwsgi', 'scgi'].filter(
    (name) => !built.includes(`--without-http_${name}_module`),
  )
  const folders = ['client_body', 'proxy', ...modules].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return [
    'daemon off;',
    'master_process off;',
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr;',
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...folders,
    ...server,
    '}\n',
  ].join('\n')
}

function caddy(block: string, port: number): string {
  const site = block.replace(
    `${publicHost} {\n`,
    `http://${publicHost}:${port} {\n\tbind 127.0.0.1\n`,
  )
  return `{\n\tadmin off\n\tauto_https off\n}\n${site}`
}
