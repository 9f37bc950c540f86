import type pg from 'pg'
import { isTest, type Source } from '../../scripts/tidy/sources.ts'
import { statementCalls } from './statement-calls.ts'
import { collectStatements } from './collect-statements.ts'
import { callFaults, type StatementCall } from './compare-calls.ts'
import { describeAll, type Description } from './describe-statements.ts'

/** What a check of the statements found, and what it could not check. */
export type StatementCheck = {
  faults: string[]
  /** Calls of statements that are composed at run time, so that they are not known here. */
  unchecked: string[]
  counts: { statements: number; calls: number; rowTypes: number }
}

/**
 * Prepares every statement that the program declares in a migrated database, and compares the row
 * types and the values of its calls with the columns and parameters that the database describes.
 */
export async function checkStatements(
  root: string,
  allSources: readonly Source[],
  pool: pg.Pool,
): Promise<StatementCheck> {
  const sources = allSources.filter(({ path }) => isOnServer(path))
  const statements = await collectStatements(root, sources)
  const described = await describeAll(
    pool,
    statements.map(({ text }) => text),
  )
  const byPlace = new Map<string, { name: string; description: Description }[]>()
  const faults: string[] = []
  statements.forEach(({ name, place }, at) => {
    const description = described[at]
    if (description instanceof Error) faults.push(`${place} ${name}: ${description.message}`)
    const before = byPlace.get(place) ?? []
    if (!description || description instanceof Error) byPlace.set(place, before)
    else byPlace.set(place, [...before, { name: name || fileOf(place), description }])
  })
  const calls = statementCalls(root, sources)
  const isKnown = (call: StatementCall) => call.statements.some((place) => byPlace.has(place))
  const checked = calls.filter(isKnown)
  for (const call of checked) {
    for (const { name, description } of call.statements.flatMap((at) => byPlace.get(at) ?? [])) {
      const wrong = callFaults(call, description)
      faults.push(...wrong.map((fault) => `${call.place} ${name}: ${fault}`))
    }
  }
  return {
    faults,
    unchecked: calls.filter((call) => !isKnown(call)).map(({ place }) => place),
    counts: {
      statements: statements.length,
      calls: checked.length,
      rowTypes: checked.filter(({ row }) => row).length,
    },
  }
}

/** The file of a place, for statements without a name. */
function fileOf(place: string): string {
  return place.replace(/:\d+$/, '')
}

function isOnServer(path: string): boolean {
  return (
    /^(features\/[^/]+\/server|platform\/server|app|db\/demo)\/.*\.ts$/.test(path) && !isTest(path)
  )
}
