import { createContext } from 'react'

/** The element that holds the page of a record; null until the frame is there. */
export const RecordPageHost = createContext<HTMLElement | null>(null)
