import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { customerForm } from '#features/customers/contract.ts'
import { skuForm } from '#features/skus/contract.ts'
import { vendorForm } from '#features/vendors/contract.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { pages, furtherPages } from '#app/menu.tsx'
import { excerptOf, tabsWithSettings, fillSettings, findTopics, topicsOf } from './rules.ts'
import { screensWithHelp, topicOfScreen } from './screens.ts'
import { badges, tabs, topicOf } from './ui/all-topics.ts'

const found = (query: string) => findTopics(tabs, query).map(({ topic }) => topic.id)

test('every topic has a unique anchor', () => {
  const ids = topicsOf(tabs).map(({ topic }) => topic.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every screen and badge links to an existing topic', () => {
  const linkedTopics = [...screensWithHelp.map(topicOfScreen), ...badges.map(({ topic }) => topic)]
  expect(linkedTopics.filter((id) => topicOf(id) === undefined)).toEqual([])
  expect(topicOfScreen('/nowhere')).toBe('about')
})

test('every screen has its own topic', () => {
  const paths = [...pages, ...furtherPages].map(({ path }) => path)
  expect([...screensWithHelp].sort()).toEqual([...paths].sort())
  expect(new Set(paths.map(topicOfScreen)).size).toBe(paths.length)
  expect(topicOfScreen('/wms-integration')).toBe('wms')
})

test('search matches all words, with title matches first', () => {
  expect(found('credit')[0]).toBe('credit')
  expect(found('TIER discount')).toContain('tiers')
  expect(found('contract expiry')).toEqual(['contract-prices'])
  expect(found('  ')).toEqual([])
  expect(found('zebra')).toEqual([])
})

test('search finds shortcuts by name and by key', () => {
  expect(found('page before')).toContain('keyboard')
  expect(found('shift+delete')).toEqual(['keyboard'])
  const topic = topicOf('keyboard')?.topic
  expect(topic && excerptOf(topic, 'copy the line above')).toBe('Copy the line above: Ctrl+D')
})

test('the excerpt shows a line with a matching word', () => {
  const topic = topicOf('receivables')?.topic
  expect(topic && excerptOf(topic, 'collection')).toBe('Average collection period')
})

test('topics show the current settings, without unresolved placeholders', () => {
  expect(fillSettings('after {dunningDays1} days', { ...defaultSettings, dunningDays1: 9 })).toBe(
    'after 9 days',
  )
  expect(fillSettings('above {refundLimit}')).toBe('above $1,000.00')
  expect(fillSettings('Orders {certificateMode}')).toBe('Orders cause a warning')
  const dunning = tabsWithSettings(tabs).flatMap(({ topics }) =>
    topics.filter(({ id }) => id === 'dunning'),
  )
  expect(JSON.stringify(dunning)).toContain('with the last reminder')
  expect(JSON.stringify(tabsWithSettings(tabs))).not.toMatch(/\{\w+\}/)
})

test('every Try it link points to an existing screen', () => {
  const known: string[] = [...pages, ...furtherPages].map(({ path }) => path)
  const linkedPaths = topicsOf(tabs).flatMap(({ topic }) => topic.tryIt?.to ?? [])
  expect(linkedPaths.filter((path) => !known.includes(path))).toEqual([])
})

test('the tier ranges are those used by validation', () => {
  expect(topicOf('tiers')?.topic.blocks).toContainEqual({
    facts: [
      ['Tier 1', '5-10%'],
      ['Tier 2', '10-15%'],
      ['Tier 3', '15-20%'],
    ],
  })
})

describe('the help contains the content of the specification', () => {
  test.each([
    ['overview', 'web, phone, CSV, EDI, API, mobile app, contract price, credit, stock, RMA, RTV'],
    ['orders', 'select a customer, order source, SKU and quantity, customer tier, real time'],
    ['orders', 'validation results, submit, contract price, tier1/tier2/tier3, standard price'],
    ['orders', 'status tracking, billing information, shipping address, line items and pricing'],
    ['orders', 'vendor orders, purchase requisition, delivery tracking, invoice matching'],
    ['masters', 'code, company name, contacts, billing and shipping addresses, phone, email'],
    ['masters', 'website, credit limit, net 30, net 60, price level, tax-exempt status'],
    ['masters', 'company details, payment terms, tax ID, certification, lead times'],
    ['masters', 'minimum order quantities, preferred, rank, performance'],
    ['masters', 'name, description, category, unit of measure, EA, LB, GAL, standard price'],
    ['masters', 'tier 1-3 prices, cost and margin, effective dates, minimum quantity'],
    ['masters', 'automatic expiry, 5-10%, 10-15%, 15-20%'],
    ['reports', 'total outstanding payables, overdue payment count, average days to pay'],
    ['reports', 'monthly payment volume, total receivables balance, overdue customer count'],
    ['reports', 'average collection period, monthly collection rate, 0-30, 31-60, 61-90, over 90'],
    ['reports', 'vendor payment schedule, overdue payments, monthly payment summary'],
    ['reports', 'vendor performance analysis, customer aging, collection priority list'],
    ['reports', 'payment trend analysis, credit limit utilisation'],
    ['administration', 'response times, HTTP status codes, database connectivity'],
    ['administration', 'API availability, memory, uptime, environment, performance'],
    ['administration', 'troubleshooting, returns management, RMA, RTV'],
  ])('%s: %s', (id, words) => {
    const tabText = JSON.stringify(
      tabsWithSettings(tabs).find((tab) => tab.id === id),
    ).toLowerCase()
    expect(words.split(', ').filter((word) => !tabText.includes(word.toLowerCase()))).toEqual([])
  })
})

describe('the sample files', () => {
  test.each([
    ['customers-clean.csv', customerForm, 8],
    ['vendors.csv', vendorForm, 5],
    ['skus.csv', skuForm, 8],
  ] as const)('%s matches what the forms accept', (name, form, count) => {
    const records = sample(name)
    expect(records).toHaveLength(count)
    for (const record of records) {
      expect(Object.keys(record).filter((field) => !(field in form.shape))).toEqual([])
      expect(form.safeParse(record).error?.issues).toBeUndefined()
    }
  })

  test('each customer in customers-errors.csv has one error', () => {
    const mistakes = sample('customers-errors.csv').map((record) =>
      customerForm.safeParse(record).error?.issues.map(({ path }) => String(path[0])),
    )
    expect(mistakes).toEqual([
      ['customerCode'],
      ['name'],
      ['email'],
      ['creditLimit'],
      ['priceLevel'],
    ])
  })
})

const counts = /^(minimumStock|currentStock|leadTimeDays|minimumOrderQuantity|preferredRank)$/

/** The records of a sample file as form input: empty fields left out, counts as numbers. */
function sample(name: string): Record<string, unknown>[] {
  const text = readFileSync(join(projectRoot, 'app/public/samples', name), 'utf8')
  const [head = [], ...lines] = text.trimEnd().split('\n').map(cellsOf)
  return lines.map((cells) => {
    const pairs = head.map((field, index) => [field, cells[index] ?? ''] as const)
    const typed = pairs.map(([field, value]) => {
      if (counts.test(field)) return [field, value === '' ? undefined : Number(value)]
      if (/^(isActive|taxExempt)$/.test(field)) return [field, value === 'true']
      const isNeeded = ['customerCode', 'name', 'email'].includes(field)
      return [field, value === '' && !isNeeded ? undefined : value]
    })
    return Object.fromEntries(typed) as Record<string, unknown>
  })
}

function cellsOf(line: string): string[] {
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []
  return cells
    .map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"'))
    .slice(0, line.endsWith(',') ? undefined : -1)
}
