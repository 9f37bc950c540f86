import type { Decision } from '../contract.ts'
import { priceSentence } from '../labels.ts'
import { CandidatesTable } from './CandidatesTable.tsx'

/** Why each line of a decision has its price, with every price that was considered. */
export function LinePrices({ decision }: { decision: Decision }) {
  const { facts, outcome } = decision
  return (
    <ol className="grid grid-cols-1 gap-4">
      {(outcome.lines ?? []).map((line) => {
        const prices = facts.prices?.find(({ skuId }) => skuId === line.skuId)
        return (
          <li key={line.lineNo}>
            <p>{`Line ${line.lineNo}: ${priceSentence(decision, line)}`}</p>
            {prices && <CandidatesTable prices={prices} />}
          </li>
        )
      })}
    </ol>
  )
}
