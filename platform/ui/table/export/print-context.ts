import { createContext } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'

/** Something that was read, and how it is read again. */
export type Reading = { dataUpdatedAt: number; refetch: () => Promise<unknown> }

/** What stands beside the lists of a screen, such as the figures over those of a report. */
export type PrintContext = {
  endpoint: Endpoint
  read: Reading
  paper: PrintPaper
}

type Fill = () => Promise<void>
type PrintPaper = {
  /** A list offers to put all its rows on paper, until it takes that back. */
  offer: (fill: Fill) => () => void
  /** Puts them there; where no list is shown, nothing has to be. */
  fill: Fill
}

/** The paper of a screen, blank. */
export function blankPaper(): PrintPaper {
  let offered: Fill | undefined
  const offer = (fill: Fill) => {
    offered = fill
    return () => {
      if (offered === fill) offered = undefined
    }
  }
  return { offer, fill: async () => offered?.() }
}

/** A list is as old as what stands beside it, and is printed with it. */
export const BesideContext = createContext<PrintContext | undefined>(undefined)
