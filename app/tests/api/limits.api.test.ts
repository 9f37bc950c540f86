import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { login, registration } from '#features/auth/contract.ts'
import { maxCharacters } from '#features/comments/rules.ts'
import { createCustomer, importCustomers, upsertCustomers } from '#features/customers/contract.ts'
import { maxManualLines } from '#features/journal/manual-entry-rules.ts'
import { reasonForm } from '#features/payables/contract.ts'
import { maxLines as billLines } from '#features/payables/rules.ts'
import { maxLines as purchaseLines, purchaseOrderForm } from '#features/purchase-orders/contract.ts'
import { maxLines as returnLines } from '#features/returns/contract.ts'
import { maxLines as salesLines } from '#features/sales-orders/rules.ts'
import { maxBulk } from '#platform/kernel/bulk.ts'
import { maxFileRows } from '#platform/kernel/csv.ts'
import { type Endpoint, listQuery } from '#platform/kernel/endpoint.ts'
import { maxUpserts } from '#platform/kernel/upsert.ts'
import { usualTimeouts } from '#platform/server/database/session-settings.ts'
import { boundsOf } from '#platform/server/http/connection-limits.ts'
import { ratesOf } from '#platform/server/http/rate-limit.ts'
import {
  bodyLimitOf,
  bodyLimits,
  maxFilesPerUser,
} from '#platform/server/http/request-body-admission.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'

// The limits that docs/limits.md lists are those of the code.

let prizm: TestApp
beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
})
afterEach(() => prizm.close())

const page = readFileSync(join(projectRoot, 'docs/limits.md'), 'utf8')
const rows = [...page.matchAll(/^\| ([a-z][^|]+) \| ([^|]+) \| (\w+) \|$/gm)]
const documented = Object.fromEntries(rows.map(([, what = '', most = '']) => [what, most]))

const inNumbers = (count: number) => count.toLocaleString('en-US')
const inMebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`
const inCharacters = (count: number) => `${inNumbers(count)} characters`
const bodyOf = (endpoint: Endpoint) => {
  const bytes = bodyLimitOf({ endpoint, isRaw: false })
  return bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : inMebibytes(bytes)
}

type Schema = { safeParse: (value: unknown) => { success: boolean } }

/** The longest text that a field accepts. */
function longestOf(schema: Schema): number {
  const isLong = (length: number) => schema.safeParse('a'.repeat(length)).success
  const lengths = [256, 500, 5000]
  return lengths.find((length) => isLong(length) && !isLong(length + 1)) ?? 0
}

test('the limits of documents, lists and files are those of the page', () => {
  expect(new Set([salesLines, purchaseLines, billLines, returnLines])).toEqual(new Set([500]))
  expect(listQuery.limit.safeParse('1000').success).toBe(true)
  expect(listQuery.limit.safeParse('1001').success).toBe(false)
  expect(documented).toMatchObject({
    'lines of a sales order, purchase order, bill or return': inNumbers(salesLines),
    'lines of a manual journal entry': inNumbers(maxManualLines),
    'notes of a document or record': inCharacters(longestOf(purchaseOrderForm.shape.notes)),
    'a reason': inCharacters(longestOf(reasonForm.shape.reason)),
    'a comment': inCharacters(maxCharacters),
    'a password': inCharacters(longestOf(registration.shape.password)),
    'records of a page of a list': '1,000',
    'records of an upsert': inNumbers(maxUpserts),
    'records of a bulk change': inNumbers(maxBulk),
    'rows of an imported file': inNumbers(maxFileRows),
  })
})

test('the limits of requests and callers are those of the page', () => {
  const open = { HOST: '0.0.0.0', TRUSTED_PROXY: undefined }
  const rates = ratesOf({ ...open, RATE_PER_SESSION: undefined, RATE_PER_KEY: undefined })
  const seconds = usualTimeouts.statementMs / 1000
  const { perAddress } = boundsOf({ ...open, CONNECTIONS_PER_ADDRESS: undefined })
  expect(documented).toMatchObject({
    'an imported file': bodyOf(importCustomers),
    'the body of an upsert': bodyOf(upsertCustomers),
    'any other body': bodyOf(createCustomer),
    'a body without a session': bodyOf(login),
    'files of one user that are read or imported at the same time': inNumbers(maxFilesPerUser),
    'bodies of one user at the same time, together': inMebibytes(bodyLimits.perUser),
    'bodies without a session or key at the same time, together': inMebibytes(
      bodyLimits.withoutUser,
    ),
    'all bodies at the same time, together': inMebibytes(bodyLimits.all),
    'the time of a statement, such as a search, other than of reports': `${seconds} seconds`,
    'calls of a session in a minute': inNumbers(rates.session ?? 0),
    'calls of an API key in a minute, unless the key has a limit of its own': inNumbers(
      rates.key ?? 0,
    ),
    'connections of an address': inNumbers(perAddress ?? 0),
  })
  expect(rows).toHaveLength(24)
})

test('an address or a header beyond 16 KiB is refused, a long one below is not', async () => {
  const url = await prizm.app.listen({ port: 0, host: '127.0.0.1' })
  const below = await fetch(`${url}/api/customers?q=${'x'.repeat(15_000)}`)
  expect(below.status).toBe(401)
  const beyond = await fetch(`${url}/api/customers?q=${'x'.repeat(17_000)}`)
  const sentence = 'The headers of the request are larger than 16 KiB'
  expect([beyond.status, await beyond.json()]).toMatchObject([431, { detail: sentence }])
  const header = await fetch(`${url}/api/user`, { headers: { 'x-note': 'x'.repeat(17_000) } })
  expect(header.status).toBe(431)
  expect(documented['the address and the headers of a request']).toBe('16 KiB')
})
