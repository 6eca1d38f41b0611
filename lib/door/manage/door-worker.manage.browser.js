/*
 * The service worker of the door of an event: it keeps the page and its scripts, so that a reload without a network
 * shows them. The service is asked first, always. An answer that refuses the page removes what is kept of the event:
 * the session has ended, or the member may not see the guests any longer. So does time, which is looked at before each
 * answer: without a network, no page asks the service.
 */
;(function () {
  'use strict'
  const CACHE = 'door'
  const DOOR = /^\/manage\/events\/[^/]+\/door$/
  const SCRIPT = /^\/manage\/[a-z-]+\.js$/
  const PATIENCE_MS = 4000
  const KEPT_MS = 3 * 86_400_000

  self.addEventListener('install', () => self.skipWaiting())
  self.addEventListener('activate', (event) => event.waitUntil(forgetOld()))

  self.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== self.location.origin) return
    const isDoor = request.mode === 'navigate' && DOOR.test(pathname)
    if (isDoor || (request.destination === 'script' && SCRIPT.test(pathname)))
      event.respondWith(answer(event, pathname, isDoor))
  })

  async function answer(event, path, isDoor) {
    const cache = await self.caches.open(CACHE)
    await forgetOld()
    const kept = await cache.match(path)
    const asked = ask(event.request, cache, path, isDoor)
    event.waitUntil(asked.catch(() => undefined))
    if (!kept) return asked
    const late = new Promise((resolve) => self.setTimeout(() => resolve(kept), PATIENCE_MS))
    return Promise.race([asked.catch(() => kept), late])
  }

  async function ask(request, cache, path, isDoor) {
    const found = await self.fetch(request)
    const isRefused = found.type === 'opaqueredirect' || [401, 403, 404].includes(found.status)
    if (isDoor && isRefused) await forget(cache, path)
    // A page of one guest or of a search is not the door.
    if (found.ok && !new URL(request.url).search) await cache.put(path, found.clone())
    return found
  }

  const forget = (cache, path) => Promise.all([cache.delete(path), cache.delete(path + '/guests')])

  /** Guests of an event that was days ago have no business on this device. */
  async function forgetOld() {
    const cache = await self.caches.open(CACHE)
    for (const request of await cache.keys()) {
      const found = await cache.match(request)
      const date = Date.parse(found.headers.get('date') || found.headers.get('x-kept') || '')
      if (!(Date.now() - date < KEPT_MS)) await cache.delete(request)
    }
  }
})()
