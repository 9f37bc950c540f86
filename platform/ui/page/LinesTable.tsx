import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatDecimal } from '#platform/kernel/money.ts'
import { ScrollRegion } from './ScrollRegion.tsx'

type Head = string | { text: string; right?: boolean; isHidden?: boolean }

type LinesTableProps = {
  label: string
  heads: readonly Head[]
  /** Includes a minimum width, such as `min-w-160`, below which the table scrolls. */
  className: string
  /** The table rows. */
  children: ReactNode
  /** Totals under the last column; the last one is the grand total. */
  sums?: readonly (readonly [name: string, amount: string])[]
}

/** The head of a right-aligned, numeric column. */
export const rightAligned = (text: string) => ({ text, right: true })

/**
 * The lines of a document in its details: a plain table without paging. On a phone the totals of
 * the lines and their sums stay in sight while it scrolls.
 */
export function LinesTable({ label, heads, className, children, sums = [] }: LinesTableProps) {
  return (
    <ScrollRegion label={label}>
      <table
        data-has-sums={sums.length > 0 || undefined}
        className={clsx('lines-table text-table w-full border-collapse', className)}
      >
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            {heads.map((head) => (
              <HeadCell
                key={typeof head === 'string' ? head : head.text}
                {...(typeof head === 'string' ? { text: head } : head)}
              />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {sums.length > 0 && (
          <tfoot className="numbers">
            {sums.map(([name, amount], index) => (
              <tr key={name} className={index === sums.length - 1 ? 'font-semibold' : 'text-muted'}>
                <th
                  scope="row"
                  colSpan={heads.length - 1}
                  className="px-2 py-1 text-right font-[inherit] max-sm:text-left"
                >
                  {name}
                </th>
                <td className="px-2 py-1 text-right">{formatDecimal(amount)}</td>
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  )
}

function HeadCell({ text, right = false, isHidden = false }: Exclude<Head, string>) {
  return (
    <th scope="col" className={clsx('px-2 py-2 font-medium', right && 'text-right')}>
      {isHidden ? <span className="sr-only">{text}</span> : text}
    </th>
  )
}
