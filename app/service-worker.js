/* global self, caches, fetch, URL */
// Keeps the program of the screens in the browser, so that a screen opens while the connection is
// lost. It keeps code and pages alone: no answer of the API is ever kept. The build puts the list
// of files in; a build of other files is another worker with a cache of its own, which waits until
// no page of the earlier build is open.

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

/** Few at a time: whoever works meanwhile waits for none of it. */
async function fill() {
  const cache = await caches.open(name)
  const missing = [...pages, ...files]
  while (missing.length > 0) await cache.addAll(missing.splice(0, 6))
}

/** The page that brought the first worker has it from now on; a later one waits for its own. */
async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((each) => each !== name).map((each) => caches.delete(each)))
  await self.clients.claim()
}

/** The page of today, or the one that was kept where nobody answers. */
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

/** A file of the build never changes under its name. */
async function fileFor(request) {
  const cache = await caches.open(name)
  return (await cache.match(request.url)) ?? fetch(request)
}
