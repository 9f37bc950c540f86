import type { DecisionTopic } from '#features/decisions/contract.ts'
import { Why } from '#features/decisions/ui/parts/Why.tsx'
import type { OrderValidation } from '../../contract.ts'

type WhyValidatedProps = {
  validation: Pick<OrderValidation, 'decisionId'>
  topic: DecisionTopic
  lineNo?: number
}

/** The reason of a validation or of a refused order; nothing without a receipt. */
export function WhyValidated({ validation: { decisionId }, ...question }: WhyValidatedProps) {
  return decisionId === undefined ? null : <Why decisionId={decisionId} {...question} />
}
