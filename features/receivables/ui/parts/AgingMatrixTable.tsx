import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { agingBuckets } from '../../rules.ts'
import { type AgingAmounts, lastColumns, type PartyAging } from './aging-columns.ts'
import type { AgingLabels, RowsOf } from './aging-labels.ts'

type AgingMatrixTableProps = {
  labels: AgingLabels
  parties: readonly PartyAging[]
  /** The amounts of all parties. */
  aging: AgingAmounts
  rowsOf: RowsOf
}

/** The amounts of each customer or vendor by age; each opens its documents. */
export function AgingMatrixTable({ labels, parties, aging, rowsOf }: AgingMatrixTableProps) {
  const columns = [...agingBuckets, ...lastColumns(aging)]
  const label = `${labels.party} aging`
  const head = 'text-caption px-3 py-2 font-medium text-muted'
  return (
    <ScrollRegion label={label}>
      <table className="text-table w-full min-w-200 border-collapse">
        <thead>
          <tr className="border-y border-line text-left">
            <th scope="col" className={head}>
              {labels.party}
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className={`${head} text-right`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parties.map((party) => (
            <PartyRow key={party.id} party={party} labels={labels} rowsOf={rowsOf} />
          ))}
        </tbody>
        <tfoot>
          <tr className="numbers font-semibold">
            <th scope="row" className="px-3 py-2 text-left font-[inherit]">
              Total
            </th>
            {columns.map(({ id }) => (
              <td key={id} className="px-3 py-2 text-right">
                <AgingAmount amount={aging[id] ?? '0.00'} address={rowsOf(id)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

type PartyRowProps = { party: PartyAging; labels: AgingLabels; rowsOf: RowsOf }

function PartyRow({ party, labels, rowsOf }: PartyRowProps) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-3 py-2 text-left font-normal">
        <ScreenAddressLink
          address={labels.partyOf(party.code)}
          className="numbers text-link font-medium no-underline hover:underline"
        >
          {party.code}
        </ScreenAddressLink>
        <span className="text-muted">{` · ${party.name}`}</span>
      </th>
      {agingBuckets.map(({ id }) => (
        <td key={id} className="numbers px-3 py-2 text-right">
          <AgingAmount amount={party[id]} address={rowsOf(id, party.code)} />
        </td>
      ))}
      {party.unapplied !== undefined && (
        <td className="numbers px-3 py-2 text-right">
          <AgingAmount amount={party.unapplied} address={rowsOf('unapplied', party.code)} />
        </td>
      )}
      <td className="numbers px-3 py-2 text-right font-semibold">
        <AgingAmount amount={party.total} address={rowsOf('total', party.code)} />
      </td>
    </tr>
  )
}

/** An amount that opens its documents; zero has none. */
function AgingAmount({ amount, address }: { amount: string; address: Address }) {
  if (centsOfSum(amount) === 0) {
    return <span className="font-normal text-muted">{formatDecimal('0.00')}</span>
  }
  return (
    <ScreenAddressLink address={address} className="text-inherit no-underline hover:underline">
      {formatDecimal(amount)}
    </ScreenAddressLink>
  )
}
