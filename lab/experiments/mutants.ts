import { corruptions, illegal, legal } from '#db/planted/all.ts'
import type { Experiment, Findings } from '../experiment.ts'
import { inWorld, type World } from '../world.ts'

/** P46: the checks can fail: they see each planted wrong, and the database refuses the others. */
export const mutants: Experiment = {
  row: 'P46',
  promise: 'invariants can fail',
  needsPostgres: true,
  run: (lab, findings) =>
    inWorld(lab, findings, demo, async (world) => {
      await world.stop()
      await legalWrites(world, findings)
      await corrupted(world, findings)
      await illegalWrites(world, findings)
    }),
}

/** The small demo business of a certain day, as the tests of the views have it. */
const demo = {
  row: 'P46',
  nodes: 1,
  preload: 'frozen-clock.mjs',
  env: {
    DEMO_DATA: 'load',
    SEED: 'small',
    LAB_FROZEN_AT: String(Date.parse('2026-03-02T15:00:00Z')),
  },
}

type Told = { broken: string[]; code: string | undefined }

const atOnce = '; set constraints all immediate'

/** Does it, asks the checks, and takes it back. */
async function attempt({ database }: World, statements: string): Promise<Told> {
  const client = await database.connect()
  try {
    await client.query('begin')
    await client.query(statements)
    const { rows } = await client.query<{ inv: string }>(
      'select inv from check_invariants() where violations > 0',
    )
    return { broken: rows.map(({ inv }) => inv), code: undefined }
  } catch (error) {
    return { broken: [], code: (error as { code?: string }).code ?? String(error) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function legalWrites(world: World, findings: Findings): Promise<void> {
  const faults: string[] = []
  for (const [what, statements] of legal) {
    const { broken, code } = await attempt(world, statements + atOnce)
    if (code || broken.length > 0) faults.push(`${what}: ${code ?? broken.join()}`)
  }
  findings.note(`legal writes taken and clean: ${legal.length - faults.length}/${legal.length}`)
  findings.none('legal writes', faults)
}

/** What would be refused at the commit is not: here the views are asked, and they alone. */
async function corrupted(world: World, findings: Findings): Promise<void> {
  const seen = new Set<string>()
  const missed: string[] = []
  for (const [view, what, statements] of corruptions) {
    const { broken, code } = await attempt(world, statements)
    for (const name of broken) seen.add(name)
    const isSeen = broken.some((name) => name.startsWith(view))
    if (!isSeen) missed.push(`${what}: ${code ?? broken.join()}, not ${view}`)
  }
  const count = corruptions.length
  findings.note(`corruptions seen: ${count - missed.length}/${count}`)
  findings.none('corruptions missed', missed)
  const { rows } = await world.database.query<{ inv: string }>('select inv from check_invariants()')
  const blind = rows.map(({ inv }) => inv).filter((inv) => !seen.has(inv))
  findings.note(`${rows.length} views, ${rows.length - blind.length} shown to fail`)
  findings.none('views that nothing breaks', blind)
  const numbers = new Set(rows.map(({ inv }) => inv.slice(4, 6)))
  const wanted = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))
  findings.equal('rules with a view', wanted.filter((n) => numbers.has(n)).length, 12)
}

async function illegalWrites(world: World, findings: Findings): Promise<void> {
  const taken: string[] = []
  for (const [want, what, statements] of illegal) {
    const { code } = await attempt(world, statements + atOnce)
    if (code !== want) taken.push(`${what}: ${code ?? 'taken'}, not ${want}`)
  }
  const refused = illegal.length - taken.length
  findings.note(`illegal writes refused with their SQLSTATE: ${refused}/${illegal.length}`)
  findings.none('illegal writes', taken)
}
