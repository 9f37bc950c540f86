/**
 * True if nothing has taken the focus while a dialog, a popover or a menu closed. Radix returns the
 * focus to the opener in a timer after it has removed the content; a key pressed meanwhile may have
 * moved the focus. In a dialog below, the focus goes to the dialog itself at once.
 */
export function isFocusFree(): boolean {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.matches('[role=dialog]')
}

/** For `onCloseAutoFocus`: the opener gets the focus unless a key has moved it meanwhile. */
export function returnFocusIfFree(event: Event): void {
  if (!isFocusFree()) event.preventDefault()
}
