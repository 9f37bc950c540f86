import { fileURLToPath } from 'node:url'

/** The project folder, independent of the current directory. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * The lists of the packages that the build copied into the files of the server and of the screens,
 * as paths in package-lock.json.
 * @type {[string, string]}
 */
export const bundledLists = ['dist/bundled-server.json', 'dist/bundled-web.json']
