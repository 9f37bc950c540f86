import { addressOf, allCalls, createTargets, textFields } from '../../all-api-calls.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { specimenOf } from '../../samples/sample-bodies.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { withTestSystem, password, type TestSystem } from '../../nodes/test-system.ts'

const unstorable = { NUL: 'a\u0000b', 'a lone surrogate': 'a\ud800b' }

/** P27: text is returned as typed, and invalid text is rejected. */
export const unicode: Experiment = {
  row: 'P27',
  promise: 'Unicode',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P27' }, async (world) => {
      await refused(world, findings)
      await checkStoredUnchanged(world, findings)
      await sameCodes(world, findings)
      await sameNames(world, findings)
    }),
}

/** Every text field of every call returns 4xx, or 422 where the text itself is validated. */
async function refused(world: TestSystem, findings: Findings): Promise<void> {
  const facts = { customerId: await createCustomer(world), skuId: await createSku(world) }
  const targets = await createTargets(world, facts)
  const probes = allCalls().flatMap((call, n) =>
    textFields(call).flatMap((field, place) =>
      Object.entries(unstorable).map(([name, value], index) => {
        const specimen = specimenOf(call.name, facts, n * 1000 + place * 10 + index)
        const body = JSON.stringify({ ...specimen, [field]: value })
        const request = { method: call.method, path: addressOf(call, targets), body }
        return { what: `${call.name} ${field}, ${name}`, field, call, asked: request }
      }),
    ),
  )
  const faults = await mapConcurrently(probes, 8, async ({ what, field, call, asked }) => {
    const isOpen = call.permission === 'open'
    const { status } = await (isOpen ? world.turn().call(asked) : world.call(asked))
    // A password is hashed, not stored, so unusual text is simply a right or wrong password.
    const isFine = /password/i.test(field) ? status < 500 && status > 0 : status === 422
    return isFine ? [] : [`${what}: ${status}`]
  })
  findings.none('refusals', faults.flat())
  findings.note(`NUL and lone surrogates: ${probes.length} fields and texts refused`)
}

const names = ['😀'.repeat(50), 'عربي \u202e gnihtemos', 'e\u0301a\u0308', '漢字かな', 'İıſß', 'ﷺ']

async function checkStoredUnchanged(world: TestSystem, findings: Findings): Promise<void> {
  const faults = await mapConcurrently(names, 4, async (name) => {
    const id = await createCustomer(world, { name })
    const read = await world.must({ method: 'GET', path: `/api/customers/${id}` })
    return read['name'] === name.normalize('NFC') ? [] : [`${name}: ${String(read['name'])}`]
  })
  findings.none('names', faults.flat())
  findings.note(`${names.length} names of other scripts kept to the letter`)
}

/** Codes that look the same are treated as equal; invisible characters are rejected. */
async function sameCodes(world: TestSystem, findings: Findings): Promise<void> {
  const make = async (customerCode: string) => {
    const body = { customerCode, name: 'Code', email: 'code@example.com' }
    return (await world.call({ method: 'POST', path: '/api/customers', body })).status
  }
  const pairs = [
    ['CAF\u00c9-1', 'CAFE\u0301-1'],
    ['upper-1', 'UPPER-1'],
    [' trimmed-1', 'trimmed-1 '],
  ] as const
  for (const [first, second] of pairs) {
    findings.equal(first, `${await make(first)} ${await make(second)}`, '201 409')
  }
  const hidden = [
    'zero\u200bwidth',
    'soft\u00adhyphen',
    'join\u2060er',
    'over\u202eride',
    'bom\ufeff1',
  ]
  const statuses = await mapConcurrently(hidden, 1, make)
  findings.equal(
    'codes with invisible characters',
    statuses.join(' '),
    hidden.map(() => 422).join(' '),
  )
  findings.note(`${pairs.length} pairs of equal codes: 409; ${hidden.length} hidden: 422`)
}

/** The Turkish i and composed letters do not allow a second, look-alike account. */
async function sameNames(world: TestSystem, findings: Findings): Promise<void> {
  const register = async (username: string, n: number) => {
    const body = { username, email: `p27-${n}@example.com`, password }
    return (await world.turn().call({ method: 'POST', path: '/api/register', body })).status
  }
  const pairs = [
    ['İLKER', 'ilker'],
    ['jos\u00e9', 'JOSE\u0301'],
  ] as const
  for (const [index, [first, second]] of pairs.entries()) {
    const statuses = `${await register(first, 2 * index)} ${await register(second, 2 * index + 1)}`
    findings.equal(`${first} and ${second}`, statuses, '201 409')
  }
  findings.note(`${pairs.length} pairs of equal usernames: 409`)
}
