import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Role } from '#features/auth/rules.ts'
import { Button } from '#platform/ui/Button.tsx'
import { parseSearchText } from '#platform/web/search-text.ts'
import { tours } from './tour-steps.ts'

type TourProps = { role: Role; onEnd: () => void }

/** Five things to try, one after another, beside the screen each of them is done on. */
export function Tour({ role, onEnd }: TourProps) {
  const steps = tours[role]
  const [place, setPlace] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const step = steps[place]
  const go = useRef(navigate)
  useEffect(() => {
    const [to = '/', query = ''] = step?.href.split('?') ?? []
    void go.current({ to, search: parseSearchText(query) as never })
    heading.current?.focus()
  }, [step])
  if (!step) return null
  const isLast = place === steps.length - 1
  return (
    <aside
      aria-label="Tour"
      className="no-print popover fixed inset-x-2 bottom-2 z-30 p-4 sm:left-auto sm:w-96"
    >
      <p className="text-caption text-muted">{`${place + 1} of ${steps.length}`}</p>
      <h2 ref={heading} tabIndex={-1} className="text-card outline-none">
        {step.title}
      </h2>
      <p className="mt-1">{step.text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button kind="ghost" size="small" onClick={onEnd}>
          End the tour
        </Button>
        <span className="flex-1" />
        {place > 0 && (
          <Button size="small" onClick={() => setPlace(place - 1)}>
            Back
          </Button>
        )}
        <Button
          kind="primary"
          size="small"
          onClick={() => (isLast ? onEnd() : setPlace(place + 1))}
        >
          {isLast ? 'Done' : 'Next'}
        </Button>
      </div>
    </aside>
  )
}
