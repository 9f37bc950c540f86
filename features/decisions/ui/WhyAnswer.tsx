import type { ReactNode } from 'react'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Decision, type DecisionTopic, readDecision } from '../contract.ts'
import {
  creditSentence,
  decisionName,
  holdSentence,
  lineOf,
  linesSentence,
  priceSentence,
  stockSentence,
  taxSentence,
} from '../labels.ts'
import { CandidatesTable } from './CandidatesTable.tsx'
import { CreditFactsList } from './CreditFactsList.tsx'
import { LinePrices } from './LinePrices.tsx'
import { ReplayPanel } from './ReplayPanel.tsx'
import { RulesList } from './RulesList.tsx'
import { StockFactsTable } from './StockFactsTable.tsx'
import { TaxFactsList } from './TaxFactsList.tsx'
import { UsedSettings } from './UsedSettings.tsx'

export type WhyAnswerProps = {
  decisionId: number
  topic: DecisionTopic
  /** The line of a price, counted from 1; without one, the prices of all lines. */
  lineNo: number | undefined
}

/** The answer to one question about a decision: a sentence first, and all facts behind it. */
export function WhyAnswer({ decisionId, topic, lineNo }: WhyAnswerProps) {
  const read = useRead(readDecision, { params: { id: decisionId } })
  return (
    <Loaded read={read} title="The reason could not be loaded">
      {(decision) => <Answer decision={decision} topic={topic} lineNo={lineNo} />}
    </Loaded>
  )
}

type AnswerProps = Omit<WhyAnswerProps, 'decisionId'> & { decision: Decision }

function Answer({ decision, topic, lineNo }: AnswerProps) {
  const { id, kind, outcome, salesOrderId } = decision
  const name = decisionName(kind, outcome.verdict, salesOrderId !== null)
  const facts = factsOf(decision, topic, lineNo)
  return (
    <div className="grid grid-cols-1 gap-2">
      <p>{sentenceOf(decision, topic, lineNo)}</p>
      {facts && (
        <details>
          <summary className="w-fit cursor-pointer font-medium">{detailsNames[topic]}</summary>
          <div className="mt-2">
            {facts}
            <UsedSettings decision={decision} topic={topic} />
          </div>
        </details>
      )}
      <p className="text-caption font-normal text-muted">
        {`Decision record ${id}: ${name.toLowerCase()} by `}
        {decision.keyName ? `${decision.actor} (key ${decision.keyName})` : decision.actor}
        {', '}
        <time dateTime={decision.decidedAt}>{formatMoment(decision.decidedAt)}</time>
      </p>
      <ReplayPanel key={id} decisionId={id} />
    </div>
  )
}

const detailsNames: Readonly<Record<DecisionTopic, string>> = {
  price: 'All prices considered',
  tax: 'What the tax is based on',
  credit: 'Credit at the time',
  stock: 'Stock at the time',
  hold: 'Result of each rule',
}

function sentenceOf(decision: Decision, topic: DecisionTopic, lineNo?: number): string {
  if (topic === 'tax') return taxSentence(decision)
  if (topic === 'credit') return creditSentence(decision)
  if (topic === 'stock') return stockSentence(decision)
  if (topic === 'hold') return holdSentence(decision)
  if (lineNo === undefined) return linesSentence(decision)
  const line = lineOf(decision, lineNo)
  return line ? priceSentence(decision, line) : 'This line was not part of this decision.'
}

/** The facts behind the sentence; null if there are none, or if the role may not see them. */
function factsOf(decision: Decision, topic: DecisionTopic, lineNo?: number): ReactNode {
  const { facts, outcome } = decision
  if (topic === 'tax') {
    return facts.tax ? <TaxFactsList facts={facts} totals={outcome.totals} /> : null
  }
  if (topic === 'credit') return facts.credit ? <CreditFactsList credit={facts.credit} /> : null
  if (topic === 'stock') return facts.stock ? <StockFactsTable stock={facts.stock} /> : null
  if (topic === 'hold') return <RulesList rules={outcome.rules} />
  if (lineNo === undefined) return <LinePrices decision={decision} />
  const skuId = lineOf(decision, lineNo)?.skuId
  const prices = facts.prices?.find((each) => each.skuId === skuId)
  return prices ? <CandidatesTable prices={prices} /> : null
}
