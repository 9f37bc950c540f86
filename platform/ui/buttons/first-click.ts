import type { MouseEvent, MouseEventHandler } from 'react'

/**
 * The handler without further clicks of the same double click; keys and single clicks pass. It is
 * for a control that goes with what it acts on: the next of its kind slides under the pointer.
 */
export function firstClickOnly(handle: MouseEventHandler<HTMLButtonElement>) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1) event.preventDefault()
    else handle(event)
  }
}
