import { LoaderCircle } from 'lucide-react'

/** A turning circle; give it a label where no other words say what is awaited. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  const named = label ? ({ role: 'status', 'aria-label': label } as const) : { 'aria-hidden': true }
  return (
    <span {...named} className="spinner inline-flex animate-spin">
      <LoaderCircle aria-hidden size={size} strokeWidth={1.75} />
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
