import { createContext } from 'react'

/** Begins the tour, for whatever screen offers it. */
export const BeginTour = createContext<() => void>(() => {})
