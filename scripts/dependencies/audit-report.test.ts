import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { judgeAudit, shippedPackages } from './audit-report.mjs'
import { projectFolder } from '../project-folder.mjs'

const shipped = shippedPackages(
  {
    '': {},
    'node_modules/fastify': {},
    'node_modules/vite': { dev: true },
    'node_modules/zod': { dev: true },
  },
  ['node_modules/zod'],
)

const cause = (name: string, id: string) => ({
  name,
  severity: 'high',
  title: `A hole in ${name}`,
  url: `https://github.com/advisories/${id}`,
})
const vulnerable = (name: string, via: unknown[]) => ({
  name,
  via,
  nodes: [`node_modules/${name}`],
})
const report = {
  vulnerabilities: {
    fastify: vulnerable('fastify', [cause('fastify', 'GHSA-1'), 'zod']),
    vite: vulnerable('vite', [cause('vite', 'GHSA-2')]),
    zod: vulnerable('zod', [cause('zod', 'GHSA-3')]),
  },
}
const idsOf = (findings: { advisory: string }[]) => findings.map(({ advisory }) => advisory)

test('packages that users get are those of production and those in the build', () => {
  expect([...shipped]).toEqual(['node_modules/fastify', 'node_modules/zod'])
})

test('a known vulnerability of a package that only developers use is not reported', () => {
  expect(idsOf(judgeAudit(report, shipped, [], '2026-11-29').open)).toEqual(['GHSA-1', 'GHSA-3'])
})

test('an acceptance counts up to its last day, and for its package only', () => {
  const accepted = { advisory: 'GHSA-1', package: 'fastify', reason: 'unused', until: '2026-12-01' }
  const other = { ...accepted, advisory: 'GHSA-3' }
  const judged = (today: string) => judgeAudit(report, shipped, [accepted, other], today)
  expect(idsOf(judged('2026-12-01').open)).toEqual(['GHSA-3'])
  expect(idsOf(judged('2026-12-01').unused)).toEqual(['GHSA-3'])
  expect(idsOf(judged('2026-12-02').open)).toEqual(['GHSA-1', 'GHSA-3'])
  expect(idsOf(judged('2026-12-02').ended)).toEqual(['GHSA-1', 'GHSA-3'])
})

test('an acceptance is for 7 days if critical, 30 if high, else 90, and then given anew', () => {
  const untilOf = (until: string) => ({ advisory: 'GHSA-1', package: 'fastify', reason: '', until })
  const judged = (severity: string, until: string) => {
    const { fastify } = report.vulnerabilities
    const via = [{ ...cause('fastify', 'GHSA-1'), severity }]
    const found = { vulnerabilities: { fastify: { ...fastify, via } } }
    const { open, accepted, tooLong } = judgeAudit(found, shipped, [untilOf(until)], '2026-12-01')
    return [open, accepted, tooLong].map((each) => each.length)
  }
  expect(judged('critical', '2026-12-08')).toEqual([0, 1, 0])
  expect(judged('critical', '2026-12-09')).toEqual([1, 0, 1])
  expect(judged('high', '2026-12-31')).toEqual([0, 1, 0])
  expect(judged('high', '2027-01-01')).toEqual([1, 0, 1])
  expect(judged('moderate', '2027-03-01')).toEqual([0, 1, 0])
  expect(judged('moderate', '2027-03-02')).toEqual([1, 0, 1])
})

/** Runs `npm run check:audit` with a registry that answers so. */
async function auditWith(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    if (request.method === 'POST') return answer(response)
    const { fastify } = project.dependencies
    const versions = { [fastify]: { name: 'fastify', version: fastify } }
    response.end(JSON.stringify({ name: 'fastify', 'dist-tags': { latest: fastify }, versions }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` }
  const child = spawn(process.execPath, ['scripts/dependencies/check-audit.mjs'], {
    cwd: projectFolder,
    env,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

test('without a known vulnerability the check passes', async () => {
  const { code, output } = await auditWith((response) => response.end('{}'))
  expect(output).toMatch(/\d+ packages: 0 known vulnerabilities, 0 accepted\n$/)
  expect(code).toBe(0)
})

test('a known vulnerability of a package of production fails the check and is named', async () => {
  const advisory = { id: 1, vulnerable_versions: '*', cwe: [], ...cause('fastify', 'GHSA-4') }
  const body = JSON.stringify({ fastify: [advisory] })
  const { code, output } = await auditWith((response) => response.end(body))
  expect(output).toContain('  fastify: A hole in fastify (high, GHSA-4)\n')
  expect(code).toBe(1)
})

test('a registry that does not answer is no success and no vulnerability', async () => {
  const { code, output } = await auditWith((response) => {
    response.statusCode = 405
    response.end()
  })
  expect(output).toMatch(/^Known vulnerabilities could not be checked: the registry says: 405/)
  expect(code).toBe(2)
})
