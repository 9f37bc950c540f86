import sys; sys.path.insert(0,'/tmp/lists2dump')
from ed import *
def w(p,t): open(p,'w').write(t)
# ---------- dunning
P='features/dunning/contract.ts'
sub(P,("import { endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'\nimport { amountText, dayField, dayText, id, idParameter } from '#platform/kernel/fields.ts'\nimport { reminderLevels } from './rules.ts'",
"import { endpoint } from '#platform/kernel/endpoint.ts'\nimport { amountText, dayText, id } from '#platform/kernel/fields.ts'\nimport { defineList, field, viewsOf } from '#platform/kernel/list.ts'\nimport { levelNames, reminderLevels } from './rules.ts'"))
cut(P,"export const letterQuery = z.object({","\n})\n",'''const levelFilter = z.optional(
  z.string().check(z.regex(/^[1-3](?:,[1-3])*$/, levelsOnly), z.maxLength(20, levelsOnly)),
)

/** The list of reminders. */
export const letterList = defineList({
  name: 'reminders',
  row: letter,
  defaultSort: '-id',
  fields: {
    letterNumber: field.text({
      label: 'Letter',
      sortable: true,
      filterable: true,
      column: { width: 125 },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 210, phone: 'line' },
    }),
    level: {
      ...field.choice(['1', '2', '3'], {
        label: 'Reminder',
        valueLabels: levelNames,
        sortable: true,
        filterable: true,
        column: { width: 135, phone: 'badge' },
      }),
      query: levelFilter,
    },
    letterOn: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 105, phone: 'date' },
    }),
    invoices: field.units({ label: 'Invoices', column: { width: 100 } }),
    total: field.amount({
      label: 'Past due',
      sortable: true,
      column: { width: 125, phone: 'amount' },
    }),
    fee: field.amount({ label: 'Fee', column: { width: 90 } }),
    createdByName: field.text({ label: 'Created by', column: { width: 120 } }),
    id: field.reference({ sortable: true }),
    invoiceId: field.reference({ filterable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    /** Only letters issued on or before this day. */
    asOf: field.day({ filterable: true }),
  },
  chips: ['level', 'letterOn', 'customerCode'],
})

/** The built-in views of the list. */
export const letterViews = viewsOf(letterList, [
  { label: 'All', filters: {} },
  { label: 'Last reminders', filters: { level: '3' } },
])

export const letterQuery = letterList.query
''')
P='features/dunning/server/store.ts'
sub(P,("import type { ListSpec } from '#platform/server/lists/list.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport * as contract from '../contract.ts'\n"),
("export const letterList: ListSpec = {","export const letterList = listSpec(contract.letterList, {"))
cut(P,'''  sorts: {
    id: { sql: 'l.id' },''','''  defaultSort: '-id',
''','''  fields: {
    id: 'l.id',
    letterNumber: { sort: 'l.id', filter: 'l.letter_number' },
    customerId: { sql: 'l.customer_id', orderedBy: 'l.letter_on' },
    letterOn: 'l.letter_on',
    level: { sql: 'l.level', type: 'int' },
    total: 'l.total',
    invoiceId: {
      sql: 'd.invoice_id',
      within: 'l.id in (select d.letter_id from dunning_lines d where %)',
    },
    customerCode: {
      sql: 'lower(c.customer_code)',
      isFolded: true,
      within: 'l.customer_id = any(array(select c.id from customers c where %))',
    },
    asOf: { sql: 'l.letter_on', compare: '<=' },
  },
''')
cut(P,'''  filters: {
    customerId:''','''  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})
''')
P='features/dunning/ui/parts/RemindersTable.tsx'
cut(P,"export const defaultSort = '-id'\n","\n]\n",'''export const { defaultSort } = letterList
export const codeOf = (letter: { letterNumber: string }) => letter.letterNumber

const columns = columnsOf(letterList, {
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (letter) => <CustomerLink of={letter} />,
  },
  level: { text: ({ level }) => levelNames[level], cell: ({ level }) => levelNames[level] },
  createdByName: ({ createdByName }) => createdByName ?? '-',
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n","const filters = filtersOf(letterList, { customerCode: customerFilter })\n")
cut(P,"/** Predefined list views. */","\n]\n\n","")
sub(P,("import type { BuiltInView } from '#platform/kernel/list.ts'\n",""),("import { formatDay } from '#platform/kernel/days.ts'\nimport { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
("import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'\n","import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'\n"),
("import { type Letter, listLetters } from","import { type Letter, letterList, letterViews, listLetters } from"),
("import { levelNames, reminderLevels } from","import { levelNames } from"),
('<ListViews name="reminders" list={list} views={views} />','<ListViews name={letterList.name} list={list} views={letterViews} />'),
('        name="reminders"\n','        name={letterList.name}\n'))
# ---------- proposals
P='features/purchase-proposals/contract.ts'
sub(P,("import { endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'\nimport { amountText, id, price, units } from '#platform/kernel/fields.ts'","import { endpoint } from '#platform/kernel/endpoint.ts'\nimport { amountText, id, price, units } from '#platform/kernel/fields.ts'\nimport { defineList, field } from '#platform/kernel/list.ts'"))
cut(P,"export const proposalQuery = z.object({","\n})\n",'''/** The list of proposals. */
export const proposalList = defineList({
  name: 'purchase-proposals',
  row: proposal,
  defaultSort: 'coverDays',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { width: 130 } }),
    name: field.text({
      label: 'Name',
      sortable: true,
      column: { isLong: true, width: 190, phone: 'line' },
    }),
    available: field.units({ label: 'Available', sortable: true, column: { width: 92 } }),
    incoming: field.units({ label: 'On order', sortable: true, column: { width: 92 } }),
    reorderPoint: field.units({
      label: 'Reorder point',
      sortable: true,
      column: { width: 105 },
    }),
    coverDays: field.units({
      label: 'Days of stock',
      sortable: true,
      column: { width: 92, phone: 'date' },
    }),
    quantity: field.units({
      label: 'Suggested qty',
      sortable: true,
      column: { width: 92, phone: 'amount' },
    }),
    vendorName: field.text({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 170 },
    }),
    unitPrice: field.amount({ label: 'Unit Price', column: { width: 92, isOptional: true } }),
    category: field.text({
      label: 'Category',
      filterable: true,
      column: { isLong: true, isOptional: true },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    /** `none`: SKUs with no available stock. */
    stock: field.only(['none'], { label: 'Out of stock', filterable: true }),
  },
  chips: ['vendorCode', 'stock'],
})

export const proposalQuery = proposalList.query
''')
P='features/purchase-proposals/server/store.ts'
cut(P,'''  sorts: {
    id: { sql: 'p.id' },''','''  defaultSort: 'coverDays',
''','''  fields: {
    id: 'p.id',
    sku: 'p.sku collate "und-x-icu"',
    name: 'p.name collate "und-x-icu"',
    available: 'p.available',
    incoming: 'p.incoming',
    reorderPoint: 'p.reorder_point',
    quantity: 'p.quantity',
    vendorName: { sql: 'p.vendor_name collate "und-x-icu"', isNullable: true },
    coverDays: { sql: 'p.cover_days', isNullable: true },
    vendorCode: { sql: 'lower(p.vendor_code)', isFolded: true },
    category: 'p.category',
    stock: { when: 'none', holds: 'p.available <= p.backordered' },
  },
''')
cut(P,'''  filters: {
    vendorCode:''','''  },
}
''','''})
''')
sub(P,("const list: Omit<ListSpec, 'values'> = {","const list = listSpec(proposalList, {"),("import type { ListSpec } from '#platform/server/lists/list.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport type { ListSpec } from '#platform/server/lists/list.ts'\nimport { proposalList } from '../contract.ts'\n"))
P='features/purchase-proposals/ui/ProposalsTable.tsx'
cut(P,"const number = { align","\n]\n",'''
const columns = columnsOf(proposalList, {
  available: {
    text: ({ available, backordered }) => String(available - backordered),
    cell: ({ available, backordered }) => count(available - backordered),
  },
  incoming: ({ incoming }) => count(incoming),
  reorderPoint: ({ reorderPoint }) => count(reorderPoint),
  coverDays: { text: lastsText, cell: lastsText },
  quantity: ({ quantity, unitOfMeasure }) => (
    <span className="font-semibold">{`${count(quantity)} ${unitOfMeasure}`}</span>
  ),
  vendorName: ({ vendorName }) => vendorName ?? 'No vendor',
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n","const filters = filtersOf(proposalList, { vendorCode: vendorFilter })\n")
sub(P,("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
("import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'\n","import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'\n"),
("import { type Proposal, listProposals } from","import { listProposals, type Proposal, proposalList } from"),
("export const defaultSort = 'coverDays'","export const { defaultSort } = proposalList"),
('        name="purchase-proposals"\n','        name={proposalList.name}\n'))
# ---------- wms
P='features/wms-integration/contract.ts'
sub(P,("import { choiceQuery, endpoint, ids, listQuery, textQuery } from '#platform/kernel/endpoint.ts'","import { endpoint } from '#platform/kernel/endpoint.ts'"),
("import { freeText, momentText, webhookSecret } from '#platform/kernel/fields.ts'\n","import { freeText, momentText, webhookSecret } from '#platform/kernel/fields.ts'\nimport { defineList, field } from '#platform/kernel/list.ts'\nimport { driftNames, jobNames } from './labels.ts'\n"),
('''  query: z.object({
    ...listQuery,
    job: z.optional(job),
    state: z.optional(z.enum(displayedRunStates)),
  }),
''','''  query: wmsRunList.query,
'''),('''  query: z.object({
    ...listQuery,
    direction: z.optional(z.enum(['in', 'out'])),
    status: choiceQuery(messageStatuses),
    kind: textQuery,
    runId: ids,
  }),
''','''  query: wmsMessageList.query,
'''),('''  query: z.object({
    ...listQuery,
    state: z.optional(z.enum(problemStates)),
    direction: z.optional(z.enum(['export', 'import'])),
    dataType: z.optional(dataType),
  }),
''','''  query: wmsProblemList.query,
'''),('''  query: z.object({
    ...listQuery,
    class: z.optional(z.enum(driftClasses)),
    skuId: ids,
  }),
''','''  query: wmsDriftList.query,
'''),
('''export const listWmsRuns =''','''
/** The list of runs. */
export const wmsRunList = defineList({
  name: 'wms-runs',
  row: wmsRun,
  defaultSort: '-id',
  fields: {
    job: field.only(jobs, {
      label: 'Run',
      valueLabels: jobNames,
      filterable: true,
      column: { width: 200 },
    }),
    state: field.only(displayedRunStates, {
      label: 'State',
      filterable: true,
      column: { width: 170, phone: 'badge' },
    }),
    startedAt: field.moment({ label: 'Started', column: { width: 150, phone: 'date' } }),
    by: field.text({ label: 'Started by', column: { width: 150 } }),
    steps: field.text({ label: 'Result', column: { width: 400, phone: 'line' } }),
    id: field.reference({ sortable: true }),
  },
  chips: ['job', 'state'],
})

export const listWmsRuns ='''),
('''export const listWmsMessages =''','''
/** The list of messages. */
export const wmsMessageList = defineList({
  name: 'wms-messages',
  row: wmsMessage,
  defaultSort: '-id',
  fields: {
    kind: field.text({ label: 'Message', filterable: true, column: { width: 190 } }),
    direction: field.only(['in', 'out'], {
      label: 'Direction',
      valueLabels: { in: 'Import', out: 'Export' },
      filterable: true,
      column: { width: 100 },
    }),
    status: field.choice(messageStatuses, {
      label: 'Status',
      filterable: true,
      column: { width: 110, phone: 'line' },
    }),
    records: field.units({ label: 'Records', column: { width: 90, phone: 'amount' } }),
    createdAt: field.moment({ label: 'Time', column: { width: 140, phone: 'date' } }),
    id: field.reference({ sortable: true }),
    runId: field.references({ filterable: true }),
  },
  chips: ['direction'],
})

export const listWmsMessages ='''),
('''export const listWmsProblems =''','''
/** The list of problems. */
export const wmsProblemList = defineList({
  name: 'wms-problems',
  row: wmsProblem,
  defaultSort: '-id',
  fields: {
    record: field.text({ label: 'Record', sortable: true, column: { width: 130 } }),
    direction: field.only(['export', 'import'], {
      label: 'Direction',
      valueLabels: { export: 'Export', import: 'Import' },
      filterable: true,
      column: { width: 90 },
    }),
    reason: field.text({ label: 'Problem', column: { width: 330, phone: 'line' } }),
    firstSeenAt: field.moment({ label: 'First seen', column: { width: 130 } }),
    lastSeenAt: field.moment({
      label: 'Last seen',
      sortable: true,
      column: { width: 130, phone: 'date' },
    }),
    attempts: field.units({
      label: 'Attempts',
      sortable: true,
      column: { width: 90, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    state: field.only(problemStates, { filterable: true }),
    dataType: field.only(dataTypes, { filterable: true }),
  },
  chips: ['direction', 'state'],
})

export const listWmsProblems ='''),
('''export const listWmsDrift =''','''
/** The list of count variances. */
export const wmsDriftList = defineList({
  name: 'wms-drift',
  row: wmsDriftRow,
  defaultSort: '-id',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { width: 150 } }),
    asOf: field.moment({ label: 'Counted', column: { width: 140, phone: 'date' } }),
    expected: field.units({ label: 'Expected', column: { width: 100 } }),
    reported: field.units({ label: 'Counted units', column: { width: 120 } }),
    difference: field.units({ label: 'Difference', column: { width: 110, phone: 'amount' } }),
    class: field.only(driftClasses, {
      label: 'Cause',
      valueLabels: driftNames,
      filterable: true,
      column: { width: 220, phone: 'line' },
    }),
    id: field.reference({ sortable: true }),
    skuId: field.references({ filterable: true }),
  },
  chips: ['class'],
})

export const listWmsDrift ='''))
P='features/wms-integration/server/store.ts'
sub(P,("import type { ListSpec } from '#platform/server/lists/list.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport { wmsDriftList, wmsMessageList, wmsProblemList, wmsRunList } from '../contract.ts'\n"),
("export const runList: ListSpec = {","export const runList = listSpec(wmsRunList, {"),
("export const messageList: ListSpec = {","export const messageList = listSpec(wmsMessageList, {"),
("export const problemList: ListSpec = {","export const problemList = listSpec(wmsProblemList, {"),
("export const driftList: ListSpec = {","export const driftList = listSpec(wmsDriftList, {"),
('''  sorts: { id: { sql: 'r.id' } },
  defaultSort: '-id',
  search: ['r.error', 'u.username'],
  filters: {
    job: { sql: 'r.job', type: 'text' },
    state: { sql: runState, type: 'text' },
  },
  values: [],
}
''','''  fields: { id: 'r.id', job: 'r.job', state: runState },
  search: ['r.error', 'u.username'],
  values: [],
})
'''),('''  sorts: { id: { sql: 'm.id' } },
  defaultSort: '-id',
  search: ['m.external_id', 'm.kind', 'm.sha256', 'm.error'],
  filters: {
    direction: { sql: 'm.direction', type: 'text' },
    status: { sql: 'm.status', type: 'text' },
    kind: { sql: 'm.kind', type: 'text' },
    runId: { sql: 'm.run_id', type: 'int' },
  },
  values: [],
}
''','''  fields: {
    id: 'm.id',
    direction: 'm.direction',
    status: 'm.status',
    kind: 'm.kind',
    runId: 'm.run_id',
  },
  search: ['m.external_id', 'm.kind', 'm.sha256', 'm.error'],
  values: [],
})
'''),('''  sorts: {
    id: { sql: 'p.id' },
    record: { sql: 'p.record' },
    lastSeenAt: { sql: 'p.last_seen_at' },
    attempts: { sql: 'p.attempts' },
  },
  defaultSort: '-id',
  search: ['p.record', 'p.title', 'p.reason'],
  filters: {
    state: { sql: 'p.state', type: 'text' },
    direction: { sql: 'p.direction', type: 'text' },
    dataType: { sql: 'p.data_type', type: 'text' },
  },
  values: [],
}
''','''  fields: {
    id: 'p.id',
    record: 'p.record',
    lastSeenAt: 'p.last_seen_at',
    attempts: 'p.attempts',
    state: 'p.state',
    direction: 'p.direction',
    dataType: 'p.data_type',
  },
  search: ['p.record', 'p.title', 'p.reason'],
  values: [],
})
'''),('''  sorts: { id: { sql: 'd.id' }, sku: { sql: 's.sku' } },
  defaultSort: '-id',
  search: ['s.sku', 'd.snapshot_id'],
  filters: {
    class: { sql: 'd.class', type: 'text' },
    skuId: { sql: 'd.sku_id', type: 'int' },
  },
  values: [],
}
''','''  fields: { id: 'd.id', sku: 's.sku', class: 'd.class', skuId: 'd.sku_id' },
  search: ['s.sku', 'd.snapshot_id'],
  values: [],
})
'''))
IMPC=("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n")
IMPF=("import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'\n","import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'\n")
P='features/wms-integration/ui/runs/RunsTable.tsx'
cut(P,"const columns: readonly Column<WmsRun>[] = [","\n]\n",'''const columns = columnsOf(wmsRunList, {
  job: { text: ({ job }) => jobNames[job], cell: ({ job }) => jobNames[job] },
  state: ({ state }) => <StatusBadge status={badges[state]} />,
  startedAt: ({ startedAt }) => formatMomentOr(startedAt, 'Not yet'),
  by: ({ by, startedFrom }) => (startedFrom === 'person' ? by : starts[startedFrom]),
  steps: {
    text: resultOf,
    cell: (run) => <span className="whitespace-normal">{resultOf(run)}</span>,
  },
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n",'''/** The chip offers the states of runs that have ended. */
const filters = filtersOf(wmsRunList, {
  state: {
    kind: 'choice',
    id: 'state',
    label: 'State',
    options: [
      { value: 'done', label: 'Completed' },
      { value: 'partial', label: 'Ended with errors' },
      { value: 'failed', label: 'Failed' },
      { value: 'cancelled', label: 'Cancelled' },
    ],
  },
})
''')
sub(P,IMPC,IMPF,("import { listWmsRuns, type WmsRun } from","import { listWmsRuns, type WmsRun, wmsRunList } from"),("import { jobs } from '../../rules.ts'\n",""),('        name="wms-runs"\n','        name={wmsRunList.name}\n'))
P='features/wms-integration/ui/MessagesDialog.tsx'
cut(P,"const columns: readonly Column<WmsMessage>[] = [","\n]\n",'''const columns = columnsOf(wmsMessageList, {
  kind: ({ kind }) => kindName(kind),
  status: statusText,
  records: ({ records }) => records.toLocaleString('en-US'),
  createdAt: ({ createdAt }) => formatMomentOr(createdAt),
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n",'''const filters = filtersOf(wmsMessageList, {
  direction: {
    kind: 'choice',
    id: 'direction',
    label: 'Direction',
    options: [
      { value: 'out', label: 'Export' },
      { value: 'in', label: 'Import' },
    ],
  },
})
''')
sub(P,IMPC,IMPF,("  type WmsMessage,\n","  type WmsMessage,\n  wmsMessageList,\n"),('            name="wms-messages"\n','            name={wmsMessageList.name}\n'))
P='features/wms-integration/ui/counts/DriftTable.tsx'
cut(P,"const columns: readonly Column<WmsDriftRow>[] = [","\n]\n",'''const columns = columnsOf(wmsDriftList, {
  asOf: ({ asOf }) => formatMomentOr(asOf),
  expected: ({ expected }) => number(expected),
  reported: ({ reported }) => number(reported),
  difference: ({ expected, reported }) => signed(reported - expected),
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n","const filters = filtersOf(wmsDriftList)\n")
sub(P,IMPC,IMPF,("import { listWmsDrift } from","import { listWmsDrift, wmsDriftList } from"),("import { driftNames, signed } from","import { signed } from"),('        name="wms-drift"\n','        name={wmsDriftList.name}\n'))
P='features/wms-integration/ui/ProblemsTable.tsx'
cut(P,"const columns: readonly Column<WmsProblem>[] = [","\n]\n",'''const columns = columnsOf(wmsProblemList, {
  reason: {
    text: (problem) => `${problem.title}. ${problem.reason}`,
    cell: (problem) => (
      <span className="block whitespace-normal">
        <span className="text-label block">{problem.title}</span>
        <span className="block">{problem.reason}</span>
        {problem.proposal && <span className="block text-muted">{problem.proposal}</span>}
        {problem.state !== 'open' && (
          <span className="block text-muted">{resolutionText(problem)}</span>
        )}
      </span>
    ),
  },
  firstSeenAt: (problem) => formatMomentOr(problem.firstSeenAt),
  lastSeenAt: (problem) => formatMomentOr(problem.lastSeenAt),
  attempts: (problem) => problem.attempts.toLocaleString('en-US'),
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n",'''const filters = filtersOf(wmsProblemList, {
  state: {
    kind: 'choice',
    id: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'dismissed', label: 'Dismissed' },
      { value: 'solved', label: 'Resolved' },
    ],
  },
})
''')
sub(P,IMPC,IMPF,("  type WmsProblem,\n","  type WmsProblem,\n  wmsProblemList,\n"),('        name="wms-problems"\n','        name={wmsProblemList.name}\n'))
