import { fileURLToPath } from 'node:url'

/** The project's folder, wherever the caller stands. */
export const ownFolder = fileURLToPath(new URL('..', import.meta.url))
