import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react-dom'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { isBuiltIn } from '#features/auth/rules.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useMediaQuery } from '#platform/ui/page/use-media-query.ts'
import { parseAddress, useOpenAddress } from '#platform/web/screen-address.ts'
import { tours } from './tour-steps.ts'
import { useTourControl } from './use-tour-control.ts'

type TourProps = { role: string; onEnd: () => void }

/**
 * Five things to try, each on its own screen and next to the control it starts with. The page stays
 * usable. If this user's screen lacks the control, the step is shown in the corner.
 */
export function Tour({ role, onEnd }: TourProps) {
  // The steps of an own role are those that need no more than to look.
  const steps = tours[isBuiltIn(role) ? role : 'viewer']
  const [stepIndex, setStepIndex] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const visit = useVisit()
  const step = steps[stepIndex]
  const card = usePlaceNextTo(useTourControl(step?.at ?? none))
  // Change the card only after its screen has loaded, so that it moves once and not under the
  // pointer.
  const goToStep = async (next: number) => {
    await visit(steps[next]?.href)
    setStepIndex(next)
  }
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  // The menu that started the tour, or the first screen, may take the focus meanwhile; a user may
  // also have moved it to a button of the card.
  const returnFocus = () => {
    const tourCard = heading.current?.closest('[data-tour-card]')
    if (!tourCard?.contains(document.activeElement)) focusHeading()
  }
  const visitFirst = useRef(() => visit(steps[0]?.href).then(returnFocus))
  useEffect(() => void visitFirst.current(), [])
  useEffect(focusHeading, [step])
  if (!step) return null
  const isLast = stepIndex === steps.length - 1
  return (
    <aside
      {...card}
      aria-label="Tour"
      data-tour-card
      className={clsx(
        'no-print popover fixed z-30 w-96 max-w-[calc(100vw-1rem)] p-4',
        card.className,
      )}
    >
      <p className="text-caption text-muted">{`${stepIndex + 1} of ${steps.length}`}</p>
      <h2 ref={heading} tabIndex={-1} className="text-card outline-none">
        {step.title}
      </h2>
      <p className="mt-1">{isTouch ? (step.touchText ?? step.text) : step.text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button kind="ghost" size="small" onClick={onEnd}>
          End the tour
        </Button>
        <span className="flex-1" />
        {stepIndex > 0 && (
          <Button size="small" onClick={() => void goToStep(stepIndex - 1)}>
            Back
          </Button>
        )}
        <Button
          kind="primary"
          size="small"
          onClick={() => (isLast ? onEnd() : void goToStep(stepIndex + 1))}
        >
          {isLast ? 'Done' : 'Next'}
        </Button>
      </div>
    </aside>
  )
}

const none: readonly string[] = []

/** The corner of the window, on a phone above the bar at its bottom. */
const cornerStyle = 'right-2 bottom-[calc(var(--bottom-bar)+0.5rem)]'

/** Navigates to a screen; resolves when it has loaded. */
function useVisit() {
  const openAddress = useOpenAddress()
  return (href = '/') => openAddress(parseAddress(href))
}

/**
 * Highlights a control, scrolls it into view and keeps a card beside it; without a control, the
 * card is in the corner.
 */
function usePlaceNextTo(control: HTMLElement | undefined) {
  const { refs, floatingStyles, isPositioned } = useFloating({
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [offset(10), flip({ padding: 8 }), shift({ padding: 8 })],
    elements: { reference: control ?? null },
    whileElementsMounted: autoUpdate,
  })
  useEffect(() => {
    if (!control) return undefined
    control.setAttribute('data-tour-mark', '')
    control.scrollIntoView({ block: 'nearest' })
    return () => {
      control.removeAttribute('data-tour-mark')
    }
  }, [control])
  return control && isPositioned
    ? { ref: refs.setFloating, style: floatingStyles, className: '' }
    : { ref: refs.setFloating, style: undefined, className: cornerStyle }
}
