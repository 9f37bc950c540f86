import { useState } from 'react'

/**
 * Counts presses and describes the last one. Render `says` in an element keyed by it, so that each
 * press changes the DOM; call `press` with the name of the control.
 */
export function usePressCounter() {
  const [pressed, setPressed] = useState({ name: 'nothing', count: 0 })
  const press = (name: string) => () => setPressed(({ count }) => ({ name, count: count + 1 }))
  return { says: `Pressed: ${pressed.name}, ${pressed.count} in all`, press }
}
