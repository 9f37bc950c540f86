import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { exported, type Flow, imported } from './message-kinds.ts'

type FlowPictureProps = {
  /** The last message of each kind; undefined while loading. */
  samples: ReadonlyMap<string, { createdAt: string }> | undefined
}

/**
 * Shows the data exchanged between the two systems, its direction and last time; a kind that was
 * never exchanged has a dashed line. Hidden from screen readers, because the lists below have the
 * same content.
 */
export function DataFlowDiagram({ samples }: FlowPictureProps) {
  const row = (flow: Flow, isOut: boolean) => (
    <FlowLine
      key={flow.kind}
      {...{ flow, isOut, isKnown: samples !== undefined }}
      at={samples?.get(flow.kind)?.createdAt}
    />
  )
  return (
    <div aria-hidden className="card grid grid-cols-[auto_1fr_auto] gap-2 p-3 sm:gap-4 sm:p-4">
      <System name="Prizm" />
      <div className="grid min-w-0 gap-2">
        {exported.map((flow) => row(flow, true))}
        {imported.map((flow) => row(flow, false))}
      </div>
      <System name="WMS" />
    </div>
  )
}

function System({ name }: { name: string }) {
  return (
    <p className="text-label flex items-center rounded-control bg-selected px-2 text-link sm:px-4">
      {name}
    </p>
  )
}

type FlowLineProps = { flow: Flow; isOut: boolean; isKnown: boolean; at: string | undefined }

function FlowLine({ flow, isOut, isKnown, at }: FlowLineProps) {
  const Arrow = isOut ? ArrowRight : ArrowLeft
  const isLive = at !== undefined
  return (
    <p
      className={clsx(
        'text-table flex min-w-0 items-center gap-2',
        isOut ? '' : 'flex-row-reverse',
      )}
    >
      <span className="shrink-0">{flow.short}</span>
      <span
        className={clsx(
          'flex min-w-4 flex-1 items-center',
          isOut ? 'flex-row' : 'flex-row-reverse',
          isLive ? 'text-link' : 'text-subtle',
        )}
      >
        <span
          className={clsx(
            'flex-1 border-t',
            isLive ? 'border-accent' : 'border-dashed border-line',
          )}
        />
        <Arrow size={16} className={isOut ? '-ml-1' : '-mr-1'} />
      </span>
      <span className="text-caption numbers w-28 shrink-0 text-muted max-sm:hidden">
        {isKnown ? formatMomentOr(at ?? null) : ''}
      </span>
    </p>
  )
}
