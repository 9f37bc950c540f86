/* global self, caches, clearTimeout, fetch, setTimeout, URL */
// Caches the code of the screens, so that the program opens without a connection. It caches code
// and pages only, never API responses. The build inserts the list of files; a new build is another
// worker with its own cache, which waits until the user loads the new version or no page of the
// previous build is open.

const { version, files } = self.build
const prefix = 'screens-'
const name = `${prefix}${version}`
const pages = ['/index.html', '/auth.html']
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

/** In small batches, so that other requests are not blocked. */
async function fill() {
  const cache = await caches.open(name)
  const missing = [...pages, ...files]
  while (missing.length > 0) await cache.addAll(missing.splice(0, 6))
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

/** The page from the network; the cached one while offline or without an answer. */
async function pageFor(request, pathname) {
  const cache = await caches.open(name)
  const kept = await cache.match(pathname === '/auth' ? '/auth.html' : '/index.html')
  if (!kept) return fetch(request)
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(kept), pageTimeoutMs)
  })
  try {
    return await Promise.race([fetch(request), late])
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
