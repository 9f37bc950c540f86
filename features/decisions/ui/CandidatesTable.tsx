import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { Decision, DecisionCandidate } from '../contract.ts'
import { candidateName, periodText, verdictText } from '../labels.ts'

type PricesOfSku = NonNullable<Decision['facts']['prices']>[number]

/** Every price that a SKU could have had, with the reason why it applied or not. */
export function CandidatesTable({ prices }: { prices: PricesOfSku }) {
  const { sku, quantity, candidates, cost } = prices
  return (
    <>
      <LinesTable
        label={`Prices considered for ${sku}`}
        heads={['Price', rightAligned('Amount'), 'Result']}
        className="min-w-72"
      >
        {candidates.map((candidate) => (
          <Row key={keyOf(candidate)} candidate={candidate} quantity={quantity} />
        ))}
      </LinesTable>
      {cost && (
        <p className="mt-2">
          {`The typed price was compared with the cost, ${formatDecimal(cost)}.`}
        </p>
      )}
    </>
  )
}

function Row({ candidate, quantity }: { candidate: DecisionCandidate; quantity: number }) {
  const isApplied = candidate.verdict === 'applied'
  const period = periodText(candidate)
  return (
    <tr className={`border-b border-line align-top ${isApplied ? 'font-semibold' : ''}`}>
      <td className="px-2 py-1.5">
        {candidateName(candidate)}
        {period && <span className="block font-normal text-muted">{period}</span>}
      </td>
      <td className="numbers px-2 py-1.5 text-right">{formatDecimal(candidate.unitPrice)}</td>
      <td className="px-2 py-1.5">{verdictText(candidate, quantity)}</td>
    </tr>
  )
}

/** A contract price has an id; a list has one price of each source. */
function keyOf({ contractId, source, from }: DecisionCandidate): string {
  return contractId === undefined ? `${source} ${from ?? ''}` : String(contractId)
}
