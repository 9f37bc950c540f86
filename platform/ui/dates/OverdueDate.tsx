import { CircleAlert } from 'lucide-react'

type OverdueDateProps = {
  /** The formatted day. */
  text: string
  isOverdue: boolean
  /** The word after an overdue day. */
  word?: 'overdue' | 'late' | 'past'
}

/** A day; if overdue, in red with an icon and a word, so that color is not the only signal. */
export function OverdueDate({ text, isOverdue, word = 'overdue' }: OverdueDateProps) {
  if (!isOverdue) return text
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-danger">
      <CircleAlert aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {`${text} `}
      <span className="text-caption">{word}</span>
    </span>
  )
}
