/* global self, caches, clearTimeout, crypto, fetch, setTimeout, TextEncoder, URL */
// Caches the code of the screens, so that the program opens without a connection. It caches code
// and pages only, never API responses. The build inserts the list of files, and the pages with the
// hashes of their content; a new build is another worker with its own cache, which waits until the
// user loads the new version or no page of the previous build is open.

const { version, files, pages } = self.build
const prefix = 'screens-'
const name = `${prefix}${version}`
/** After this time without an answer, a page comes from the cache. */
const pageTimeoutMs = 8000

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) {
    event.respondWith(pageFor(request, pathname))
  } else if (pathname.startsWith('/assets/') || files.includes(pathname)) {
    event.respondWith(fileFor(request))
  }
})

/**
 * In small batches, so that other requests are not blocked. During a rolling upgrade a page may
 * come from a node of another version, whose files this cache lacks: then the installation fails,
 * and the next check tries again.
 */
async function fill() {
  const isNew = !(await caches.has(name))
  const cache = await caches.open(name)
  try {
    const missing = [...Object.keys(pages), ...files]
    while (missing.length > 0) await cache.addAll(missing.splice(0, 6))
    for (const [page, hash] of Object.entries(pages)) {
      const stored = await cache.match(page)
      if ((await hashOf(await stored.text())) !== hash) {
        throw new Error(`${page} is of another version`)
      }
    }
  } catch (error) {
    // Half a cache must not replace the previous version; that of the active worker stays.
    if (isNew) await caches.delete(name)
    throw error
  }
}

/** The same as in the build: the first 64 bits of SHA-256, in hexadecimal. */
async function hashOf(text) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'))
  return hex.join('').slice(0, 16)
}

/**
 * Controls the page that installed the first worker at once. The previous cache stays, because
 * other tabs may still run its version and load more of its files.
 */
async function activate() {
  const names = await caches.keys()
  const others = names.filter((each) => each.startsWith(prefix) && each !== name)
  await Promise.all(others.slice(0, -1).map((each) => caches.delete(each)))
  await self.clients.claim()
}

/**
 * The page from the network; the cached one while offline, without an answer, or while the proxy
 * says that the server is restarting.
 */
async function pageFor(request, pathname) {
  const cache = await caches.open(name)
  const kept = await cache.match(pathname === '/auth' ? '/auth.html' : '/index.html')
  if (!kept) return fetch(request)
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(kept), pageTimeoutMs)
  })
  try {
    const answer = await Promise.race([fetch(request), late])
    return [502, 503, 504].includes(answer.status) ? kept : answer
  } catch {
    return kept
  } finally {
    clearTimeout(timer)
  }
}

/** Hashed files never change under their name, so any cache that has one will do. */
async function fileFor(request) {
  const cache = await caches.open(name)
  const own = await cache.match(request.url)
  return own ?? (await caches.match(request.url)) ?? fetch(request)
}
