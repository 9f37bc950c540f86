import { clsx } from 'clsx'
import { shortNumber } from './axis.ts'

type AxisProps = { top: number; unit?: string; side?: 'left' | 'right' }

/** The axis labels at the top, the middle and the bottom of a chart. */
export function Axis({ top, unit = '', side = 'left' }: AxisProps) {
  return (
    <div
      aria-hidden
      className={clsx(
        'text-caption numbers -my-2 flex flex-col justify-between font-normal text-muted',
        side === 'left' && 'text-right',
      )}
    >
      {[top, top / 2, 0].map((value) => (
        <span key={value}>{unit + shortNumber(value)}</span>
      ))}
    </div>
  )
}

type KeyProps = { color: string; text: string }

/** A legend entry: a color and its label. */
export function ChartKey({ color, text }: KeyProps) {
  return (
    <span className="flex items-center gap-1.5">
      <span
        aria-hidden
        className="chart-mark size-2.5 rounded-full"
        style={{ background: color }}
      />
      {text}
    </span>
  )
}
