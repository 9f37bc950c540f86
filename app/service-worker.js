/* global self, caches, fetch, URL */
// Caches the code of the screens, so that a screen opens while the connection is lost. It caches
// code and pages only, never API responses. The build inserts the list of files; a new build is
// another worker with its own cache, which waits until no page of the previous build is open.

const { version, files } = self.build
const name = `screens-${version}`
const pages = ['/index.html', '/auth.html']

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) {
    event.respondWith(pageFor(request, pathname))
  } else if (files.includes(pathname)) event.respondWith(fileFor(request))
})

/** In small batches, so that other requests are not blocked. */
async function fill() {
  const cache = await caches.open(name)
  const missing = [...pages, ...files]
  while (missing.length > 0) await cache.addAll(missing.splice(0, 6))
}

/** Controls the page that installed the first worker at once; a later worker waits. */
async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((each) => each !== name).map((each) => caches.delete(each)))
  await self.clients.claim()
}

/** The page from the network, or the cached one while offline. */
async function pageFor(request, pathname) {
  try {
    return await fetch(request)
  } catch (error) {
    const cache = await caches.open(name)
    const kept = await cache.match(pathname === '/auth' ? '/auth.html' : '/index.html')
    if (kept) return kept
    throw error
  }
}

/** Files of the build never change under their name. */
async function fileFor(request) {
  const cache = await caches.open(name)
  return (await cache.match(request.url)) ?? fetch(request)
}
