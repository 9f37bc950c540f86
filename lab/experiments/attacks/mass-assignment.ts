import { addressOf, allCalls, type Call, createTargets } from '../../all-api-calls.ts'
import { ediOrder, ediType } from '../../staff/edi-order.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import type { Answer } from '../../nodes/http.ts'
import { type SpecimenFacts, specimenOf } from '../../samples/sample-bodies.ts'
import type { CallSetup } from '../../samples/call-setup.ts'
import { createSetups } from '../../samples/call-setups.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

/** Fields that no form has, with values that occur in no other record here. */
const forbiddenFields = {
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
/**
 * A credit status of `blocked` is searched for separately, because bills also have a status
 * `blocked`.
 */
const injectedValues = ['424242', '1999-01-01', '7777.77', 'polluted', 'delivered']
const pollution = `"__proto__":{"polluted":"polluted","role":"admin"},
  "constructor":{"prototype":{"polluted":"polluted"}}`

/** Additional column names for files: as many extra fields as a body gets. */
const namesOfFiles = [
  ['role', 'admin'],
  ['__proto__', 'polluted'],
  ['constructor', 'polluted'],
] as const

/**
 * A warehouse and a mail server that do not respond, which is enough for the calls that need them
 * configured.
 */
const env = {
  WMS_URL: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SIGN_ON_LOOPBACK: 'on',
}

/** P32: a request body changes only the fields of its form; unknown fields are rejected. */
export const massAssignment: Experiment = {
  row: 'P32',
  promise: 'mass assignment',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P32', preload: 'prototype-watch.mjs', env }, (world) =>
      sendExtraFields(world, findings),
    ),
}

async function sendExtraFields(world: TestSystem, findings: Findings): Promise<void> {
  const specimenFacts = { customerId: await createCustomer(world), skuId: await createSku(world) }
  const targets = await createTargets(world, specimenFacts)
  const writes = allCalls().filter((call) => call.fields !== undefined)
  const setting = { specimenFacts, targets, stageOf: await createSetups(world) }
  const faults: string[] = []
  for (const [n, call] of writes.entries()) {
    if (!call.isFile) {
      // Validation rejects it before any record is read, so no record needs to exist.
      const path = addressOf(call, targets)
      const { status } = await world.call({ method: call.method, path, body: forbiddenFields })
      if (status !== 422) faults.push(`${call.name}: ${status} with fields of no form`)
    }
    const twin = await callWithExtras(world, call, { ...setting, n: 2 * n + 1, extra: 'none' })
    const full = await callWithExtras(world, call, { ...setting, n: 2 * n + 2, extra: 'ignored' })
    if (twin === undefined) faults.push(`${call.name}: no right body is kept for it`)
    else if (twin >= 300) faults.push(`${call.name}: its right body gets ${twin}`)
    else if (twin !== full) faults.push(`${call.name}: ${twin} alone, ${full} with what is ignored`)
  }
  findings.none('calls', faults)
  const extras = Object.keys(forbiddenFields).length + 3
  findings.note(`${writes.length} calls, each with ${extras} fields that are not its own`)
  findings.note('not tried: POST /api/wms/webhook, which takes signed bytes instead of a form')
  const found = await findInjectedValues(world)
  findings.none('traces in the database', found)
  const blocked = `select count(*) from customers where credit_status = 'blocked'`
  findings.equal('blocked customers', await count(world, blocked), 0)
  const admins = `select count(*) from users where role = 'admin'`
  findings.equal('administrators', await count(world, admins), 1)
  findings.note(`${found.length} traces in any table; prototypes clean`)
}

type Fields = Record<string, unknown>
type Extra = 'none' | 'ignored' | 'any'
type CallVariant = {
  specimenFacts: SpecimenFacts
  targets: Record<string, number>
  stageOf: (name: string) => Promise<CallSetup>
  n: number
  /** The extra fields to send: none, those the call ignores, or all. */
  extra: Extra
}

/**
 * Sends a valid body, with or without extra fields. Returns the status; 409 is also used for a
 * success that left out the named records.
 */
async function callWithExtras(
  world: TestSystem,
  call: Call,
  { specimenFacts, targets, stageOf, n, extra }: CallVariant,
) {
  const stage = await stageOf(call.name)
  const sent = fileOf(stage, extra)
  const specimen = stage.body ?? specimenOf(call.name, specimenFacts, n)
  const body = sent?.text ?? (specimen && textOf(call, specimen, extra))
  if (body === undefined) return undefined
  const aim = stage.id === undefined ? targets : { [call.path.split('/')[2] ?? '']: stage.id }
  const headers = { ...stage.headers, ...(sent && { 'content-type': sent.type }) }
  const request = { method: call.method, path: addressOf(call, aim), headers, body }
  const sender = stage.cookie === undefined ? {} : { as: stage.cookie }
  if (call.permission === 'open') {
    return (await world.turn().call({ ...request, ...sender })).status
  }
  // A password change ends its own session, so it gets a separate account.
  const person = call.name === 'POST /api/user/password' && (await world.signUp(`own-${n}`))
  const answer = await world.call({ ...request, ...sender, ...(person && { as: person.cookie }) })
  return answer.status < 300 && rejectsUnknownFields(answer) ? 409 : answer.status
}

/** True if some records of a list or file were skipped or left unchanged. */
function rejectsUnknownFields({ body }: Answer): boolean {
  const { kept, errors, orders, interchanges } = body
  const isSome = (list: unknown) => Array.isArray(list) && list.length > 0
  const isNot = (list: unknown, name: string, right: string) =>
    Array.isArray(list) && list.some((each: Fields) => (each[name] ?? right) !== right)
  const files = (interchanges ?? []) as (Fields & { orders: Fields[] })[]
  const placed = files.flatMap((file) => file.orders)
  const isPart = isSome(kept) || isSome(errors) || isNot(body, 'outcome', 'queued')
  const isLost = isNot(files, 'state', 'accepted') || isNot(placed, 'state', 'taken')
  return isPart || isLost || isNot(orders, 'fate', 'create')
}

function textOf(call: Call, specimen: Record<string, unknown>, extra: Extra): string {
  if (extra === 'none') return JSON.stringify(specimen)
  if (extra === 'ignored') return JSON.stringify({ ...ignoredBy(call), ...specimen })
  const own = new Set(Object.keys(call.fields ?? {}))
  const more = Object.entries(forbiddenFields).filter(([name]) => !own.has(name))
  const role = own.has('role') && call.permission !== 'open' ? {} : { role: 'admin' }
  const inside = mapValues(specimen, withExtraFields)
  const text = JSON.stringify({ ...inside, ...Object.fromEntries(more), ...role })
  return text.replace(/\}$/, `,${pollution}}`)
}

/** The extra fields that a call ignores. */
function ignoredBy({ ignored, fields }: Call): Fields {
  const own = (name: string) => Object.hasOwn(fields ?? {}, name)
  return Object.fromEntries(
    Object.entries(forbiddenFields).filter(([name]) => ignored.includes(name) && !own(name)),
  )
}

/** The upload of a call, with or without extra columns. */
function fileOf({ csv, edi }: CallSetup, extra: Extra) {
  const more = extra !== 'none' ? [...Object.entries(forbiddenFields), ...namesOfFiles] : []
  // References of an 850 are no fields: they are stored on the order for people to read.
  if (edi) return { type: ediType, text: ediOrder(edi, []) }
  if (!csv) return undefined
  const extraCells = more.filter(([name]) => !Object.hasOwn(csv, name))
  const cells = [...Object.entries(csv), ...extraCells]
  const text = [cells.map(([name]) => name), cells.map(([, value]) => value)].join('\n')
  return { type: 'text/csv', text }
}

function mapValues(body: Record<string, unknown>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(value)]))
}

/** Adds extra fields to the lines of an order and similar arrays, too. */
function withExtraFields(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((item: unknown) =>
    typeof item === 'object' ? { ...forbiddenFields, ...(item as object) } : item,
  )
}

/** The raw text of an inbound X12 file is stored verbatim, so it is excluded from the search. */
const extraCsvColumns: Record<string, string> = {
  edi_interchanges: `to_jsonb(t) - case when direction = 'in' then 'raw' else '' end`,
  edi_documents: `to_jsonb(t) - 'body'`,
}

/** Finds every row of every table that contains one of the forbidden values. */
async function findInjectedValues(world: TestSystem): Promise<string[]> {
  const { rows: tables } = await world.database.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'migrations'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await world.database.query<{ row: string }>(
        `select shown.row from ${name} t,
           lateral (select (${extraCsvColumns[name] ?? 't'})::text as row) as shown
         where shown.row ~ $1`,
        [injectedValues.map((mark) => `\\m${mark.replaceAll('.', '\\.')}\\M`).join('|')],
      )
      return rows.map(({ row }) => `${name}: ${row.slice(0, 120)}`)
    }),
  )
  return found.flat()
}
