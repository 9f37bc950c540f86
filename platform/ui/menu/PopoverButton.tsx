import { Slot } from 'radix-ui'
import { type ReactNode, useEffect } from 'react'
import { usePressed } from '../page/LazyPart.tsx'

export type PopoverButtonProps = {
  /** The button that opens it: one focusable element. */
  button: ReactNode
  label: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  className: string
  align?: 'start' | 'end'
  /** True if its content takes the focus by itself. */
  hasOwnFocus?: boolean
  /** What it becomes a part of; by default the page. */
  container?: Element | null
  children: ReactNode
}

const loadPopover = async () => (await import('./OpenPopover.tsx')).OpenPopover

/**
 * A popover under a button. What places it is lazy-loaded on the first press, or earlier on hover
 * or focus: most popovers are never opened.
 */
export function PopoverButton(props: PopoverButtonProps) {
  const { button, isOpen, onOpenChange } = props
  const { Part: Popover, press, show } = usePressed(loadPopover, () => onOpenChange(false))
  useEffect(() => {
    if (isOpen) show()
  }, [isOpen, show])
  if (Popover) return <Popover {...props} />
  return (
    <Slot.Root {...press} aria-haspopup="dialog" onClick={() => onOpenChange(true)}>
      {button}
    </Slot.Root>
  )
}
