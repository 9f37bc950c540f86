import { formatHidden } from '#platform/kernel/money.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { countText } from '../count-text.ts'
import { type ListGroups, useSums } from './row-groups.ts'

type GroupHeadProps = {
  groups: ListGroups<never>
  list: ListState
  groupKey: string
  heading: string
  columnCount: number
}

/** The heading above the rows of a group, with the number and sum of its rows on all pages. */
export function GroupHead({ groups, list, groupKey, heading, columnCount }: GroupHeadProps) {
  const { sums } = useSums(groups, list)
  const group = sums?.groups.find(({ key }) => key === groupKey)
  const { what } = groups
  return (
    <tr role="row" className="group-head">
      <th role="rowheader" scope="rowgroup" colSpan={columnCount} className="text-left">
        {/* Stays in sight while the table scrolls sideways. */}
        <span className="sticky left-3">
          {heading}
          {group && (
            <span className="numbers font-normal text-muted">
              {` · ${countText(group.count)} ${what}${group.count === 1 ? '' : 's'}`}
              {groups.hasAmounts !== false && ` · ${formatHidden(group.amount)}`}
            </span>
          )}
        </span>
      </th>
    </tr>
  )
}
