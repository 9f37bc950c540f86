import { useState } from 'react'

/**
 * What was pressed last and how often anything was, in words; and how a part says so. Whoever shows
 * the words does so in an element keyed by them: that is what a press is seen by.
 */
export function usePresses() {
  const [pressed, setPressed] = useState({ name: 'nothing', count: 0 })
  const press = (name: string) => () => setPressed(({ count }) => ({ name, count: count + 1 }))
  return { says: `Pressed: ${pressed.name}, ${pressed.count} in all`, press }
}
