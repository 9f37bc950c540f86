import { clsx } from 'clsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import type { IntakeMarks } from '../intake-form.ts'
import { confidenceLabels } from '../labels.ts'
import { piecesOf } from '../text-pieces.ts'

type RawTextProps = { text: string | null; marks: IntakeMarks }

const colors = {
  sure: 'bg-success-bg text-success-fg',
  likely: 'bg-processing-bg text-processing-fg',
  guess: 'bg-pending-bg text-pending-fg underline decoration-dotted',
} as const

/** The message as it was received; what was read from it is marked by how sure it is. */
export function RawText({ text, marks }: RawTextProps) {
  if (text === null) {
    return (
      <p className="text-muted">
        The original message is not text, or its retention period has ended.
      </p>
    )
  }
  return (
    <ScrollRegion
      label="Message as received"
      className={clsx(
        'text-table max-h-[60vh] overflow-auto rounded-card border border-line bg-surface-2 p-3',
        'font-mono break-words whitespace-pre-wrap',
      )}
    >
      {piecesOf(text, marks).map(({ start, text: piece, confidence }) =>
        confidence ? (
          <mark key={start} title={confidenceLabels[confidence]} className={colors[confidence]}>
            {piece}
          </mark>
        ) : (
          <span key={start}>{piece}</span>
        ),
      )}
    </ScrollRegion>
  )
}
