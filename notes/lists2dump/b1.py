import sys; sys.path.insert(0,'/tmp/lists2dump')
from ed import *
# kernel
sub('platform/kernel/list.ts', ('''type Several<V> = V | readonly V[]
''','''/** A column of a further table: its layout and heading, or `true` for those of the list. */
type TableColumn = true | (ColumnLayout & Pick<Field, 'label'>)

/** The list of a further table, with the fields that are its columns. */
type TableOf<L extends AnyList, Name extends string, K extends string> = Omit<
  L,
  'name' | 'fields' | 'defaultSort' | 'chips'
> & {
  name: Name
  fields: { [N in K]: L['fields'][N] & { column: ColumnLayout } }
  defaultSort: string
  chips: readonly string[]
}

/**
 * Declares a further table of a list, such as the orders of one customer: its own name, order and
 * columns. Its rows, query and links are those of the list.
 */
export function tableOf<
  L extends AnyList,
  const Name extends string,
  K extends Text<keyof L['fields']>,
>(
  list: L,
  {
    name,
    defaultSort = list.defaultSort,
    columns,
  }: { name: Name; defaultSort?: Sort<L['fields']>; columns: Readonly<Record<K, TableColumn>> },
): TableOf<L, Name, K> {
  const fields = Object.entries<TableColumn>(columns).map(([id, own]) => {
    const { column, ...field } = list.fields[id] as Field
    if (own === true) return [id, { ...field, column: column ?? {} }]
    const { label = field.label, ...layout } = own
    return [id, { ...field, label, column: layout }]
  })
  // The fields are those of the list under the same names.
  const own = Object.fromEntries(fields) as TableOf<L, Name, K>['fields']
  return { ...list, name, fields: own, defaultSort, chips: [] }
}

type Several<V> = V | readonly V[]
'''))
sub('scripts/tidy/list-names.ts', ('''        CallExpression: ({ callee, arguments: [declared], start }) => {
          if (callee.type !== 'Identifier' || callee.name !== 'defineList') return
          report(start, declaredNames(declared))
''','''        CallExpression: ({ callee, arguments: [first, second], start }) => {
          if (callee.type !== 'Identifier') return
          if (callee.name === 'defineList') report(start, declaredNames(first))
          if (callee.name === 'tableOf') report(start, declaredNames(second))
'''))
# auth
sub('features/auth/contract.ts', ("import { endpoint, choiceQuery, ids, listQuery, textQuery } from '#platform/kernel/endpoint.ts'","import { endpoint } from '#platform/kernel/endpoint.ts'"),
 ("import { code, email, momentText, optionalText, text } from '#platform/kernel/fields.ts'\n","import { code, email, momentText, optionalText, text } from '#platform/kernel/fields.ts'\nimport { defineList, field } from '#platform/kernel/list.ts'\n"),
 ('''export const userQuery = z.object({
  ...listQuery,
  id: ids,
  username: textQuery,
  email: textQuery,
  role: choiceQuery(roles),
  isActive: z.optional(z.enum(['true', 'false'])),
})
export type UserQuery = z.infer<typeof userQuery>
''','''/** The list of accounts. */
export const userList = defineList({
  name: 'users',
  row: user,
  defaultSort: 'username',
  fields: {
    username: field.text({ label: 'Username', sortable: true, filterable: true, column: {} }),
    email: field.text({
      label: 'Email',
      sortable: true,
      filterable: true,
      column: { width: 220, phone: 'line' },
    }),
    role: field.choice(roles, {
      label: 'Role',
      sortable: true,
      filterable: true,
      column: { phone: 'amount' },
    }),
    isActive: { ...field.active(), column: { width: 110, phone: 'badge' } },
    createdAt: field.moment({
      label: 'Since',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    id: field.references({ sortable: true, filterable: true }),
  },
  chips: ['isActive'],
})

export const userQuery = userList.query
export type UserQuery = z.infer<typeof userQuery>
'''))
sub('features/auth/server/accounts.ts',
 ("import { type ListSpec, readList } from '#platform/server/lists/list.ts'\n","import { readList } from '#platform/server/lists/list.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\n"),
 ("import type { NewUser, UserChange, UserQuery, StoredPreferences, User } from '../contract.ts'\n","""import {
  type NewUser,
  type StoredPreferences,
  type User,
  type UserChange,
  type UserQuery,
  userList,
} from '../contract.ts'
"""),
 ('const list: ListSpec = {','const list = listSpec(userList, {'),
 ('''  sorts: {
    id: { sql: 'u.id' },
    username: { sql: 'u.username collate "und-x-icu"' },
    email: { sql: 'u.email collate "und-x-icu"' },
    role: { sql: 'u.role' },
    isActive: { sql: 'u.is_active' },
    createdAt: { sql: 'u.created_at' },
  },
  defaultSort: 'username',
  search: ['u.username', 'u.email', 'u.role'],
  filters: {
    id: { sql: 'u.id', type: 'int' },
    username: { sql: 'u.username', type: 'text' },
    email: { sql: 'u.email', type: 'text' },
    role: { sql: 'u.role', type: 'text' },
    isActive: { sql: 'u.is_active', type: 'boolean' },
  },
}
''','''  fields: {
    id: 'u.id',
    username: { sort: 'u.username collate "und-x-icu"', filter: 'u.username' },
    email: { sort: 'u.email collate "und-x-icu"', filter: 'u.email' },
    role: 'u.role',
    isActive: 'u.is_active',
    createdAt: 'u.created_at',
  },
  search: ['u.username', 'u.email', 'u.role'],
})
'''))
P='features/auth/ui/parts/UsersDialog.tsx'
cut(P,'''const filters: readonly Filter[] = [''',''']

''','''const filters = filtersOf(userList)

''')
sub(P,("import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'\n","import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'\nimport { statusCell } from '#platform/ui/table/filters/Status.tsx'\nimport { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
 ("import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'\n",""),
 ("import { endSessions, listUsers, updateUser, type User } from '../../contract.ts'","import { endSessions, listUsers, updateUser, type User, userList } from '../../contract.ts'"),
 ('          name="users"\n','          name={userList.name}\n'),
 ('          usualSort="username"\n','          usualSort={userList.defaultSort}\n'))
cut(P,'''  return [
    { id: 'username', header''','''  ]
}
''','''  return columnsOf(userList, {
    role: {
      text: (user) => user.role,
      cell: (user) => (
        <select
          aria-label={`Role of ${user.username}`}
          value={user.role}
          disabled={user.id === me.id}
          title={user.id === me.id ? 'You cannot change your own role' : undefined}
          onChange={({ target }) => setRole(user, target.value as Role)}
          className="control h-8"
        >
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      ),
    },
    isActive: { ...statusCell, cell: USERSTATUS },
    createdAt: (user) => formatDayOf(user.createdAt),
  })
}
''')
# api keys
sub('features/api-keys/contract.ts',("import { endpoint, listQuery } from '#platform/kernel/endpoint.ts'","import { endpoint } from '#platform/kernel/endpoint.ts'"),
 ("import { dayField, dayText, id, lineText, momentText } from '#platform/kernel/fields.ts'\n","import { dayField, dayText, id, lineText, momentText } from '#platform/kernel/fields.ts'\nimport { defineList, field } from '#platform/kernel/list.ts'\n"),
 ("export const listApiKeys =",'''/** The list of API keys. */
export const apiKeyList = defineList({
  name: 'api-keys',
  row: apiKey,
  defaultSort: '-createdAt',
  fields: {
    name: field.text({ label: 'Name', sortable: true, column: { isLong: true } }),
    username: field.text({
      label: 'Acts as',
      sortable: true,
      column: { width: 140, phone: 'line' },
    }),
    startsWith: field.text({ label: 'Key', column: { width: 140 } }),
    scopes: field.text({ label: 'Scopes', column: {} }),
    lastUsedAt: field.moment({
      label: 'Last used',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    expiresOn: field.day({ label: 'Expires on', sortable: true, column: { width: 110 } }),
    id: field.reference({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
  },
})

export const listApiKeys ='''),
 ("  query: z.object(listQuery),","  query: apiKeyList.query,"))
P='features/api-keys/server/service.ts'
sub(P,("import { type ListSpec, readList } from '#platform/server/lists/list.ts'\n","import { readList } from '#platform/server/lists/list.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\n"),
 ("import type { ApiKey, NewApiKey, NewKeyAnswer } from '../contract.ts'","import { type ApiKey, apiKeyList, type NewApiKey, type NewKeyAnswer } from '../contract.ts'"),
 ('const list: ListSpec = {','const list = listSpec(apiKeyList, {'),
 ('''  sorts: {
    id: { sql: 'k.id' },
    name: { sql: 'k.name collate "und-x-icu"' },
    username: { sql: 'u.username collate "und-x-icu"' },
    expiresOn: { sql: 'k.expires_on', isNullable: true },
    lastUsedAt: { sql: 'k.last_used_at', isNullable: true },
    createdAt: { sql: 'k.created_at' },
  },
  defaultSort: '-createdAt',
  search: ['k.name', 'u.username', 'k.starts_with'],
  filters: {},
}
''','''  fields: {
    id: 'k.id',
    name: 'k.name collate "und-x-icu"',
    username: 'u.username collate "und-x-icu"',
    expiresOn: { sql: 'k.expires_on', isNullable: true },
    lastUsedAt: { sql: 'k.last_used_at', isNullable: true },
    createdAt: 'k.created_at',
  },
  search: ['k.name', 'u.username', 'k.starts_with'],
})
'''))
P='features/api-keys/ui/ApiKeys.tsx'
cut(P,"const columns: readonly Column<ApiKey>[] = [","\n]\n",'''const scopesText = ({ scopes }: ApiKey) => scopes.map((scope) => scopeNames[scope]).join(', ')

const columns = columnsOf(apiKeyList, {
  startsWith: (key) => <code>{key.startsWith}…</code>,
  scopes: { text: scopesText, cell: scopesText },
  lastUsedAt: (key) => (key.lastUsedAt ? formatDayOf(key.lastUsedAt) : 'Never'),
  expiresOn: (key) => key.expiresOn ?? 'Never',
})
''')
sub(P,("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
 ("import { type ApiKey, listApiKeys, type NewKeyAnswer, revokeApiKey } from '../contract.ts'",'''import {
  type ApiKey,
  apiKeyList,
  listApiKeys,
  type NewKeyAnswer,
  revokeApiKey,
} from '../contract.ts\''''),
 ('          name="api-keys"\n','          name={apiKeyList.name}\n'),('          usualSort="-createdAt"\n','          usualSort={apiKeyList.defaultSort}\n'))
# sourcing
P='features/sourcing/contract.ts'
sub(P,("import { endpoint, listQuery } from","import { endpoint } from"),("  idParameter,\n",""),
("import { certificateStates } from './rules.ts'\n","import { defineList, field, tableOf } from '#platform/kernel/list.ts'\nimport { certificateStates } from './rules.ts'\n"),
('''export const offerQuery = z.object({ ...listQuery, vendorId: idParameter, skuId: idParameter })
''','''/** The list of offers, with the columns for the offers of one vendor. */
export const offerList = defineList({
  name: 'vendor-skus',
  row: offer,
  defaultSort: 'sku,rank',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { isLong: true, width: 240 } }),
    rank: field.units({ label: 'Rank', sortable: true, column: { width: 80 } }),
    unitPrice: field.amount({ label: 'Price', column: { width: 110, phone: 'amount' } }),
    leadTimeDays: field.units({
      label: 'Lead time',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    minimumQuantity: field.units({ label: 'Minimum', column: { width: 110 } }),
    vendorItem: field.text({
      label: 'Vendor’s item number',
      column: { width: 150, phone: 'line' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', sortable: true }),
    vendorId: field.reference({ filterable: true }),
    skuId: field.reference({ filterable: true }),
  },
})

/** The offers for one SKU. */
export const skuVendorList = tableOf(offerList, {
  name: 'sku-vendors',
  columns: {
    vendorCode: { isLong: true, width: 240 },
    rank: true,
    unitPrice: true,
    leadTimeDays: true,
    minimumQuantity: true,
    vendorItem: true,
  },
})

export const offerQuery = offerList.query
'''),
('''const certificateQuery = z.object({ ...listQuery, vendorId: idParameter })
export type CertificateQuery = z.output<typeof certificateQuery>
''','''/** The list of certificates. */
export const certificateList = defineList({
  name: 'vendor-certificates',
  row: certificate,
  defaultSort: 'expiresOn',
  fields: {
    name: field.text({
      label: 'Certificate',
      sortable: true,
      column: { isLong: true, width: 200 },
    }),
    number: field.text({ label: 'Number', column: { width: 140 } }),
    category: field.text({
      label: 'For',
      sortable: true,
      column: { isLong: true, width: 160, phone: 'line' },
    }),
    validFrom: field.day({ label: 'From', column: { width: 110 } }),
    expiresOn: field.day({
      label: 'Until',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    state: field.choice(certificateStates, {
      label: 'State',
      column: { width: 120, phone: 'badge' },
    }),
    id: field.reference({ sortable: true }),
    vendorId: field.reference({ filterable: true }),
  },
})

export type CertificateQuery = z.output<typeof certificateList.query>
'''),("  query: certificateQuery,","  query: certificateList.query,"))
P='features/sourcing/server/store.ts'
sub(P,("import type { ListSpec } from '#platform/server/lists/list.ts'\nimport { warningDays } from '../rules.ts'","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport type { ListSpec } from '#platform/server/lists/list.ts'\nimport * as contract from '../contract.ts'\nimport { warningDays } from '../rules.ts'"),
("export const offerList: ListSpec = {","export const offerList = listSpec(contract.offerList, {"),
('''  sorts: {
    id: { sql: 'o.id' },
    sku: { sql: 's.sku collate "und-x-icu"' },
    vendorCode: { sql: 'v.vendor_code collate "und-x-icu"' },
    rank: { sql: 'o.rank' },
    leadTimeDays: { sql: 'o.lead_time_days', isNullable: true },
  },
  defaultSort: 'sku,rank',
  search: ['v.vendor_code', 'v.name', 's.sku', 's.name', 'o.vendor_item'],
  filters: {
    vendorId: { sql: 'o.vendor_id', type: 'int' },
    skuId: { sql: 'o.sku_id', type: 'int' },
  },
}
''','''  fields: {
    id: 'o.id',
    sku: 's.sku collate "und-x-icu"',
    vendorCode: 'v.vendor_code collate "und-x-icu"',
    rank: 'o.rank',
    leadTimeDays: { sql: 'o.lead_time_days', isNullable: true },
    vendorId: 'o.vendor_id',
    skuId: 'o.sku_id',
  },
  search: ['v.vendor_code', 'v.name', 's.sku', 's.name', 'o.vendor_item'],
})
'''),('''  return {
    columns: `c.id, c.vendor_id''','''  return listSpec(contract.certificateList, {
    columns: `c.id, c.vendor_id'''),
('''    sorts: {
      id: { sql: 'c.id' },
      name: { sql: 'c.name collate "und-x-icu"' },
      category: { sql: 'c.category collate "und-x-icu"', isNullable: true },
      expiresOn: { sql: 'c.expires_on' },
    },
    defaultSort: 'expiresOn',
    search: ['c.name', 'c.number', 'c.category'],
    filters: { vendorId: { sql: 'c.vendor_id', type: 'int' } },
  }
''','''    fields: {
      id: 'c.id',
      name: 'c.name collate "und-x-icu"',
      category: { sql: 'c.category collate "und-x-icu"', isNullable: true },
      expiresOn: 'c.expires_on',
      vendorId: 'c.vendor_id',
    },
    search: ['c.name', 'c.number', 'c.category'],
  })
'''))
P='features/sourcing/ui/CertificateColumns.tsx'
cut(P,"export const columns: readonly Column<Certificate>[] = [","\n]\n",'''export const columns = columnsOf(certificateList, {
  category: { text: scopeText, cell: scopeText },
  validFrom: ({ validFrom }) => formatOptionalDay(validFrom, '-'),
  state: {
    text: ({ state }) => styles[state].word,
    cell: ({ state }) => <State state={state} />,
  },
})

function scopeText({ category }: Certificate) {
  return category ?? 'All SKUs'
}
''')
sub(P,("import type { Column } from '#platform/ui/table/columns.ts'\nimport type { Certificate } from '../contract.ts'","import { columnsOf } from '#platform/ui/table/list-columns.ts'\nimport { type Certificate, certificateList } from '../contract.ts'"))
open('features/sourcing/ui/OfferColumns.tsx','w').write('''import { formatDecimal } from '#platform/kernel/money.ts'
import { counted } from '#platform/kernel/format.ts'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { type Offer, offerList, skuVendorList } from '../contract.ts'

const orDash = (value: number | null) => (value === null ? '-' : value.toLocaleString('en-US'))

const cells = {
  unitPrice: ({ unitPrice }: Offer) => (unitPrice === null ? '-' : formatDecimal(unitPrice)),
  leadTimeDays: ({ leadTimeDays }: Offer) =>
    leadTimeDays === null ? '-' : counted(leadTimeDays, 'day'),
  minimumQuantity: ({ minimumQuantity }: Offer) => orDash(minimumQuantity),
  vendorItem: ({ vendorItem }: Offer) => vendorItem ?? '-',
}

/** The columns of the offers of one vendor. */
export const vendorSkuColumns = columnsOf(offerList, {
  ...cells,
  sku: (offer) => `${offer.sku} - ${offer.skuName}`,
})

/** The columns of the offers for one SKU. */
export const skuVendorColumns = columnsOf(skuVendorList, {
  ...cells,
  vendorCode: (offer) => `${offer.vendorCode} - ${offer.vendorName}`,
})
''')
sub('features/sourcing/ui/OffersTab.tsx',("import { columnsFor } from './OfferColumns.tsx'","import { skuVendorColumns, vendorSkuColumns } from './OfferColumns.tsx'"),
("import { type Offer, createOffer, deleteOffer, listOffers } from '../contract.ts'",'''import {
  type Offer,
  createOffer,
  deleteOffer,
  listOffers,
  offerList,
  skuVendorList,
} from '../contract.ts\''''),
("name={vendor ? 'vendor-skus' : 'sku-vendors'}","name={vendor ? offerList.name : skuVendorList.name}"),
("columns={columnsFor(vendor ? 'sku' : 'vendor')}","columns={vendor ? vendorSkuColumns : skuVendorColumns}"))
sub('features/sourcing/ui/CertificatesTab.tsx',('name="vendor-certificates"','name={certificateList.name}'),('usualSort="expiresOn"','usualSort={certificateList.defaultSort}'),
("  type Certificate,\n  createCertificate,","  type Certificate,\n  certificateList,\n  createCertificate,"))
# pricing
P='features/pricing/contract.ts'
sub(P,("import { amountQuery, endpoint, ids, listQuery, unitsQuery } from '#platform/kernel/endpoint.ts'","import { endpoint } from '#platform/kernel/endpoint.ts'"),
("  momentQuery,\n",""),
('''  units,
} from '#platform/kernel/fields.ts'
''','''  units,
} from '#platform/kernel/fields.ts'
import { defineList, field, tableOf } from '#platform/kernel/list.ts'
'''),
('''export const contractPriceQuery = z.object({
  ...listQuery,
  id: ids,
  contractPrice: amountQuery,
  effectiveDate: z.optional(dayField),
  expirationDate: z.optional(dayField),
  minimumQuantity: unitsQuery,
  createdAt: momentQuery,
  updatedAt: momentQuery,
  customerId: idParameter,
  skuId: idParameter,
  isActive: z.optional(z.enum(['true', 'false'])),
  isExpired: z.optional(z.enum(['true', 'false'])),
})
''','''/** The list of contract prices, with the columns for the prices of one customer. */
export const contractPriceList = defineList({
  name: 'contract-prices',
  row: contractPrice,
  defaultSort: 'customerCode,sku,minimumQuantity,effectiveDate',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { isLong: true, width: 240 } }),
    contractPrice: field.amount({
      label: 'Contract price',
      sortable: true,
      filterable: true,
      column: { width: 130, phone: 'amount' },
    }),
    minimumQuantity: field.units({
      label: 'From quantity',
      sortable: true,
      filterable: true,
      column: { width: 130 },
    }),
    effectiveDate: field.day({
      label: 'From',
      sortable: true,
      filterable: true,
      column: { width: 110, phone: 'date' },
    }),
    expirationDate: field.day({
      label: 'To',
      sortable: true,
      filterable: true,
      column: { width: 110 },
    }),
    isActive: { ...field.active(), column: { width: 110, phone: 'badge' } },
    id: field.references({ sortable: true, filterable: true }),
    customerCode: field.text({ label: 'Customer', sortable: true }),
    customerName: field.text({ sortable: true }),
    skuName: field.text({ sortable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    updatedAt: field.moment({ sortable: true, filterable: true }),
    customerId: field.reference({ filterable: true }),
    skuId: field.reference({ filterable: true }),
    isExpired: field.yesNo({ filterable: true }),
  },
})

/** The contract prices for one SKU. */
export const skuContractPriceList = tableOf(contractPriceList, {
  name: contractPriceList.name,
  columns: {
    customerCode: { isLong: true, width: 240 },
    contractPrice: true,
    minimumQuantity: true,
    effectiveDate: true,
    expirationDate: true,
    isActive: true,
  },
})

export const contractPriceQuery = contractPriceList.query
'''))
P='features/pricing/server/store.ts'
cut(P,"const sorts: Record<string, SortField> = {","\n}\n\n","")
cut(P,'''    sorts,
    defaultSort:''','''    },
  }
}
''','''    zone: businessZone,
    fields: {
      id: 'p.id',
      customerCode: 'c.customer_code collate "und-x-icu"',
      customerName: 'c.name collate "und-x-icu"',
      sku: 's.sku collate "und-x-icu"',
      skuName: 's.name collate "und-x-icu"',
      contractPrice: 'p.contract_price',
      minimumQuantity: 'p.minimum_quantity',
      effectiveDate: 'p.effective_date',
      expirationDate: { sql: 'p.expiration_date', isNullable: true },
      isActive: 'p.is_active',
      createdAt: 'p.created_at',
      updatedAt: 'p.updated_at',
      customerId: 'p.customer_id',
      skuId: 'p.sku_id',
      isExpired: 'coalesce(p.expiration_date < d.today, false)',
    },
    search: ['c.customer_code', 'c.name', 's.sku', 's.name'],
  })
}
''')
sub(P,("import type { SortField } from '#platform/server/lists/list-order.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport * as contract from '../contract.ts'\n"),
('''  return {
    columns: `p.id, p.customer_id''','''  return listSpec(contract.contractPriceList, {
    columns: `p.id, p.customer_id'''))
open('features/pricing/ui/ContractPriceColumns.tsx','w').write('''import { formatOptionalDay } from '#platform/kernel/format.ts'
import type { Day } from '#platform/kernel/days.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { type ContractPrice, contractPriceList, skuContractPriceList } from '../contract.ts'
import { validityOf } from '../rules.ts'

/** The columns of a customer's or a SKU's contract prices; the first one shows the other party. */
export function columnsFor(
  other: 'sku' | 'customer',
  today: Day,
): readonly Column<ContractPrice>[] {
  const validity = (price: ContractPrice) => validityOf(price, today)
  const cells = {
    minimumQuantity: (price: ContractPrice) => price.minimumQuantity.toLocaleString('en-US'),
    expirationDate: (price: ContractPrice) => formatOptionalDay(price.expirationDate, 'no end'),
    isActive: {
      text: validity,
      cell: (price: ContractPrice) => <StatusBadge status={validity(price)} />,
    },
  }
  if (other === 'sku') {
    const sku = (price: ContractPrice) => `${price.sku} - ${price.skuName}`
    return columnsOf(contractPriceList, { ...cells, sku })
  }
  const customerCode = (price: ContractPrice) => `${price.customerCode} - ${price.customerName}`
  return columnsOf(skuContractPriceList, { ...cells, customerCode })
}
''')
sub('features/pricing/ui/ContractPricesTab.tsx',('name="contract-prices"','name={contractPriceList.name}'),("  type ContractPrice,\n","  type ContractPrice,\n  contractPriceList,\n"))
