import type { MouseEvent, MouseEventHandler } from 'react'

/**
 * Wraps a click handler to ignore further clicks of a double click; single clicks and keys pass.
 * For controls that disappear with their row: the next row moves under the pointer.
 */
export function firstClickOnly(handle: MouseEventHandler<HTMLButtonElement>) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1) event.preventDefault()
    else handle(event)
  }
}
