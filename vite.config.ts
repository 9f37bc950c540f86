import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bundleGroups, checkPageFiles } from './scripts/bundle/bundle-groups.ts'
import { omitSummaries } from './scripts/bundle/omit-summaries.ts'
import { listBundledPackages } from './scripts/dependencies/bundled-packages.ts'
import { bundledLists } from './scripts/dependencies/bundled-lists.mjs'

const server = `http://127.0.0.1:${process.env['PORT'] || 3000}`
const outDir = join(import.meta.dirname, 'dist/web')
const root = join(import.meta.dirname, 'app')

/** What a file that loads others has itself loaded: they need no preloading. */
const loadedBefore = /^assets\/(?:base|index|rolldown-runtime)-/

const input = [join(root, 'index.html'), join(root, 'auth.html')]
const plain = {
  root,
  plugins: [react(), tailwindcss(), usedReadersOnly(), omitSummaries()],
  resolve: {
    // The other one has a substitute for what React has since version 18.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    target: 'es2022',
    modulePreload: {
      resolveDependencies: (_file: string, needed: string[], host: { hostType: 'html' | 'js' }) =>
        host.hostType === 'html' ? needed : needed.filter((name) => !loadedBefore.test(name)),
    },
    rolldownOptions: { input },
  },
}

export default defineConfig(async ({ command }) => ({
  ...plain,
  plugins: [
    ...plain.plugins,
    signInPage(),
    checkPageFiles(),
    serviceWorker(),
    compressed(),
    listBundledPackages(bundledLists[1]),
  ],
  build: {
    ...plain.build,
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input,
      output: {
        // The entry file lists all others, and hashes do not compress, so keep them short.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        ...(command === 'build' && { codeSplitting: { groups: await bundleGroups(plain) } }),
      },
    },
  },
  server: { proxy: { '/api': server, '/livez': server, '/readyz': server } },
}))

/**
 * Leaves out what the barcode library has and nobody imports, such as its readers of QR codes and
 * its writers. Its package does not say that its files have no side effects.
 */
function usedReadersOnly(): Plugin {
  return {
    name: 'used-readers-only',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]@zxing[\\/]library[\\/]/ },
      handler: () => ({ moduleSideEffects: false }),
    },
  }
}

/** `/auth` is a page of its own, while developing too. */
function signInPage(): Plugin {
  return {
    name: 'sign-in-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/auth') request.url = '/auth.html'
        next()
      })
    },
  }
}

/**
 * The worker that keeps the built files, with their list and the hashes of the pages; other files
 * make another worker.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle() {
      const files = readdirSync(join(outDir, 'assets'))
        .filter((file) => /\.(js|css|woff2)$/.test(file))
        .map((file) => `/assets/${file}`)
        .sort()
      const pages = Object.fromEntries(
        ['index.html', 'auth.html'].map((file) => {
          return [`/${file}`, hashOf(readFileSync(join(outDir, file), 'utf8'))]
        }),
      )
      const icons = readdirSync(join(outDir, 'icons')).map((file) => `/icons/${file}`)
      const others = ['/theme.js', '/favicon.svg', '/manifest.webmanifest', ...icons]
      const source = readFileSync(join(root, 'service-worker.js'), 'utf8')
      const content = others.map((file) => hashOf(readFileSync(join(outDir, file), 'latin1')))
      const parts = [...files, ...Object.values(pages), ...content, source]
      const build = { version: hashOf(parts.join('\n')), files: [...others, ...files], pages }
      writeFileSync(
        join(outDir, 'service-worker.js'),
        `self.build = ${JSON.stringify(build)}\n${source}`,
      )
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Lays a `.br` and a `.gz` beside every built text file, so that the server never compresses. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle() {
      const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) =>
        /\.(js|css|html|svg|json|webmanifest)$/.test(name),
      )) {
        const content = readFileSync(join(outDir, file))
        writeFileSync(join(outDir, `${file}.br`), brotliCompressSync(content))
        writeFileSync(join(outDir, `${file}.gz`), gzipSync(content))
      }
    },
  }
}
