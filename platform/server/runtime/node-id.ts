import { randomUUID } from 'node:crypto'

/** Identifies this process among the nodes that share its database. */
export const nodeId = randomUUID()
