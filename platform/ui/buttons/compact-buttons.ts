import { createContext } from 'react'

/**
 * Whether buttons are compact on a phone: those with an icon show it alone, and their text remains
 * their accessible name. The primary button shows its text alone.
 */
export const CompactButtons = createContext(false)
