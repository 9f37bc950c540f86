import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

type SpinnerProps = {
  size?: number
  label?: string
  /** Shown until the spinner appears, such as the icon of a button. */
  instead?: ReactNode
}

/** A spinner that appears after 300 ms; pass a label if no other text says what is loading. */
export function Spinner({ size = 20, label, instead }: SpinnerProps) {
  const named = label ? ({ role: 'status', 'aria-label': label } as const) : { 'aria-hidden': true }
  return (
    <span {...named} className="inline-grid *:[grid-area:1/1]">
      {instead && <span className="until-late inline-flex">{instead}</span>}
      <span className="from-late inline-flex">
        <span className="spinner inline-flex animate-spin">
          <LoaderCircle aria-hidden size={size} strokeWidth={1.75} />
        </span>
      </span>
    </span>
  )
}

/** A spinner centered in its container. */
export function SpinnerPage({ label }: { label: string }) {
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size={28} label={label} />
    </div>
  )
}
