import { Link } from '@tanstack/react-router'
import type { Endpoint, ListSums as Totals } from '#platform/kernel/endpoint.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { Loaded } from '../page/Loaded.tsx'
import { countText } from './count-text.ts'
import { type SumGroup, useSums } from './groups/row-groups.ts'

type ListSumsProps = {
  endpoint: Endpoint & { returns: unknown }
  list: ListState
  /** The noun for a row, such as `order`. */
  what: string
  groups: readonly SumGroup[]
  /** What the sum is of, such as `Open`; the total by default. */
  amountLabel?: string
}

/** The totals under a list, over all matching rows on all pages, and by group. */
export function ListSums({ endpoint, list, what, groups, amountLabel }: ListSumsProps) {
  const { read, sums, group } = useSums({ endpoint, groups }, list)
  return (
    <section aria-label="Totals" className="grid gap-3 border-t border-line px-3 py-2 md:px-4">
      <div className="text-table flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="numbers">
          <span className="text-muted">{`${amountLabel ?? 'Total'}: `}</span>
          <strong>{sums ? formatHidden(sums.amount) : '…'}</strong>
          {sums && <span className="text-muted">{` · ${countOf(sums.count, what)}`}</span>}
        </p>
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
      </div>
      {(group || read.error) && (
        <Loaded read={read}>
          {() => sums && group && <Groups {...{ sums, group, list, what, amountLabel }} />}
        </Loaded>
      )}
    </section>
  )
}

function countOf(count: number, what: string): string {
  return `${countText(count)} ${what}${count === 1 ? '' : 's'}`
}

type GroupsProps = Pick<ListSumsProps, 'list' | 'what' | 'amountLabel'> & {
  sums: Totals
  group: SumGroup
}

function Groups({ sums, group, list, what, amountLabel = 'Total' }: GroupsProps) {
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
            <th scope="col" className={cell}>
              {`${amountLabel} Amount`}
            </th>
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
              <td className={cell}>{formatHidden(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
