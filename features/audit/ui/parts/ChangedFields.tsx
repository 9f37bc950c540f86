import type { Activity } from '../../activity-contract.ts'
import { fieldName, valueText } from '../../labels.ts'

type ChangedFieldsProps = Pick<Activity, 'changes'> & {
  /** Something was created, which had no values before. */
  isNew: boolean
}

/**
 * The changed fields of an entry of the history, each with its value before and after; of something
 * new the values alone.
 */
export function ChangedFields({ changes, isNew }: ChangedFieldsProps) {
  const fields = Object.entries(changes)
  if (fields.length === 0) return null
  return (
    <dl className="text-table mt-1 grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
      {fields.map(([field, { from, to }]) => (
        <div key={field} className="contents">
          <dt className="text-muted">{fieldName(field)}</dt>
          <dd className="numbers wrap-anywhere">
            {!isNew && (
              <>
                <span className="sr-only">from </span>
                {valueText(from, field)} <span aria-hidden>→</span>
                <span className="sr-only"> to </span>{' '}
              </>
            )}
            {valueText(to, field)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
