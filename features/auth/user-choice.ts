import * as z from 'zod/mini'

/** A user to choose from. */
export const userChoice = z.object({ id: z.int(), username: z.string() })
