import { CircleAlert } from 'lucide-react'

type OverdueDateProps = {
  /** The day in words. */
  text: string
  isOverdue: boolean
  /** What is said of a day that has passed. */
  word?: 'overdue' | 'late' | 'past'
}

/** A day; past due in red, with an icon and the word, so that the colour is never alone. */
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
