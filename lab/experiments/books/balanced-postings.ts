import { simulatePurchase } from '../../books/simulate-purchase.ts'
import { type Round, simulateSale } from '../../books/simulate-sale.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku, idOf } from '../../staff/create-customers-and-skus.ts'
import { amount } from '../../random-actions/model-action.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const documents = 1000
const nightlyDocuments = 10_000
const workerCount = 8

/** P15: every posting balances, and account balances equal the sums of the documents. */
export const ledger: Experiment = {
  row: 'P15',
  promise: 'ledger',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P15' }, async (world) => {
      await work(lab, world, lab.isNightly ? nightlyDocuments : documents)
      await counted(world, findings)
      await balanced(world, findings)
      await checkReconciliation(world, findings)
      await unbalanced(world, findings)
    }),
}

const highestRate = 25

/** Runs sales and purchases concurrently until the wanted number of documents is posted. */
async function work(lab: Lab, world: TestSystem, documentCount: number): Promise<void> {
  const records = await recordsOf(lab, world)
  let made = 0
  let isOver = false
  const fresh = (prefix: string) => `${prefix}-${++made}`
  const runWorker = async (name: number) => {
    const round: Round = { world, chance: lab.chance.fork(`desk ${name}`), fresh, ...records }
    while (!isOver) {
      await (round.chance.between(1, 4) === 1 ? simulatePurchase(round) : simulateSale(round))
      isOver ||= (await count(world, 'select count(*) from journal_entries')) >= documentCount
    }
  }
  await Promise.all(Array.from({ length: workerCount }, (_, name) => runWorker(name)))
}

/**
 * Creates a customer for each integer tax rate, a tax-exempt one, and terms with and without
 * discount.
 */
async function recordsOf({ chance }: Lab, world: TestSystem) {
  const customerIds: number[] = []
  for (let rate = 0; rate <= highestRate; rate++) {
    await world.database.query(
      `insert into tax_rates (country, state, rate, effective_date)
       values ('US', $1, $2::numeric / 1000, '2020-01-01')`,
      [`T${rate}`, rate * 10 + (rate % 2 === 0 || rate === highestRate ? 0 : 7)],
    )
    const paymentTerms = rate % 2 === 0 ? '2/10 net 30' : 'net 30'
    const fields = { country: 'US', state: `T${rate}`, paymentTerms }
    customerIds.push(await createCustomer(world, fields))
  }
  const exempt = { taxExempt: true, taxExemptNumber: 'EX-15' }
  customerIds.push(await createCustomer(world, exempt))
  const skuIds: number[] = []
  for (let n = 0; n < 30; n++) {
    const price = amount(chance, 1, 50_000)
    skuIds.push(await createSku(world, { price, cost: amount(chance, 0, 30_000) }))
  }
  const vendorIds: number[] = []
  for (const vendorCode of ['V-1', 'V-2', 'V-3']) {
    const body = { vendorCode, name: vendorCode, email: 'office@example.com' }
    vendorIds.push(idOf(await world.must({ method: 'POST', path: '/api/vendors', body })))
  }
  return { customerIds, skuIds, vendorIds }
}

async function counted({ database }: TestSystem, findings: Findings): Promise<void> {
  const { rows } = await database.query<{ source: string; count: number }>(
    `select source, count(*)::int as count from journal_entries
     where source <> 'stock_adjustment' group by source order by 2 desc`,
  )
  const all = rows.reduce((sum, row) => sum + row.count, 0)
  findings.note(`${all} documents posted`)
  findings.note(rows.map(({ source, count: each }) => `${source} ${each}`).join(', '))
  const few = rows.filter((row) => row.count < all / 1000).map(({ source }) => source)
  findings.none('kinds of documents that are hardly there', few)
  findings.expect(rows.length >= 8, `only ${rows.length} kinds of documents`)
}

async function balanced(world: TestSystem, findings: Findings): Promise<void> {
  const off = await count(
    world,
    `select count(*) from (
       select e.id from journal_entries e left join journal_lines l on l.entry_id = e.id
       group by e.id having coalesce(sum(l.debit - l.credit), 1) <> 0 or count(l.id) < 2) x`,
  )
  findings.equal('entries that do not balance', off, 0)
  const path = '/api/journal/trial-balance'
  const report = await world.must({ method: 'GET', path })
  const { totalDebit, totalCredit } = report
  findings.note(`trial balance ${String(totalDebit)} = ${String(totalCredit)}`)
  findings.equal('the trial balance', totalDebit, totalCredit)
}

const adjusted = `(
  select v.amount, v.id = min(v.id) over (partition by v.sku_id) as is_first
  from stock_values v
  join stock_moves m on m.id = v.stock_move_id and m.kind in ('adjust', 'wms_adjust')) a`

/** The expected balance of each account from its documents alone, debits less credits. */
const accounts: readonly [account: string, byDocuments: string][] = [
  [
    '1000',
    `(select sum(amount) from customer_payments)
     - (select coalesce(sum(amount), 0) from refunds where status = 'released')
     - (select sum(amount) from vendor_payments where status = 'posted')`,
  ],
  [
    '1100',
    `(select sum(open_amount) from invoices) - (select sum(open_amount) from credit_memos)
     - (select sum(open_amount) from customer_payments)`,
  ],
  [
    '2000',
    `-(select sum(total_amount - settled_amount) from vendor_bills where status = 'posted')`,
  ],
  // Goods received not invoiced is zero: every delivery was billed, at whatever price.
  ['2050', '0'],
  ['2100', '(select sum(tax) from credit_memos) - (select sum(tax) from invoices)'],
  ['4000', `-(select sum(goods) from invoices where goods_account = '4000')`],
  ['4100', '-(select sum(freight) from invoices)'],
  ['4900', '(select sum(goods) from credit_memos)'],
  ['4950', '(select sum(discount) from receivable_applications)'],
  ['1200', '(select sum(stock_value) from skus)'],
  // The opening stock of a SKU posts to equity, later adjustments to gain or loss.
  ['3000', `-(select sum(amount) from ${adjusted} where is_first)`],
  ['5200', `-(select sum(amount) from ${adjusted} where not is_first)`],
  ['6100', `(select sum(amount) from receivable_applications where kind = 'write-off')`],
  // Price variances of bills are part of inventory and cost of goods sold.
  ['5100', '0'],
]

async function checkReconciliation(world: TestSystem, findings: Findings): Promise<void> {
  for (const [account, byDocuments] of accounts) {
    const posted = `select coalesce(sum(debit - credit), 0) * 100 from journal_lines
      where account = $1`
    const have = await count(world, posted, [account])
    const want = await count(world, `select (${byDocuments}) * 100`)
    findings.equal(`account ${account} in cents`, have, want)
  }
}

const entry = `insert into journal_entries (source, source_id, posted_on, period_id, memo)
  values ('by hand', 1, current_date, 0, 'by hand')`
const line = (account: string, side: 'debit' | 'credit', amountOf: string) =>
  `insert into journal_lines (entry_id, account, ${side})
   select id, '${account}', ${amountOf} from journal_entries where source = 'by hand'`
const disableBalanceTrigger = 'alter table journal_lines disable trigger journal_lines_balanced'

/** Unbalanced entries inserted by SQL: the error before the commit, and at the commit. */
const manualTampering: readonly [what: string, statements: string[], before: string, at: string][] =
  [
    ['a debit alone', [entry, line('1000', 'debit', '5')], '23514', 'rolled back'],
    ['nothing on either side', [entry], 'taken', '23514'],
    [
      'a cent apart, where lines are not looked at',
      [disableBalanceTrigger, entry, line('1000', 'debit', '5'), line('4000', 'credit', '4.99')],
      'taken',
      '23514',
    ],
  ]

async function unbalanced(world: TestSystem, findings: Findings): Promise<void> {
  for (const [what, statements, before, at] of manualTampering) {
    const client = await world.database.connect()
    const codeOf = (text: string) =>
      client.query(text).then(
        ({ command }) => (command === 'ROLLBACK' ? 'rolled back' : 'taken'),
        (error: Error & { code?: string }) => error.code,
      )
    try {
      await client.query('begin')
      findings.equal(what, await codeOf(statements.join('; ')), before)
      findings.equal(`${what}, at its commit`, await codeOf('commit'), at)
    } finally {
      client.release()
    }
  }
  const storedCount = await count(
    world,
    "select count(*) from journal_entries where source = 'by hand'",
  )
  findings.equal('manual entries that were kept', storedCount, 0)
}
