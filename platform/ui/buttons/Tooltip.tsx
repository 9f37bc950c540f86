import { clsx } from 'clsx'
import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

/** Tooltips open after 700 ms; within 300 ms after another one, immediately. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = { label: string; keys?: string | undefined; children: ReactNode }

/** A tooltip with text and shortcut keys for a control. The child must be one element. */
export function Tooltip({ label, keys, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild data-keys={keys} onFocus={onlyForKeys}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            'pop-in text-caption z-[60] max-w-72 rounded-control bg-sidebar px-2 py-1',
            'text-sidebar-text',
          )}
        >
          {label}
          {keys && (
            <kbd className="ml-2 font-sans text-sidebar-muted pointer-coarse:hidden">{keys}</kbd>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Focus restored after a click does not open the tooltip. */
function onlyForKeys(event: FocusEvent): void {
  if (!event.target.matches(':focus-visible')) event.preventDefault()
}
