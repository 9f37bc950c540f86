import { Popover } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

type ChoiceRow = { id: number; content: ReactNode; choose: () => void }

export type ChoiceListProps = {
  listId: string
  isOpen: boolean
  rows: readonly ChoiceRow[]
  /** The index of the highlighted row; -1 for none. */
  active: number
  onClose: () => void
  /** The input that stays focused. */
  input: RefObject<HTMLElement | null>
  /** What the list is placed under. */
  anchor: RefObject<HTMLElement | null>
  /** The container of the list; the end of the page by default. */
  container?: Element | null | undefined
}

/** The choices under an input, which stays focused and opens and closes them. */
export function ChoiceList(props: ChoiceListProps) {
  const { listId, isOpen, rows, active, onClose, input, anchor, container } = props
  // It is mounted after the input, or while it is closed, so the element is there.
  const virtualRef = anchor as RefObject<HTMLElement>
  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor virtualRef={virtualRef} />
      <Popover.Portal {...(container && { container })}>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          role="presentation"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === input.current) event.preventDefault()
            else onClose()
          }}
          className="popover w-(--radix-popover-trigger-width) min-w-64 p-1"
        >
          <div
            id={listId}
            role="listbox"
            aria-label="Choices"
            className="max-h-80 overflow-y-auto overscroll-contain"
          >
            {rows.map(({ id, content, choose }, index) => (
              <div
                key={id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                data-highlighted={index === active || undefined}
                onPointerDown={(event) => {
                  // Prevents the blur of the input before the click.
                  event.preventDefault()
                  if (event.button === 0) choose()
                }}
                className="menu-item"
              >
                {content}
              </div>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
