import { randomUUID } from 'node:crypto'

/** This run of the program, among those that share its database. */
export const nodeId = randomUUID()
