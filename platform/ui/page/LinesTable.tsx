import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatDecimal } from '#platform/kernel/money.ts'
import { ScrollRegion } from './ScrollRegion.tsx'

type Head = string | { text: string; right?: boolean; isHidden?: boolean }

type LinesTableProps = {
  label: string
  heads: readonly Head[]
  /** With its least width, such as `min-w-160`: on what is narrower it scrolls. */
  className: string
  /** Its rows. */
  children: ReactNode
  /** What they come to, under the last column; the last of it is the total. */
  sums?: readonly (readonly [name: string, amount: string])[]
}

/** The head of a column of numbers. */
export const right = (text: string) => ({ text, right: true })

/** The lines of a document in its details: a plain table, all of it at once. */
export function LinesTable({ label, heads, className, children, sums = [] }: LinesTableProps) {
  return (
    <ScrollRegion label={label}>
      <table className={clsx('text-table w-full border-collapse', className)}>
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
                  className="px-2 py-1 text-right font-[inherit]"
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
