import { type ComponentProps, type MouseEvent, useState } from 'react'

/**
 * A button as the browser has it, but for one thing: one that is disabled while it has the focus,
 * since it works or was pressed to the end, keeps it until it is left. The browser would drop it,
 * and who uses keys would begin again at the top of the page.
 */
export function PlainButton({ disabled, ...rest }: ComponentProps<'button'>) {
  const [hasFocus, setHasFocus] = useState(false)
  const isKept = disabled && hasFocus
  return (
    <button
      type="button"
      {...rest}
      {...(isKept && { 'aria-disabled': true, onClick: doNothing })}
      disabled={disabled && !hasFocus}
      onFocus={(event) => {
        setHasFocus(true)
        rest.onFocus?.(event)
      }}
      onBlur={(event) => {
        setHasFocus(false)
        rest.onBlur?.(event)
      }}
    />
  )
}

function doNothing(event: MouseEvent): void {
  event.preventDefault()
}
