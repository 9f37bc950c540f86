import { createContext } from 'react'

/** Starts the tour from any screen that offers it. */
export const StartTourContext = createContext<() => void>(() => {})
