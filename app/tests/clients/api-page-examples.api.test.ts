import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPassword } from '#features/auth/server/testing.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// docs/api.md: its commands and its shop run against a server that listens.

const run = promisify(execFile)
const page = readFileSync(join(projectRoot, 'docs/api.md'), 'utf8')
const shop = readFileSync(join(projectRoot, 'docs/api/shop.ts'), 'utf8')
const blocksOf = (language: string) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
const linesOf = (text: string) => text.trimEnd().split('\n').length

let prizm: TestApp
let env: Record<string, string>
let folder: string

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  folder = mkdtempSync(join(tmpdir(), 'prizm-page-'))
  const admin = await prizm.builders.user({ role: 'admin', username: 'boss' })
  await prizm.builders.customer({ customerCode: 'C-1', name: 'Acme', creditLimit: '900.00' })
  await prizm.builders.customer({ customerCode: 'C-2', name: 'North' })
  await prizm.builders.sku({ sku: 'FLR-25', price: '14.50', currentStock: 50 })
  await prizm.builders.sku({ sku: 'SGR-25', price: '20.00', currentStock: 50 })
  const body = { name: 'web shop', scopes: ['read', 'orders', 'masterData'] }
  const as = await prizm.builders.session(admin)
  const { key } = (await prizm.call('POST', '/api/api-keys', { as, body })).json()
  env = {
    PATH: process.env['PATH'] ?? '',
    PRIZM_URL: await prizm.app.listen({ host: '127.0.0.1', port: 0 }),
    PRIZM_KEY: key,
    PRIZM_USER: 'boss',
    PRIZM_PASSWORD: testPassword,
  }
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await prizm.close()
})

const orders = () => prizm.rows('select customer_id as customer from sales_orders order by id')

test('the page is one page, with the shop of the file', () => {
  expect(linesOf(page)).toBeLessThanOrEqual(165)
  expect(linesOf(shop)).toBeLessThanOrEqual(40)
  expect(blocksOf('ts')).toEqual([shop])
})

test('every command of the page works', async () => {
  const script = ['set -euo pipefail', ...blocksOf('sh')].join('\n')
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env })
  expect(stdout.match(/"key":"prizm_/g)).toHaveLength(1)
  expect(stdout.indexOf('"name":"Acme"')).toBeLessThan(stdout.indexOf('"name":"North"'))
  expect(stdout).toContain('"created":1,"updated":0,"unchanged":0,"failed":1')
  expect(stdout).toContain('"kind":"validate"')
  expect(stdout).toContain('"isEqual":true')
  expect(await orders()).toEqual([{ customer: 1 }])
  const phones = await prizm.rows(
    'select customer_code as code, phone from customers order by customer_code',
  )
  expect(phones).toEqual([
    { code: 'C-1', phone: '555-0100' },
    { code: 'C-2', phone: null },
    { code: 'WEB-1', phone: null },
  ])
})

test('the shop reads the offers, registers the buyer and places each cart once', async () => {
  const openShop = async (cart: string) => {
    const program = ['--import', 'tsx', join(projectRoot, 'docs/api/shop.ts')]
    const options = { cwd: projectRoot, env: { ...env, CART: cart } }
    const { stdout } = await run(process.execPath, program, options)
    return stdout.trimEnd().split('\n')
  }
  const first = await openShop('cart-1')
  expect(first).toEqual([
    'FLR-25 14.50 (50), SGR-25 20.00 (50)',
    expect.stringMatching(/^\S+: pending, \d+\.\d\d$/),
  ])
  const again = await openShop('cart-1')
  expect(again[0]).toBe('FLR-25 14.50 (48), SGR-25 20.00 (50)')
  expect(again[1]).toBe(first[1])
  const other = await openShop('cart-2')
  expect(other[1]).not.toBe(first[1])
  expect(await orders()).toEqual([{ customer: 3 }, { customer: 3 }])
})
