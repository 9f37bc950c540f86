import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** A setup step, checked if `isDone`. */
export function SetupStep({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex min-h-8 items-center gap-2">
      <Icon
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className={`shrink-0 ${isDone ? 'text-success' : 'text-muted'}`}
      />
      <span className="min-w-0">
        {children}
        {isDone && <span className="sr-only">, done</span>}
      </span>
    </li>
  )
}
