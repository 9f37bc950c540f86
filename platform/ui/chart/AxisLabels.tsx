import { clsx } from 'clsx'
import { axisText } from './axis.ts'

type AxisLabelsProps = { top: number; unit?: string; side?: 'left' | 'right' }

/** The axis labels at the top, the middle and the bottom of a chart. */
export function AxisLabels({ top, unit = '', side = 'left' }: AxisLabelsProps) {
  return (
    <div
      aria-hidden
      className={clsx(
        'text-caption numbers -my-2 flex flex-col justify-between font-normal text-muted',
        side === 'left' && 'text-right',
      )}
    >
      {[top, top / 2, 0].map((value) => (
        <span key={value}>{axisText(value, unit)}</span>
      ))}
    </div>
  )
}
