/**
 * Enters a code in a field as a hand scanner does: all its keys at once, then Enter. Fields tell a
 * scanner from typing by the times of the keys. `beforeEnter` is called once the field has the
 * code.
 */
export async function typeCode(
  field: HTMLInputElement,
  code: string,
  beforeEnter?: () => void,
): Promise<void> {
  field.focus()
  for (const key of code) pressKey(field, key)
  field.setRangeText(code, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: code }))
  beforeEnter?.()
  // Enter needs the effect of the text.
  await new Promise((resolve) => setTimeout(resolve))
  pressKey(field, 'Enter')
}

function pressKey(field: HTMLInputElement, key: string): void {
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
