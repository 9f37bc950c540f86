import { copyFileSync, mkdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { builtFonts, fontFiles } from './features/documents/server/fonts.ts'
import project from './package.json' with { type: 'json' }
import { listBundledPackages } from './scripts/dependencies/bundled-packages.ts'
import { bundledLists } from './scripts/dependencies/bundled-lists.mjs'

const { dependencies } = project
const outDir = join(import.meta.dirname, 'dist/server')

// One folder: the server finds its threads and the fonts beside itself.
export default defineConfig({
  publicDir: false,
  plugins: [
    pdfFonts(),
    installedInProduction(),
    listBundledPackages(bundledLists[0], pdfFontFiles),
  ],
  // All other packages are bundled, so that production installs less: they are `devDependencies`.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: true,
    target: 'node20',
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        server: 'app/server.ts',
        'embedded-worker': 'platform/server/embedded/embedded-worker.js',
        'server-file-worker': 'app/server-file-worker.ts',
        'backtest-worker': 'features/backtests/server/backtest-worker.ts',
        'logo-worker': 'features/documents/server/logo/logo-worker.ts',
        'openapi-worker': 'app/openapi-worker.ts',
        'password-strength-worker':
          'features/auth/server/password-strength/password-strength-worker.ts',
        'pdf-worker': 'features/documents/server/pdf/pdf-worker.ts',
        'wms-simulator': 'wms-simulator/main.ts',
        backup: 'db/backup.ts',
        restore: 'db/restore.ts',
        export: 'db/export.ts',
        'migrate-as-owner': 'db/migrate-as-owner.ts',
        'user-password': 'db/user-password.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // V8 keeps the text of a file, with two bytes each if one character is beyond Latin-1.
        charset: 'ascii',
        comments: { jsdoc: false },
      },
    },
  },
})

function pdfFontFiles(): string[] {
  return Object.values(fontFiles()).flatMap(({ normal, bold }) => [normal, bold])
}

/** Copies the fonts of PDFs, a third of their packages, with their license beside the server. */
function pdfFonts(): Plugin {
  return {
    name: 'pdf-fonts',
    writeBundle() {
      const folder = join(outDir, builtFonts)
      const files = pdfFontFiles()
      const licenses = files.map((file) => join(dirname(file), '../LICENSE'))
      mkdirSync(folder, { recursive: true })
      // The packages have the same license.
      for (const file of [...files, ...licenses]) copyFileSync(file, join(folder, basename(file)))
    },
  }
}

/**
 * Fails the build if the server imports a package that is no dependency, or if a dependency is not
 * imported: production installs exactly what the build needs.
 */
function installedInProduction(): Plugin {
  return {
    name: 'installed-in-production',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const imported = chunks
        .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
        .filter((name) => !(name in bundle) && !isBuiltin(name))
        .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      const missing = imported.filter((name) => !(name in dependencies))
      const unused = Object.keys(dependencies).filter((name) => !imported.includes(name))
      if (missing.length > 0) {
        this.error(`The server imports ${missing.join(', ')}: move it to dependencies`)
      }
      if (unused.length > 0) {
        this.error(`The server does not import ${unused.join(', ')}: move it to devDependencies`)
      }
    },
  }
}
