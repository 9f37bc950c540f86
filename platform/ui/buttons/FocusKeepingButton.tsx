import { type ComponentProps, type MouseEvent, useState } from 'react'

/**
 * A native button, except that it stays focused if it becomes disabled while focused. The browser
 * would drop the focus, and keyboard users would restart at the top of the page.
 */
export function FocusKeepingButton({ disabled, ...rest }: ComponentProps<'button'>) {
  const [hasFocus, setHasFocus] = useState(false)
  const shouldKeepFocus = disabled && hasFocus
  return (
    <button
      type="button"
      {...rest}
      {...(shouldKeepFocus && { 'aria-disabled': true, onClick: doNothing })}
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
