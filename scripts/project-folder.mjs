import { fileURLToPath } from 'node:url'

/** The project folder, independent of the current directory. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url))
