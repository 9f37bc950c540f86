import { clsx } from 'clsx'
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { formatDay } from '#platform/kernel/days.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { FigureFormulaProps } from './FigureCard.tsx'
import { subStyle } from './figure-sub-style.ts'
import { returnFocusIfFree } from '../keyboard/returned-focus.ts'

type FigureFormulaPopoverProps = FigureFormulaProps & {
  /** The name of the popover. */
  label: string
  /** The button that opens it. */
  children: ReactNode
}

/** How a figure is computed, in a popover. Open when mounted. */
export function FigureFormulaPopover({ children, ...props }: FigureFormulaPopoverProps) {
  const { label, sub, formula, asOf, tie, rows, parts, byOrders } = props
  const [isOpen, setIsOpen] = useState(true)
  const links = [
    ...(parts ?? (rows ? [{ ...rows, label: 'Show the rows' }] : [])),
    ...(byOrders ? [{ ...byOrders, label: `From orders: ${byOrders.text}` }] : []),
  ]
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          onCloseAutoFocus={returnFocusIfFree}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="popover pop-in text-table w-72 p-3"
        >
          {sub && (
            // A link in it closes the popover, like the links below.
            <div
              role="presentation"
              className={clsx(subStyle, 'mb-2')}
              onClick={({ target }) => {
                if (target instanceof Element && target.closest('a')) setIsOpen(false)
              }}
            >
              {sub}
            </div>
          )}
          <p>{formula}</p>
          {asOf && <p className="mt-2 text-muted">{`As of ${formatDay(asOf)}`}</p>}
          {tie && <div className="mt-2">{tie}</div>}
          {links.map((link) => (
            <Popover.Close key={link.label} asChild>
              <ScreenAddressLink address={link} className="mt-2 block w-fit">
                {link.label}
              </ScreenAddressLink>
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
