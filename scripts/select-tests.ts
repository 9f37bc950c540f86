import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { projectFolder } from './project-folder.mjs'
import { isTest, readSources, roomOf, type Source } from './tidy/sources.ts'

// Selects the tests of a change and prints them as JSON for scripts/test.mjs. See docs/testing.md.

/** The tests that a run adds to the standard ones. */
export type Selection = {
  /** A one-sentence summary for the log. */
  sentence: string
  /** The files of API tests that run on PostgreSQL too. */
  postgres: string[]
  /** Browser specs of the screens and rooms that changed. */
  specs: string[]
  /** Addresses of the screens that changed, for the crawl. */
  screens: string[]
}

type Facts = {
  sources: readonly Source[]
  /** Files that differ from the base. */
  changed: readonly string[]
  /** The commit under test: it decides which third of the files runs on PostgreSQL. */
  commit: string
  /** The commit that the change is compared with; undefined if there is none. */
  base: string | undefined
}

/** API test files, with the pattern of vitest.config.ts. */
const apiTests = [
  /(^|[./])api\.test\.ts$/,
  /^(app|db|wms-simulator|platform\/server)\/.*\.test\.ts$/,
]
/** Files that affect how every statement reaches PostgreSQL. */
export const driverFiles = [
  'app/testing.ts',
  'db/testing.ts',
  'platform/server/database/db.ts',
  'platform/server/database/migrate.ts',
  'platform/server/database/pg-errors.ts',
  'platform/server/database/pipeline.ts',
  'platform/server/database/pipelined-query.ts',
  'platform/server/database/session-settings.ts',
  'platform/server/embedded/embedded-socket.ts',
  'platform/server/embedded/embedded-worker.js',
  'platform/server/embedded/embedded.ts',
  'platform/server/jobs/batcher.ts',
  'platform/server/records/transition-many.ts',
]
const menuFile = 'app/menu.tsx'
const nightlyFile = 'docs/nightly.md'

/** Chooses the tests of a change. Pure function of the facts. */
export function selectTests(facts: Facts): Selection {
  const { changed } = facts
  const postgres = postgresTests(facts)
  const screens = changedScreens(facts)
  const specs = changedSpecs(facts, screens)
  const since = facts.base ? `since ${facts.base.slice(0, 8)}` : 'and no base is known'
  const touched = [...specs, ...screens].join(' ') || 'none'
  const sentence =
    `${changed.length} files changed ${since}: ${postgres.length} files of API tests run ` +
    `on PostgreSQL; specs and screens that changed: ${touched}`
  return { sentence, postgres, specs, screens }
}

/**
 * The API tests to run on PostgreSQL: all if a file of the driver changed; otherwise those of the
 * driver, of locks and of changed rooms, and a third of the rest, which depends on the commit.
 */
function postgresTests({ sources, changed, commit }: Facts): string[] {
  const files = sources.filter(({ path }) => apiTests.some((each) => each.test(path)))
  if (changed.some((path) => driverFiles.includes(path))) return files.map(({ path }) => path)
  const rooms = new Set(changed.filter((path) => !path.endsWith('.tsx')).map(roomOf))
  const turn = Number.parseInt(commit.slice(0, 8), 16) % 3
  const isSelected = ({ path, text }: Source) =>
    /^(platform\/server|db)\//.test(path) ||
    /races|locks/.test(path) ||
    /TEST_DATABASE|kind === '(postgres|embedded)'/.test(text) ||
    changed.includes(path) ||
    (roomOf(path) !== undefined && rooms.has(roomOf(path))) ||
    thirdOf(path) === turn
  return files.filter(isSelected).map(({ path }) => path)
}

/** The third (0 to 2) of a file, from a hash of its path. */
function thirdOf(path: string): number {
  return createHash('sha256').update(path).digest().readUInt32BE() % 3
}

/**
 * Addresses whose page imports, directly or through other files of app and features, a file that
 * changed. Shared parts of platform are left out: e2e/screens/shared-parts.spec.ts tries those.
 */
function changedScreens({ sources, changed }: Facts): string[] {
  const byPath = new Map(sources.map((each) => [each.path, each]))
  const menu = byPath.get(menuFile)
  if (!menu) return []
  const isChanged = new Set(changed.filter((path) => !isTest(path)))
  const pages = pagesOf(menu)
  return pages
    .filter(({ file }) => [...reachable(file, byPath)].some((path) => isChanged.has(path)))
    .map(({ address }) => address)
}

/** The addresses of the menu with the file of each page. */
function pagesOf(menu: Source): { address: string; file: string }[] {
  const lines = menu.text.split('\n')
  const starts = lines.flatMap((line, at) => {
    const found = /^\s+path: '([^']+)'/.exec(line)
    return found?.[1] ? [{ address: found[1], line: at + 1 }] : []
  })
  return starts.flatMap(({ address, line }, at) => {
    const end = starts[at + 1]?.line ?? Infinity
    const page = menu.imports.find((each) => each.line > line && each.line < end)
    return page ? [{ address, file: page.target }] : []
  })
}

/**
 * The files of app and features that a file loads, including itself. Skips the menu, because it
 * imports every screen.
 */
function reachable(start: string, byPath: ReadonlyMap<string, Source>): Set<string> {
  const found = new Set([start])
  const queue = [start]
  for (let path = queue.pop(); path; path = queue.pop()) {
    for (const { target, isTypeOnly } of byPath.get(path)?.imports ?? []) {
      const isFurther = /^(app|features)\//.test(target) && target !== menuFile
      if (isTypeOnly || !isFurther || found.has(target)) continue
      found.add(target)
      queue.push(target)
    }
  }
  return found
}

/** Specs that changed, those of changed rooms, and those of the rooms whose screens changed. */
function changedSpecs({ sources, changed }: Facts, screens: readonly string[]): string[] {
  const rooms = new Set(changed.filter((path) => !isTest(path)).map(roomOf))
  const ofScreens = new Set(screens.map((address) => address.slice(1) || 'dashboard'))
  return sources
    .map(({ path }) => path)
    .filter((path) => /^(features|e2e\/details)\/.*\.spec\.ts$/.test(path))
    .filter((path) => {
      const room = roomOf(path)
      return changed.includes(path) || (room && (rooms.has(room) || ofScreens.has(room)))
    })
}

/**
 * The base commit: `TEST_BASE`, else the commit of the last nightly run, which is first in
 * docs/nightly.md; if that commit was rewritten on merge, the commit that added the row. Undefined
 * if neither is in this clone.
 */
function baseCommit(): string | undefined {
  const row = /^\| \d{4}-\d{2}-\d{2} \| ([0-9a-f]{7,40}) \|/m
  const known = existsSync(nightlyFile) ? readFileSync(nightlyFile, 'utf8') : ''
  const named = process.env['TEST_BASE'] ?? row.exec(known)?.[1]
  if (named === undefined) return undefined
  const commit = git('rev-parse', '--verify', '--quiet', `${named}^{commit}`).trim()
  return commit || git('log', '-1', '--format=%H', '-S', `| ${named} |`, '--', nightlyFile).trim()
}

/** The output of git; empty if it fails, as in a copy without history. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

function readFacts(): Facts {
  const sources = readSources('.')
  const commit = git('rev-parse', 'HEAD').trim() || '0'
  const base = baseCommit() || undefined
  const lines = (text: string) => text.split('\n').filter((line) => line !== '')
  const uncommitted = lines(git('status', '--porcelain')).map((line) => line.slice(3))
  const changed = base
    ? [...lines(git('diff', '--name-only', base, 'HEAD')), ...uncommitted]
    : sources.map(({ path }) => path)
  return { sources, changed: [...new Set(changed)], commit, base }
}

if (process.argv[1]?.endsWith('select-tests.ts')) {
  process.chdir(projectFolder)
  console.log(JSON.stringify(selectTests(readFacts())))
}
