import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { npm, runInstalled, wasStopped } from './children.mjs'
import { build } from './install-and-build.mjs'
import { findPostgres, localServer } from './find-postgres.mjs'
import { noTests, playwrightResult, record, vitestResult, stepResult } from './test-report.mjs'

// The steps of a test run. Each prints its name, is timed, and adds its result to the report.

const checks = ['format', 'lint', 'types', 'house', 'dead-code', 'openapi']

/** Runs a step, unless the run was stopped, and adds its result and its time to the report. */
async function step(report, name, work) {
  if (wasStopped()) return
  console.log(`\n── ${name}`)
  mkdirSync('test-results', { recursive: true })
  const started = Date.now()
  const result = await work()
  record(report, name, Date.now() - started, result)
}

/** All checks at once: most keep one processor busy. */
export async function runChecks(report) {
  await Promise.all(
    checks.map(async (check) => {
      if (wasStopped()) return
      const started = Date.now()
      const output = []
      const code = await npm(['run', '--silent', `check:${check}`], (chunk) => output.push(chunk))
      console.log(`\n── ${check}`)
      process.stdout.write(Buffer.concat(output))
      record(report, check, Date.now() - started, stepResult(check, code))
    }),
  )
}

/**
 * Pure tests and API tests. By default all of them run on the embedded database and, if a server is
 * available, on PostgreSQL.
 * @param {object} report
 * @param {{ postgresFiles?: string[], skipLong?: boolean }} [selection] `postgresFiles` are the
 *   files that run on PostgreSQL; `skipLong` leaves out the long tests of vitest.config.ts.
 */
export function runVitest(report, { postgresFiles, skipLong = false } = {}) {
  const name = 'unit and API tests'
  return step(report, name, async () => {
    const wantsPostgres = postgresFiles?.length !== 0
    const hasPostgres = wantsPostgres && (await findPostgres())
    const lacksPostgres = wantsPostgres && !hasPostgres
    if (lacksPostgres) console.log('No PostgreSQL at 127.0.0.1:5432: its API tests are skipped')
    const projects = ['rules', 'api', ...(hasPostgres ? ['api-postgres'] : [])]
    const file = 'test-results/vitest.json'
    rmSync(file, { force: true })
    const args = [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    const env = {
      ...(postgresFiles && { POSTGRES_TESTS: postgresFiles.join(',') }),
      ...(skipLong && { LONG_TESTS: 'skip' }),
    }
    const code = await runInstalled('vitest/vitest.mjs', args, env)
    const result = vitestResult(file, code, name)
    if (lacksPostgres) result.counts.skipped += 1
    return result
  })
}

/** Builds the program, and the page of shared parts for its tests. */
export function runBuild(report) {
  return step(report, 'build', async () => {
    const code = await build()
    if (code !== 0) return stepResult('build', code)
    const args = ['build', '--config', 'vite.parts.config.ts', '--logLevel', 'warn']
    return stepResult('build', await runInstalled('vite/bin/vite.js', args))
  })
}

/**
 * Browser tests selected by `args`. With `isOnPostgres` the program uses the local PostgreSQL if
 * available, otherwise an embedded database.
 */
export function runBrowser(report, name, args, { isOnPostgres = false, env = {} } = {}) {
  return step(report, name, async () => {
    if (!existsSync('dist/server/server.js')) {
      return { counts: { ...noTests, failed: 1 }, failures: [`${name}: there is no build`] }
    }
    const file = 'test-results/playwright.json'
    rmSync(file, { force: true })
    const usesServer = isOnPostgres && !process.env.DATABASE_URL && (await findPostgres())
    const settings = {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(usesServer && { DATABASE_URL: localServer }),
      ...env,
    }
    const all = ['test', '--reporter=list,json', '--pass-with-no-tests', ...args]
    const code = await runInstalled('@playwright/test/cli.js', all, settings)
    return playwrightResult(file, code, name)
  })
}

/**
 * Known vulnerabilities of the packages that users get. If the registry does not answer, nothing is
 * known: the report counts a skipped test.
 */
export function runAudit(report) {
  const name = 'known vulnerabilities'
  return step(report, name, async () => {
    const code = await npm(['run', '--silent', 'check:audit'])
    return code === 2 ? { counts: { ...noTests, skipped: 1 } } : stepResult(name, code)
  })
}

/** A script of the project, such as the lab, that passes or fails as a whole. */
export function runScript(report, name, script) {
  return step(report, name, async () => stepResult(name, await npm(['run', '--silent', ...script])))
}
