import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { projectFolder } from '../project-folder.mjs'

/**
 * Lists the packages of which the build has code, and those of the files that it copies, as paths
 * in package-lock.json.
 */
export function listBundledPackages(
  file: string,
  copiedFiles: () => readonly string[] = () => [],
): Plugin {
  return {
    name: 'list-bundled-packages',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
      const paths = [...modules, ...copiedFiles()].flatMap(lockPathOf)
      const sorted = [...new Set(paths)].toSorted()
      writeFileSync(join(projectFolder, file), `${JSON.stringify(sorted, null, 2)}\n`)
    },
  }
}

const packagePath = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** `node_modules/a/node_modules/b` for a module of the package `b` that is installed under `a`. */
export function lockPathOf(moduleId: string): string[] {
  const path = packagePath.exec(moduleId.replaceAll('\\', '/'))?.[0]
  return path === undefined ? [] : [path.slice(path.indexOf('node_modules/'))]
}
