import { addressOf, allCalls, type Call, targetsOf } from '../calls.ts'
import type { Experiment, Findings } from '../experiment.ts'
import { givenCustomer, givenSku } from '../given.ts'
import { count } from '../orders.ts'
import { type Given, specimenOf } from '../specimens.ts'
import { inWorld, type World } from '../world.ts'

/** What no form has, under values that no record here has otherwise. */
const unasked = {
  id: 424_242,
  createdBy: 424_242,
  createdAt: '1999-01-01T00:00:00.000Z',
  updatedAt: '1999-01-01T00:00:00.000Z',
  deletedAt: '1999-01-01T00:00:00.000Z',
  currentBalance: '7777.77',
  openOrderAmount: '7777.77',
  availableCredit: '7777.77',
  totalAmount: '7777.77',
  unitPrice: '7777.77',
  reserved: 424_242,
  available: 424_242,
  onOrder: 424_242,
  version: 424_242,
  approvedBy: 424_242,
  status: 'delivered',
  creditStatus: 'blocked',
  passwordHash: 'polluted',
  tokenSha256: 'polluted',
}
const marks = ['424242', '1999-01-01', '7777.77', 'polluted', 'delivered', 'blocked']
const pollution = `"__proto__":{"polluted":"polluted","role":"admin"},
  "constructor":{"prototype":{"polluted":"polluted"}}`

/** P32: a body changes the fields its form has, and nothing beside them. */
export const massAssignment: Experiment = {
  row: 'P32',
  promise: 'mass assignment',
  needsPostgres: true,
  run: (lab, findings) =>
    inWorld(lab, findings, { row: 'P32', preload: 'prototype-watch.mjs' }, (world) =>
      overload(world, findings),
    ),
}

async function overload(world: World, findings: Findings): Promise<void> {
  const given = { customerId: await givenCustomer(world), skuId: await givenSku(world) }
  const targets = await targetsOf(world, given)
  const writes = allCalls().filter((call) => call.fields !== undefined)
  const faults: string[] = []
  for (const [n, call] of writes.entries()) {
    const twin = await ask(world, call, { given, targets, n: 2 * n + 1, extra: false })
    const full = await ask(world, call, { given, targets, n: 2 * n + 2, extra: true })
    if (twin === undefined) faults.push(`${call.name}: no right body is kept for it`)
    else if (twin >= 300) faults.push(`${call.name}: its right body gets ${twin}`)
    else if (twin !== full) faults.push(`${call.name}: ${twin} alone, ${full} with more`)
  }
  findings.none('calls', faults)
  const extras = Object.keys(unasked).length + 3
  findings.note(`${writes.length} calls, each with ${extras} fields that are not its own`)
  const found = await traces(world)
  findings.none('traces in the database', found)
  const admins = `select count(*) from users where role = 'admin'`
  findings.equal('administrators', await count(world, admins), 1)
  findings.note(`${found.length} traces in any table; prototypes clean`)
}

type Ask = { given: Given; targets: Record<string, number>; n: number; extra: boolean }

/** Sends the right body of a call, with or without what is not its own. */
async function ask(world: World, call: Call, { given, targets, n, extra }: Ask) {
  const specimen = specimenOf(call.name, given, n)
  if (!specimen) return undefined
  const isOpen = call.permission === 'open'
  const own = new Set(Object.keys(call.fields ?? {}))
  // A password change ends the session it is sent in: it gets an account of its own.
  const person = call.name === 'POST /api/user/password' && (await world.signUp(`own-${n}`))
  const more = Object.entries(unasked).filter(([name]) => !own.has(name))
  const role = own.has('role') && !isOpen ? {} : { role: 'admin' }
  const inside = extra ? mapValues(specimen, overloaded) : specimen
  const plain = { ...inside, ...(extra && { ...Object.fromEntries(more), ...role }) }
  const text = JSON.stringify(plain)
  const body = extra ? text.replace(/\}$/, `,${pollution}}`) : text
  const asked = { method: call.method, path: addressOf(call, targets), body }
  if (isOpen) return (await world.turn().call(asked)).status
  return (await world.call({ ...asked, ...(person && { as: person.cookie }) })).status
}

function mapValues(body: Record<string, unknown>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(value)]))
}

/** The lines of an order and their like get what is not theirs, too. */
function overloaded(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((item: unknown) =>
    typeof item === 'object' ? { ...unasked, ...(item as object) } : item,
  )
}

/** Every row of every table that holds one of the values nobody may set. */
async function traces(world: World): Promise<string[]> {
  const { rows: tables } = await world.database.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'migrations'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await world.database.query<{ row: string }>(
        `select t::text as row from ${name} t where t::text ~ $1`,
        [marks.map((mark) => `\\m${mark.replaceAll('.', '\\.')}\\M`).join('|')],
      )
      return rows.map(({ row }) => `${name}: ${row.slice(0, 120)}`)
    }),
  )
  return found.flat()
}
