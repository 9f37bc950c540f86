import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contracts } from '#app/api-description/contracts.ts'
import { type Endpoint, hasParameter, isList } from '#platform/kernel/endpoint.ts'
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
