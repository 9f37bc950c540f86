import { Link } from '@tanstack/react-router'
import type { ListSums as Totals } from '#platform/kernel/endpoint.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { Loaded } from '../page/Loaded.tsx'
import { countText } from './count-text.ts'
import { type ListGroups, type SumGroup, useSums } from './groups/row-groups.ts'

type ListSumsProps = ListGroups<never> & { list: ListState }

/** The totals under a list, over all matching rows on all pages, and by group. */
export function ListSums({ list, ...groups }: ListSumsProps) {
  const { read, sums, group, isRead } = useSums(groups, list)
  return (
    <section aria-label="Totals" className="grid gap-3 border-t border-line px-3 py-2 md:px-4">
      <div className="text-table flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="numbers">
          {isRead ? (
            <Total {...groups} sums={sums} />
          ) : (
            <span className="text-muted">Filter or group the rows to see their total.</span>
          )}
        </p>
        {groups.groups.length > 0 && <GroupBy groups={groups.groups} group={group} list={list} />}
      </div>
      {(group || read.error) && (
        <Loaded read={read}>
          {() => sums && group && <Groups {...groups} {...{ sums, group, list }} />}
        </Loaded>
      )}
    </section>
  )
}

type TotalProps = Pick<ListSumsProps, 'what' | 'amountLabel' | 'hasAmounts'> & {
  sums: Totals | undefined
}

/** The sum and the number of the rows; the number alone without an amount, or with a hidden one. */
function Total({ sums, what, amountLabel = 'Total', hasAmounts = true }: TotalProps) {
  const count = sums && countOf(sums.count, what)
  if (!hasAmounts || sums?.amount === null) {
    return <span className="text-muted">{count ?? '…'}</span>
  }
  return (
    <>
      <span className="text-muted">{`${amountLabel}: `}</span>
      <strong>{sums ? formatHidden(sums.amount) : '…'}</strong>
      {count !== undefined && <span className="text-muted">{` · ${count}`}</span>}
    </>
  )
}

type GroupByProps = {
  groups: readonly SumGroup[]
  group: SumGroup | undefined
  list: ListState
}

/** Chooses what the rows are grouped by. */
function GroupBy({ groups, group, list }: GroupByProps) {
  return (
    <label className="no-print ml-auto flex items-center gap-2 text-muted">
      Group by
      <select
        className="control h-8 w-32"
        value={group?.id ?? ''}
        onChange={({ target }) => list.change({ by: target.value || undefined })}
      >
        <option value="">None</option>
        {groups.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

function countOf(count: number, what: string): string {
  return `${countText(count)} ${what}${count === 1 ? '' : 's'}`
}

type GroupsProps = Pick<ListSumsProps, 'list' | 'what' | 'amountLabel' | 'hasAmounts'> & {
  sums: Totals
  group: SumGroup
}

function Groups({
  sums,
  group,
  list,
  what,
  amountLabel = 'Total',
  hasAmounts = true,
}: GroupsProps) {
  const cell = 'px-2 py-1.5 text-right'
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Groups" tabIndex={0} className="max-h-80 overflow-auto">
      <table className="text-table numbers w-full">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="px-2 py-1.5 text-left">
              {group.label}
            </th>
            <th scope="col" className={`${cell} capitalize`}>
              {`${what}s`}
            </th>
            {hasAmounts && (
              <th scope="col" className={cell}>
                {`${amountLabel} Amount`}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sums.groups.map(({ key, label, count, amount }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="px-2 py-1.5 text-left font-normal">
                <Link to={list.hrefOf({ ...group.filtersOf(key), page: undefined })}>
                  {group.labelOf ? group.labelOf(label) : label}
                </Link>
              </th>
              <td className={cell}>{countText(count)}</td>
              {hasAmounts && <td className={cell}>{formatHidden(amount)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
