import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type DecisionSummary, readDecisionsOfOrder } from '../../contract.ts'
import { onHoldText } from '../../hold-labels.ts'
import { decisionName, verdictNames } from '../../labels.ts'
import { Why } from './Why.tsx'

/** The decisions on an order, newest first, each with the questions that its record answers. */
export function DecisionsTab({ orderId }: { orderId: number }) {
  const read = useRead(readDecisionsOfOrder, { params: { id: orderId } })
  return (
    <Loaded read={read}>
      {({ decisions }) =>
        decisions.length === 0 ? (
          <p className="text-muted">
            No decisions were recorded for this order. It is older than this function.
          </p>
        ) : (
          <ol className="grid gap-4">
            {decisions.map((decision) => (
              <OneDecision key={decision.id} decision={decision} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function OneDecision({ decision }: { decision: DecisionSummary }) {
  const { id, kind, actor, keyName, decidedAt, verdict, holdReason, topics } = decision
  const isHeld = verdict === 'held' && holdReason !== null
  const outcome = isHeld ? capitalize(onHoldText(holdReason)) : verdictNames[verdict]
  const who = keyName ? `${actor} (key ${keyName})` : actor
  return (
    <li className="border-b border-line pb-3">
      <p className="font-medium">
        {decisionName(kind, verdict)}
        <span className="font-normal text-muted">{` · ${outcome}`}</span>
      </p>
      <p className="text-caption font-normal text-muted">
        <time dateTime={decidedAt}>{formatMoment(decidedAt)}</time>
        {` by ${who} · decision record ${id}`}
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {topics.map((topic) => (
          <li key={topic} className="text-table flex items-center gap-1">
            <span className="capitalize">{topic}</span>
            <Why decisionId={id} topic={topic} />
          </li>
        ))}
      </ul>
    </li>
  )
}
