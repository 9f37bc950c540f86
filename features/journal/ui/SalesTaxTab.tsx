import { clsx } from 'clsx'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatPercent } from '#features/settings/rules.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ExportReportRows } from '#platform/ui/table/export/ExportReportRows.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { AccountLink } from './AccountLink.tsx'
import { FinancialStatementFrame } from './FinancialStatementFrame.tsx'
import { type Jurisdiction, readSalesTax, type SalesTaxReport, type TaxTie } from '../contract.ts'

const PaySalesTax = lazyPart(async () => (await import('./PaySalesTax.tsx')).PaySalesTax)

const columns = [
  { id: 'place', header: 'Jurisdiction' },
  { id: 'rate', header: 'Rate' },
  { id: 'carried', header: 'Due from before', align: 'right' },
  { id: 'taxableSales', header: 'Taxable sales', align: 'right' },
  { id: 'exemptSales', header: 'Exempt sales', align: 'right' },
  { id: 'creditedSales', header: 'Credited sales', align: 'right' },
  { id: 'taxCharged', header: 'Tax charged', align: 'right' },
  { id: 'taxCredited', header: 'Tax credited', align: 'right' },
  { id: 'netDue', header: 'Net due', align: 'right' },
  { id: 'paid', header: 'Paid', align: 'right' },
  { id: 'left', header: 'Due', align: 'right' },
] as const
const amounts = columns.slice(2)

type Row = Record<(typeof columns)[number]['id'], string> & { kind: 'place' | 'rate' | 'total' }

/** The tax due to each place for a range of invoice dates, and its payment. */
export function SalesTaxTab({ list }: { list: ListState }) {
  const [from, to] = [list.search['f.from'], list.search['f.to']]
  const read = useRead(readSalesTax, { query: { ...(from && { from }), ...(to && { to }) } })
  const report = read.data
  const [paying, setPaying] = useState<Jurisdiction>()
  return (
    <FinancialStatementFrame
      label="Sales tax"
      fields={
        <>
          <DayField
            label="Invoice date from"
            value={from ?? report?.from ?? ''}
            onPick={(day) => list.change({ 'f.from': day || undefined })}
          />
          <DayField
            label="To"
            value={to ?? report?.to ?? ''}
            onPick={(day) => list.change({ 'f.to': day || undefined })}
          />
        </>
      }
      file={
        report && (
          <ExportReportRows
            columns={columns}
            rows={rowsOf(report)}
            fileName={`sales-tax-${report.from}-${report.to}`}
          />
        )
      }
    >
      <Loaded read={read} skeleton={<Skeleton className="h-64" />}>
        {(found) =>
          found.jurisdictions.length === 0 ? (
            <p className="text-muted">No invoices in this period.</p>
          ) : (
            <TaxTable report={found} onPay={setPaying} />
          )
        }
      </Loaded>
      {report && <Reconciliation tie={report.tie} to={report.to} />}
      {report && paying && (
        <PaySalesTax
          jurisdiction={paying}
          period={{ from: report.from, to: report.to }}
          onClose={() => setPaying(undefined)}
        />
      )}
    </FinancialStatementFrame>
  )
}

/** A place with a row per rate; a single rate is shown in the row of the place. */
function rowsOf({ jurisdictions, totals }: SalesTaxReport): Row[] {
  const rows = jurisdictions.flatMap(({ rates, ...own }): Row[] => {
    const [singleRate] = rates.length === 1 ? rates : []
    const place: Row = { ...own, rate: singleRate ? rateText(singleRate.rate) : '', kind: 'place' }
    const rateRows = singleRate ? [] : rates
    const emptyCells = { place: own.place, carried: '', paid: '', left: '' }
    return [
      place,
      ...rateRows.map((rateRow): Row => {
        return { ...emptyCells, ...rateRow, rate: rateText(rateRow.rate), kind: 'rate' }
      }),
    ]
  })
  return [...rows, { place: 'Total', rate: '', ...totals, kind: 'total' }]
}

const rateText = (rate: string | null) => (rate === null ? 'Not recorded' : formatPercent(rate))

type TaxTableProps = { report: SalesTaxReport; onPay: (jurisdiction: Jurisdiction) => void }

function TaxTable({ report, onPay }: TaxTableProps) {
  const mayPay = useMay()('ledger.payTax')
  return (
    <ScrollRegion label="Jurisdictions">
      <table className="text-table w-full" aria-label="Sales tax by jurisdiction">
        <thead>
          <tr className="border-b border-line text-left">
            {columns.map((column) => (
              <th
                key={column.id}
                className={clsx('px-3 py-2', 'align' in column && 'numbers text-right')}
              >
                {column.header}
              </th>
            ))}
            {mayPay && <th className="px-3 py-2">Payment</th>}
          </tr>
        </thead>
        <tbody>
          {rowsOf(report).map((row) => (
            <tr
              key={`${row.kind} ${row.place} ${row.rate}`}
              className={clsx(
                'border-b border-line',
                row.kind === 'total' && 'border-t-2 font-semibold',
              )}
            >
              <th
                scope="row"
                className={clsx(
                  'py-2 text-left font-[inherit] whitespace-nowrap',
                  row.kind === 'rate' ? 'px-6' : 'px-3',
                )}
              >
                {row.place}
              </th>
              <td className="px-3 py-2 whitespace-nowrap">{row.rate}</td>
              {amounts.map(({ id }) => (
                <td key={id} className="numbers px-3 py-2 text-right whitespace-nowrap">
                  {row[id] && formatDecimal(row[id])}
                </td>
              ))}
              {mayPay && (
                <td className="px-3 py-2">
                  <PayButton jurisdiction={jurisdictionOfRow(report, row)} onPay={onPay} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const jurisdictionOfRow = ({ jurisdictions }: SalesTaxReport, { kind, place }: Row) =>
  kind === 'place' ? jurisdictions.find((each) => each.place === place) : undefined

type PayButtonProps = {
  jurisdiction: Jurisdiction | undefined
  onPay: (jurisdiction: Jurisdiction) => void
}

function PayButton({ jurisdiction, onPay }: PayButtonProps) {
  if (!jurisdiction) return null
  const { left, place } = jurisdiction
  if (left.startsWith('-') || left === '0.00') return null
  return (
    <Button size="small" onClick={() => onPay(jurisdiction)}>
      Pay…<span className="sr-only"> {place}</span>
    </Button>
  )
}

/** The reconciliation of all places to account 2100 at the end of the last day. */
function Reconciliation({ tie, to }: { tie: TaxTie; to: string }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <Facts
        items={[
          { name: 'Net due for all jurisdictions to date', value: formatDecimal(tie.netDue) },
          { name: 'Payments made', value: formatDecimal(tie.paid) },
          { name: 'Manual journal entries', value: formatDecimal(tie.byHand) },
          { name: 'Due', value: formatDecimal(tie.expected) },
          {
            name: 'Balance of the account',
            value: (
              <>
                <AccountLink account="2100" name="Sales tax" to={to} />
                {`: ${formatDecimal(tie.balance)}`}
              </>
            ),
          },
        ]}
      />
      {tie.difference !== '0.00' && (
        <Alert>{`The account differs by ${formatDecimal(tie.difference)}.`}</Alert>
      )}
    </div>
  )
}
