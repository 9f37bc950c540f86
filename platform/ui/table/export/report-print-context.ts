import { createContext } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'

/** The read time of a query, and its refetch. */
export type Reading = { dataUpdatedAt: number; refetch: () => Promise<unknown> }

/** The data beside the lists of a screen, such as the figures above a report's list. */
export type PrintContext = {
  endpoint: Endpoint
  read: Reading
  paper: PrintJob
}

type Fill = () => Promise<void>
type PrintJob = {
  /**
   * Registers the function with which a list renders all its rows for print; returns the cleanup.
   */
  offer: (fill: Fill) => () => void
  /** Renders all rows for print; does nothing without a registered list. */
  fill: Fill
}

/** A new print registry of a screen. */
export function createPrintJob(): PrintJob {
  let offered: Fill | undefined
  const offer = (fill: Fill) => {
    offered = fill
    return () => {
      if (offered === fill) offered = undefined
    }
  }
  return { offer, fill: async () => offered?.() }
}

/** Connects a list with the data beside it: same read time, printed together. */
export const ReportPrintContext = createContext<PrintContext | undefined>(undefined)
