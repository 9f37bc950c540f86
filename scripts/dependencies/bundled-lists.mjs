/**
 * The lists of the packages that the build copied into the files of the server and of the screens,
 * as paths in package-lock.json.
 * @type {[string, string]}
 */
export const bundledLists = ['dist/bundled-server.json', 'dist/bundled-web.json']
