import type { Decision } from '../contract.ts'
import { resultNames, ruleNames } from '../labels.ts'

/** What each rule decided, with its sentence. */
export function RulesList({ rules }: { rules: Decision['outcome']['rules'] }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
      {rules.map(({ rule, result, says }) => (
        <div key={rule} className="contents">
          <dt className="text-muted">{ruleNames[rule]}</dt>
          <dd>{says ? `${resultNames[result]}. ${says}` : resultNames[result]}</dd>
        </div>
      ))}
    </dl>
  )
}
