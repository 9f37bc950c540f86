import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contracts } from '#app/api-description/contracts.ts'
import { viewedLists } from '#features/views/rules.ts'
import {
  type Endpoint,
  hasParameter,
  isList,
  listQuery,
  listSums,
} from '#platform/kernel/endpoint.ts'
import type { AnyList } from '#platform/kernel/list.ts'

// Every list of the API is declared with `defineList`: its rows and its query are those of the
// declaration. The lists below are not declared yet. They are read whole, and the platform sorts
// and searches their rows. This list may only get shorter.
const notDeclared = [
  'findCustomersByAddress',
  'listApMonths',
  'listArMonths',
  'listAutomaticEmails',
  'listDataChecks',
  'listDeadMessages',
  'listDeletedCustomers',
  'listDeletedSkus',
  'listDeletedVendors',
  'listEvents',
  'listImports',
  'listIncidents',
  'listMentionable',
  'listOrderDrafts',
  'listPeriods',
  'listReceipts',
  'listRevisions',
  'listSessions',
  'listShipments',
  'listSimilarBills',
  'listSimilarCredits',
  'listSimilarPayments',
  'listSimilarReceipts',
  'listSkuCategories',
  'listSkuPrices',
  'listStockAdjustments',
  'listTableSizes',
  'listUnreadableFields',
  'listViews',
  'proposeReminders',
  'readActivity',
  'readClosing',
  'readCustomerTexts',
  'readHealthHistory',
  'readLastSendings',
  'readRelatedOfPurchase',
  'readRelatedOfSale',
  'readWmsSamples',
  'salesByCustomerReport',
  'searchAll',
  'stockValuationReport',
  'suggestApplications',
  'waiverReport',
]

/**
 * Declared lists without saved views: those of a record or a dialog, and short ones of the
 * settings. This list may only get shorter.
 */
const withoutViews = [
  'ap-overdue',
  'ap-schedule',
  'api-keys',
  'ar-overdue',
  'bulk-change-rows',
  'contract-prices',
  'customer-orders',
  'customer-returns',
  'delegations',
  'intake-corrections',
  'notifications',
  'planned-prices',
  'receipts',
  'roles',
  'shipments',
  'sku-orders',
  'sku-purchase-orders',
  'sku-vendors',
  'stock-levels',
  'stock-moves',
  'stock-value-changes',
  'stock-values',
  'tax-rates',
  'users',
  'vendor-certificates',
  'vendor-deliveries',
  'vendor-purchase-orders',
  'vendor-returns',
  'vendor-skus',
  'webhook-deliveries',
  'webhooks',
  'wms-drift',
  'wms-messages',
  'wms-problems',
  'wms-runs',
]

type Shape = Readonly<Record<string, z.ZodMiniType>>

const exported = contracts.flatMap(({ modules }) => modules.flatMap((each) => Object.entries(each)))
const endpoints = exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
const lists = exported.flatMap(([, value]) => (isDeclaredList(value) ? [value] : []))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function isDeclaredList(value: unknown): value is AnyList {
  return typeof value === 'object' && value !== null && 'fields' in value && 'defaultSort' in value
}

function shapeOf(schema: z.ZodMiniType | undefined): Shape {
  return (schema?._zod.def as { shape?: Shape } | undefined)?.shape ?? {}
}

/** True if the endpoint returns the rows of the list, and takes all of its parameters. */
function isOf(list: AnyList, { query, returns }: Endpoint): boolean {
  const element = (returns?._zod.def as { element?: z.ZodMiniType } | undefined)?.element
  const parameters = shapeOf(query)
  const declared = Object.entries(shapeOf(list.query))
  return element === list.row && declared.every(([name, schema]) => parameters[name] === schema)
}

test('every list of the API is declared, except for those known', () => {
  const undeclared = endpoints
    .filter(([, endpoint]) => isList(endpoint) && !lists.some((list) => isOf(list, endpoint)))
    .map(([name]) => name)
  expect([...new Set(undeclared)].toSorted()).toEqual(notDeclared)
})

test('every list that is read page by page is declared', () => {
  const paged = endpoints.filter(([, each]) => isList(each) && hasParameter(each, 'cursor'))
  expect(paged.length).toBeGreaterThan(40)
  expect(paged.filter(([, each]) => !lists.some((list) => isOf(list, each)))).toEqual([])
})

test('every declared list has saved views, except for those known', () => {
  const isViewed = (name: string) => viewedLists.some((viewed) => viewed === name)
  const names = [...new Set(lists.map(({ name }) => name))].toSorted()
  expect(names.filter((name) => !isViewed(name))).toEqual(withoutViews)
  expect(viewedLists.filter((viewed) => !names.includes(viewed))).toEqual([])
})

/** True if the endpoint returns the sums of the list: with all of its filters and groupings. */
function isSumOf({ query: own, groups = {} }: AnyList, { query, returns }: Endpoint): boolean {
  if (returns !== listSums) return false
  const parameters = shapeOf(query)
  const filters = Object.entries(shapeOf(own)).filter(([name]) => !Object.hasOwn(listQuery, name))
  return (
    filters.every(([name, schema]) => parameters[name] === schema) &&
    Object.keys(groups).every((by) => parameters['by']?.safeParse(by).success)
  )
}

test('the groupings that a list declares are those of its sums', () => {
  const grouped = lists.filter(({ groups = {} }) => Object.keys(groups).length > 0)
  expect(grouped.length).toBeGreaterThan(5)
  const isSummed = (list: AnyList) => endpoints.some(([, each]) => isSumOf(list, each))
  expect(grouped.filter((list) => !isSummed(list)).map(({ name }) => name)).toEqual([])
})
