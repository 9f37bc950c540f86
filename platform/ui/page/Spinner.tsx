import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

type SpinnerProps = {
  size?: number
  label?: string
  /** What stands in its place until it is seen, such as the icon of its button. */
  instead?: ReactNode
}

/**
 * A turning circle, seen when something takes longer than 300 ms; give it a label where no other
 * words say what is awaited.
 */
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

/** A spinner in the middle of the space it is given. */
export function SpinnerPage({ label }: { label: string }) {
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size={28} label={label} />
    </div>
  )
}
