import { createContext, type RefObject } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'

/** Something that was read, and how it is read again. */
export type Reading = { dataUpdatedAt: number; refetch: () => Promise<unknown> }

/** What stands beside the lists of a screen, such as the figures over those of a report. */
export type Beside = {
  endpoint: Endpoint
  read: Reading
  /** Puts all rows of the list that is shown on paper; where there is none, nothing has to be. */
  paper: RefObject<(() => Promise<void>) | undefined>
}

/** A list is as old as what stands beside it, and is printed with it. */
export const BesideContext = createContext<Beside | undefined>(undefined)
