import { Link } from '@tanstack/react-router'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import type { OpenItem, OpenItems } from '../contract.ts'
import { agingLinesOf } from '../printed-documents.ts'
import { isItemPastDue } from '../rules.ts'
import { balanceLabel } from './StatementEntries.tsx'

const head = 'px-2 py-2 font-medium'

/** Lists the open items of an account, and their aging. */
export function OpenItemsTable({ found }: { found: OpenItems }) {
  if (found.items.length === 0) return <p className="text-muted">No open items.</p>
  return (
    <ScrollRegion label="Open items" className="scroll-x max-h-100 overflow-auto">
      <table className="text-table numbers w-full min-w-150 border-collapse">
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            {['Item', 'Date', 'Due'].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
            {['Days late', 'Amount', 'Open'].map((name) => (
              <th key={name} scope="col" className={`${head} text-right`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.items.map((item) => (
            <Item key={item.number} item={item} />
          ))}
        </tbody>
        <tfoot>
          {agingLinesOf(found).map(({ name, amount }) => (
            <Sum key={name} name={name} amount={amount} />
          ))}
          <Sum name={balanceLabel(found.balance)} amount={found.balance} isLast />
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

const tabs = { invoice: 'invoices', payment: 'payments', credit: 'memos' } as const

function Item({ item }: { item: OpenItem }) {
  const { kind, number, docDate, dueDate, daysLate, amount, open } = item
  return (
    <tr className="border-b border-line">
      <td className="px-2 py-1.5">
        <Link to="/ar-reports" search={{ tab: tabs[kind], open: number }}>
          {number}
        </Link>
      </td>
      <td className="px-2 py-1.5">{formatDay(docDate)}</td>
      <td className="px-2 py-1.5">{dueDate && formatDay(dueDate)}</td>
      <td className="px-2 py-1.5 text-right">
        {isItemPastDue(item) && daysLate?.toLocaleString('en-US')}
      </td>
      <td className="px-2 py-1.5 text-right">{formatDecimal(amount)}</td>
      <td className="px-2 py-1.5 text-right font-medium">{formatDecimal(open)}</td>
    </tr>
  )
}

function Sum(props: { name: string; amount: string; isLast?: boolean }) {
  const { name, amount, isLast = false } = props
  return (
    <tr className={isLast ? 'border-t border-line font-semibold' : 'text-muted'}>
      <th scope="row" colSpan={5} className="px-2 py-1 text-right font-[inherit]">
        {name}
      </th>
      <td className="px-2 py-1 text-right">{formatDecimal(amount)}</td>
    </tr>
  )
}
